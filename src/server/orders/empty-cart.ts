import type { Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { OrderRow } from './find-order.ts';

/** Paying closes the cart's order and empties the cart; what a second tab has added meanwhile was re-priced or stays. */
export async function emptyCart(trx: Transaction<Database>, order: OrderRow): Promise<void> {
  if (order.cart_id === null) return;
  const { cart_id } = order;
  await trx
    .with('bought', (emptying) =>
      emptying
        .deleteFrom('cart_lines')
        .where('cart_id', '=', cart_id)
        .where('product_id', 'in', (inner) =>
          inner.selectFrom('order_lines').select('product_id').where('order_id', '=', order.id),
        ),
    )
    .updateTable('carts')
    .set({ coupon_code: null, campaign: null, voucher_id: null })
    .where('id', '=', cart_id)
    .execute();
}
