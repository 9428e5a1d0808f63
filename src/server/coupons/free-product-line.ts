import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/**
 * Puts the product that a coupon gives away into the cart, unless the shopper has it there already (decisions §3, "free
 * product"). The line is marked as the coupon's own, so that it leaves with the coupon and is never charged instead.
 */
export async function addFreeProduct(
  trx: Transaction<Database>,
  cartId: string,
  code: string,
): Promise<void> {
  await sql`
    insert into cart_lines (cart_id, product_id, quantity, position, is_from_coupon)
    select ${cartId}, promotions.free_product_id, 1,
      (select coalesce(max(position), 0) + 1 from cart_lines where cart_id = ${cartId}), true
    from coupon_codes
    join promotions on promotions.id = coupon_codes.promotion_id
    join products on products.id = promotions.free_product_id
    where coupon_codes.code = ${code} and products.is_active
    on conflict (cart_id, product_id) do nothing
  `.execute(trx);
}

/** Takes the coupon's own line out of the cart: its one free unit; what the shopper added to it stays. */
export async function removeFreeProduct(trx: Transaction<Database>, cartId: string): Promise<void> {
  await trx
    .deleteFrom('cart_lines')
    .where('cart_id', '=', cartId)
    .where('is_from_coupon', '=', true)
    .where('quantity', '=', 1)
    .execute();
  await trx
    .updateTable('cart_lines')
    .set({ quantity: sql<number>`quantity - 1`, is_from_coupon: false })
    .where('cart_id', '=', cartId)
    .where('is_from_coupon', '=', true)
    .execute();
}
