import type { Transaction } from 'kysely';
import { dueDay, periodMonths } from '#core/rules/subscription-period.ts';
import { calendarDay } from '#core/rules/validity.ts';
import type { Database } from '#host/database/schema.ts';
import type { HostContext } from '#host/host-context.ts';
import type { OrderLineRow } from './find-order.ts';

interface Start {
  readonly userId: string;
  readonly orderId: string;
  readonly lines: readonly OrderLineRow[];
  readonly vaultToken: string | null;
}

/** Starts the contract of every membership and subscription that was bought; the first period is paid (decisions §4). */
export async function startSubscriptions(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  { userId, orderId, lines, vaultToken }: Start,
): Promise<void> {
  const now = new Date(context.clock.now());
  const today = calendarDay(now.getTime());
  const contracts = lines.flatMap((line) => {
    if (line.kind !== 'membership' && line.kind !== 'subscription') return [];
    return [
      {
        id: context.ids.uuid(),
        user_id: userId,
        product_id: line.product_id,
        order_id: orderId,
        contract_code: context.ids.code(10),
        status: 'active',
        anchor_day: Number(today.slice(-2)),
        started_on: today,
        price_cents: line.unit_price_cents,
        period_months: periodMonths[line.kind],
        period_started_at: now,
        period_ends_at: new Date(`${dueDay(today, periodMonths[line.kind], 1)}T00:00:00Z`),
        vault_token: vaultToken,
        created_at: now,
      },
    ];
  });
  if (contracts.length > 0) await trx.insertInto('subscriptions').values(contracts).execute();
}
