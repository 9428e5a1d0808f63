import { sql, type Transaction } from 'kysely';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderLineRow, OrderRow, OrderSubscriber } from '#server/orders/order-events.ts';
import { isRenewal } from '#server/orders/read-order.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { settlePaidRenewal, settleRefusedRenewal } from './settle-renewal.ts';
import { startSubscriptions } from './start-subscriptions.ts';
import { transitionSubscription } from './subscription-rows.ts';

/** Starts, renews and ends subscriptions when their orders are paid, refused and refunded. */
export const subscriptionOrderSubscriber: OrderSubscriber<OrderContext> = {
  async paid(trx, context, { order, userId, ...bought }) {
    if (isRenewal(order) || userId === null) return [];
    return startSubscriptions(trx, context, { ...bought, userId, orderId: order.id });
  },
  async invoiced(trx, context, { order, cause }) {
    if (isRenewal(order)) await settlePaidRenewal(trx, context, order, cause);
  },
  async chargeRefused(trx, context, { order, outcome, cause }) {
    if (isRenewal(order)) await settleRefusedRenewal(trx, context, order, { outcome, cause });
  },
  async refunded(trx, context, { order, lines, codes, cause }) {
    // A cancelled subscription keeps its access until the agreed day.
    if (cause !== 'cancellation') await revokeSubscriptions(trx, context, order, lines, codes);
  },
};

/** SQL for "any of these values"; an empty list matches nothing. */
function anyOf(values: readonly string[]) {
  return sql<string>`any(${[...values]})`;
}

/** Ends, at once, the subscriptions that these order lines or codes started or renewed (event `revoke`). */
async function revokeSubscriptions(
  trx: Transaction<Database>,
  context: Pick<OrderContext, 'clock' | 'ids'>,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  codes: readonly string[],
): Promise<void> {
  const products = lines
    .filter((line) => line.kind === 'membership' || line.kind === 'subscription')
    .map((line) => line.product_id);
  if (products.length + codes.length === 0) return;
  const subscriptions = await trx
    .selectFrom('subscriptions')
    .select(['id', 'status'])
    .where((where) =>
      where.or([
        where.and([
          where.or([where('order_id', '=', order.id), where('id', '=', order.subscription_id)]),
          where('product_id', '=', anyOf(products)),
        ]),
        where('gift_code_id', '=', anyOf(codes)),
      ]),
    )
    .where('status', '!=', 'expired')
    .orderBy('id')
    .forUpdate()
    .execute();
  const now = new Date(context.clock.now());
  const changes = {
    period_ends_at: now,
    next_action_at: null,
    ended_at: now,
    ends_on: calendarDay(now.getTime()),
  };
  for (const subscription of subscriptions) {
    await transitionSubscription(trx, context, {
      subscription,
      event: 'revoke',
      cause: 'background',
      changes,
    });
  }
}
