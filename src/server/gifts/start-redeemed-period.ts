import type { Transaction } from 'kysely';
import { dueDay, periodMonths } from '#core/rules/subscription-period.ts';
import type { CalendarDay } from '#core/rules/validity.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/validity.ts';
import type { Database } from '#server/database/schema.ts';
import type { HostContext } from '#server/server-context.ts';
import { noteContractStart } from '#server/subscriptions/move-contract.ts';

interface RedeemedPeriod {
  readonly userId: string;
  readonly productId: string;
  readonly giftCodeId: string;
}

/**
 * Starts a membership period that a code brought: it ends by itself and never renews (decisions §4). Answers its last
 * day; null when a contract of the user gives access already, because the gift would run beside it for nothing.
 */
export async function startRedeemedPeriod(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  { userId, productId, giftCodeId }: RedeemedPeriod,
): Promise<CalendarDay | null> {
  // Two codes of one user wait for each other here.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const running = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '!=', 'expired')
    .limit(1)
    .executeTakeFirst();
  if (running !== undefined) return null;
  const now = new Date(context.clock.now());
  const today = calendarDay(now.getTime());
  const due = dueDay(today, periodMonths.membership, 1);
  const end = new Date(startOfDay(due));
  const contract = {
    id: context.ids.uuid(),
    user_id: userId,
    product_id: productId,
    order_id: null,
    gift_code_id: giftCodeId,
    renews: false,
    contract_code: context.ids.code(10),
    status: 'active',
    anchor_day: Number(today.slice(-2)),
    started_on: today,
    price_cents: 0,
    period_months: periodMonths.membership,
    period_started_at: now,
    period_ends_at: end,
    next_action_at: end,
    ends_on: addDays(due, -1),
    vault_token: null,
    created_at: now,
  };
  await trx.insertInto('subscriptions').values(contract).execute();
  await noteContractStart(trx, context, [contract], 'buyer');
  return contract.ends_on;
}
