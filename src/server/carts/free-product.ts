import { sql, type Transaction } from 'kysely';
import { maxLines } from '#core/model/values.ts';
import { validateQuantity } from '#core/rules/carts/cart-lines.ts';
import { isOwned, limitsOf, type ProductFacts } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type CartRow, type StoredLine, withoutFreeUnit } from './cart-rows.ts';

/**
 * Adds the free product of a coupon to the cart of a user, unless it is there already, the cart is full or the user
 * cannot have it (docs/behaviour/coupons.md#free-product-of-a-coupon). The line is marked as added by the coupon: it is
 * removed with the coupon and never charged.
 */
export async function addFreeProduct(
  trx: Transaction<Database>,
  { id: cartId, user_id }: Pick<CartRow, 'id' | 'user_id'>,
  code: string,
): Promise<void> {
  await sql`
    insert into cart_lines (cart_id, product_id, quantity, position, is_from_coupon)
    select ${cartId}, promotions.free_product_id, 1,
      (select coalesce(max(position), 0) + 1 from cart_lines where cart_id = ${cartId}), true
    from coupon_codes
    join promotions on promotions.id = coupon_codes.promotion_id
    join products on products.id = promotions.free_product_id
    where coupon_codes.code = ${code} and products.is_active and products.stock is distinct from 0
      and (select count(*) from cart_lines where cart_id = ${cartId}) < ${maxLines}
      and not (${isOwned(user_id)}) and not exists (
      select from cart_lines where cart_id = ${cartId} and product_id = promotions.free_product_id
    )
  `.execute(trx);
}

/**
 * Returns the lines of a cart after its coupon was replaced: without the free unit of the old coupon (units that the
 * shopper added stay), with the free product of the new one, unless it is there already, the cart is full or this
 * shopper cannot have it.
 */
export function exchangeFreeProduct(
  lines: readonly StoredLine[],
  free: ProductFacts | undefined,
): readonly StoredLine[] {
  const kept = withoutFreeUnit(lines).map((line) => ({ ...line, is_from_coupon: false }));
  const isGiven =
    free !== undefined &&
    kept.length < maxLines &&
    validateQuantity(limitsOf(free), 1) === null &&
    !kept.some((line) => line.product_id === free.product_id);
  const given = isGiven
    ? [{ product_id: free.product_id, quantity: 1, custom_properties: {}, is_from_coupon: true }]
    : [];
  return [...kept, ...given].map((line, index) => ({ ...line, position: index + 1 }));
}
