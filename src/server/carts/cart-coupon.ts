import { type Expression, type Kysely, sql, type Transaction } from 'kysely';
import type { CouponKind } from '#core/model/coupon.ts';
import type { ProductKind } from '#core/model/product.ts';
import { maxLines } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { validateQuantity } from '#core/rules/carts/cart-lines.ts';
import type { Coupon } from '#core/rules/coupons/discounts.ts';
import { unfinishedStates } from '#core/rules/orders/order-states.ts';
import { isOwned, limitsOf, type ProductFacts } from '#server/catalogue/product-facts.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type CartRow, type StoredLine, withoutFreeUnit } from './cart-rows.ts';

interface CouponQuery {
  readonly code: string | Expression<string>;
  /** Normalised e-mail of the customer, for limits per customer; guests have one too. Null while unknown. */
  readonly customer: Expression<string | null>;
  /** The user of the cart, whose uses count under each e-mail address; null for guests. */
  readonly user_id: string | Expression<string> | null;
  /** A use that is reserved by the open order of this cart is not counted. */
  readonly cart_id: string | Expression<string> | null;
}

/** Selects the coupon of a code with the number of its uses; no row for an unknown code. */
export function selectCoupon(db: Kysely<Database>, { code, customer, user_id, cart_id }: CouponQuery) {
  return db
    .selectFrom('coupon_codes')
    .innerJoin('promotions', 'promotions.id', 'coupon_codes.promotion_id')
    .selectAll('promotions')
    .select([
      'coupon_codes.code',
      sql<number>`(
        select count(*)::int from (
          select order_id from coupon_uses
          where coupon_uses.promotion_id = promotions.id and coupon_uses.customer = ${customer}
          union
          select order_id from orders join coupon_uses on coupon_uses.order_id = orders.id
          where orders.user_id = ${user_id}::uuid and coupon_uses.promotion_id = promotions.id
        ) used
      )`.as('used_by_customer'),
      sql<number>`(
        select count(*)::int from orders join coupon_uses on coupon_uses.order_id = orders.id
        where orders.cart_id = ${cart_id} and coupon_uses.promotion_id = promotions.id and not coupon_uses.is_settled
          and orders.state in (${sql.join(unfinishedStates.map((state) => sql.lit(state)))})
      )`.as('reserved_by_cart'),
      sql<boolean>`is_first_purchase_only and exists (
        select from orders where completed_at is not null and (email = ${customer} or user_id = ${user_id}::uuid)
      )`.as('has_bought'),
    ])
    .where('coupon_codes.code', '=', code);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectCoupon>['executeTakeFirstOrThrow']>>;

/** A selected coupon. Read through JSON, its times are strings. */
export type CouponRow = Omit<Selected, 'valid_from' | 'valid_until'> & {
  readonly valid_from: Date | string | null;
  readonly valid_until: Date | string | null;
};

/** Converts a selected coupon to the type of the rules. */
export function toCoupon(row: CouponRow): Coupon {
  const used_by_customer = Math.max(0, row.used_by_customer - row.reserved_by_cart);
  return {
    id: row.id,
    code: row.code,
    kind: row.kind as CouponKind,
    value: row.value,
    valid_from: timeOf(row.valid_from),
    valid_until: timeOf(row.valid_until),
    total_limit: row.total_limit,
    used: row.used - row.reserved_by_cart,
    per_customer_limit: row.per_customer_limit,
    used_by_customer,
    is_first_purchase_only: row.is_first_purchase_only,
    // A use that another order has reserved may still become the first purchase.
    has_bought: row.has_bought || used_by_customer > 0,
    minimum_subtotal: row.minimum_subtotal_cents === null ? null : cents(row.minimum_subtotal_cents),
    product_ids: row.product_ids,
    kinds: row.kinds as readonly ProductKind[] | null,
    campaign: row.campaign,
    free_product_id: row.free_product_id,
  };
}

function timeOf(time: Date | string | null): number | null {
  return time === null ? null : new Date(time).getTime();
}

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
