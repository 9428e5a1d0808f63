import type { Transaction } from 'kysely';
import { calendarDay } from '#core/rules/validity.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderLineRow, OrderRow } from '#server/orders/find-order.ts';
import type { HostContext } from '#server/server-context.ts';
import { moveContract } from '#server/subscriptions/move-contract.ts';

type Needs = Pick<HostContext, 'clock' | 'ids'>;

/** Takes back the courses that these lines of an order have given. What somebody owns by another order stays theirs. */
export async function revokeCourses(
  trx: Transaction<Database>,
  context: Needs,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Promise<void> {
  const courses = lines.filter((line) => line.kind === 'course').map((line) => line.product_id);
  if (courses.length === 0) return;
  await trx
    .updateTable('entitlements')
    .set({ revoked_at: new Date(context.clock.now()) })
    .where('order_id', '=', order.id)
    .where('course_id', 'in', courses)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends the contracts that these lines have begun or renewed, at once (life cycle event `revoke`). */
export async function revokeContracts(
  trx: Transaction<Database>,
  context: Needs,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Promise<void> {
  const products = lines
    .filter((line) => line.kind === 'membership' || line.kind === 'subscription')
    .map((line) => line.product_id);
  if (products.length === 0) return;
  const contracts = await trx
    .selectFrom('subscriptions')
    .select(['id', 'status'])
    .where((where) => where.or([where('order_id', '=', order.id), where('id', '=', order.subscription_id)]))
    .where('product_id', 'in', products)
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
  for (const contract of contracts) {
    await moveContract(trx, context, { contract, event: 'revoke', cause: 'background', changes });
  }
}
