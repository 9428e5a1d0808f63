import type { Transaction } from 'kysely';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import { calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { periodMonths } from '#core/rules/catalogue/price-period.ts';
import { dueDay } from '#core/rules/subscriptions/subscription-terms.ts';
import { lockAccount } from '#server/accounts/lock-account.ts';
import type { OrderLineRow, StoredCard } from '#server/orders/order-events.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { recordSubscriptionStart, runningProducts } from './subscription-rows.ts';

interface Start {
  readonly userId: string;
  readonly orderId: string;
  readonly lines: readonly OrderLineRow[];
  readonly storedCard: StoredCard | null;
  readonly method: PaymentMethodSummary;
}

/**
 * Starts a subscription for every bought membership and subscription, with its first period paid. Renewals cost the
 * regular price at the time of the purchase, because coupons reduce only the first period
 * (docs/behaviour/subscriptions.md#start-of-a-subscription). Returns the lines of products of which the buyer already
 * has a running subscription, because of a parallel order or a redeemed code. A cancelled subscription does not count,
 * because it may be bought again.
 */
export async function startSubscriptions(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { userId, orderId, lines, storedCard, method }: Start,
): Promise<readonly OrderLineRow[]> {
  const bought = lines.filter((line) => line.kind === 'membership' || line.kind === 'subscription');
  if (bought.length === 0) return [];
  await lockAccount(trx, userId);
  const running = await runningProducts(trx, userId);
  const { digital_vat_country, ...order } = await trx
    .selectFrom('orders')
    .select(['vat_country', 'digital_vat_country'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const now = new Date(context.clock.now());
  const today = calendarDay(now.getTime());
  const fresh = bought.filter((line) => !running.has(line.product_id));
  const subscriptions = fresh.map((line) => {
    const months = periodMonths[line.kind as keyof typeof periodMonths];
    const end = new Date(startOfDay(dueDay(today, months, 1)));
    return {
      id: context.ids.uuid(),
      user_id: userId,
      product_id: line.product_id,
      order_id: orderId,
      vat_country: digital_vat_country ?? order.vat_country,
      code: context.ids.code(10),
      status: 'active',
      anchor_day: Number(today.slice(-2)),
      started_on: today,
      price_cents: line.unit_price_cents,
      period_months: months,
      paid_periods: 1,
      period_started_at: now,
      period_ends_at: end,
      next_action_at: end,
      vault_token: storedCard?.vault_token ?? null,
      vault_provider: storedCard?.vault_provider ?? null,
      payment_method: JSON.stringify(method),
      created_at: now,
    };
  });
  if (subscriptions.length > 0) {
    await trx.insertInto('subscriptions').values(subscriptions).execute();
    await recordSubscriptionStart(trx, context, subscriptions, 'buyer');
  }
  return bought.filter((line) => running.has(line.product_id));
}
