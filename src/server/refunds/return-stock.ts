import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { fulfilmentLifeCycle } from '#core/rules/fulfilment-life-cycle.ts';
import { move } from '#core/rules/life-cycle.ts';
import type { FulfilmentState } from '#core/rules/order.ts';
import type { RefundedLine } from '#core/rules/refund.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderLineRow, OrderRow } from '#server/orders/find-order.ts';

/** Puts the pieces that were taken back into the stock again, products in the order of their ids. */
export async function returnStock(
  trx: Transaction<Database>,
  lines: readonly OrderLineRow[],
  taken: readonly RefundedLine[],
): Promise<void> {
  const pieces = taken
    .flatMap(({ line_id, quantity }) => {
      const line = lines.find(({ id }) => id === line_id);
      return line === undefined || quantity === 0 ? [] : [{ product_id: line.product_id, quantity }];
    })
    .toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1));
  for (const { product_id, quantity } of pieces) {
    await trx
      .updateTable('products')
      .set({ stock: sql<number>`stock + ${quantity}` })
      .where('id', '=', product_id)
      .where('stock', 'is not', null)
      .execute();
  }
}

/** Calls the parcel of an order off when nothing is left to go into it and it has not gone. */
export async function callOffParcel(trx: Transaction<Database>, order: OrderRow): Promise<void> {
  const called = move(fulfilmentLifeCycle, order.fulfilment as FulfilmentState, 'call_off');
  if (!called.ok) return;
  await trx.updateTable('orders').set({ fulfilment: called.value }).where('id', '=', order.id).execute();
}
