import type { Kysely, Selectable } from 'kysely';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import type { Database } from '#server/database/schema.ts';
import type { Caller } from '#server/http/route.ts';
import type { HostContext } from '#server/server-context.ts';
import { isOrderToken } from './order-token.ts';

export type OrderRow = Selectable<Database['orders']>;

export type OrderLineRow = Selectable<Database['order_lines']>;

/**
 * The order with this id, for its buyer only: the user it belongs to, or whoever holds its token.
 * Anybody else gets the same `NOT_FOUND` as for an order that does not exist.
 */
export async function findOrder(
  db: Kysely<Database>,
  context: Pick<HostContext, 'settings'>,
  caller: Caller,
  id: string,
): Promise<Result<OrderRow, ApiFailure>> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || !isBuyer(context, caller, row)) return err({ status: 404, code: 'NOT_FOUND' });
  return ok(row);
}

function isBuyer(context: Pick<HostContext, 'settings'>, caller: Caller, row: OrderRow): boolean {
  if (caller.user !== null && caller.user.id === row.user_id) return true;
  return caller.orderToken !== null && isOrderToken(context.settings.tokenSecret, row.id, caller.orderToken);
}
