import type { Expression, Transaction } from 'kysely';
import type { CartRow } from '#server/carts/own-cart.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderRow } from './find-order.ts';

export interface LockedOrder {
  readonly order: OrderRow;
  /** Null once the cart is gone. */
  readonly cart: CartRow | null;
}

/**
 * Locks an order, which may be named by a query for its id, and its cart. The cart comes first because whoever orders a cart holds it already; so every
 * transaction takes its locks in one order: cart → order → promotion → stock → voucher.
 */
export async function lockOrder(
  trx: Transaction<Database>,
  orderId: string | Expression<string>,
): Promise<LockedOrder> {
  // Asked for together, done in this order.
  const [cart, order] = await Promise.all([
    trx
      .selectFrom('carts')
      .selectAll()
      .where('id', '=', (inner) => inner.selectFrom('orders').select('cart_id').where('id', '=', orderId))
      .forUpdate()
      .executeTakeFirst(),
    trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow(),
  ]);
  return { order, cart: cart ?? null };
}

/**
 * Locks what a checkout of this cart may use up, so that pricing afterwards sees final figures: the promotion, the
 * products with limited stock in the order of their ids, the voucher and the user's credit. Others who want the same wait
 * here. What is asked for together with this, but after it, sees those figures, too.
 */
export async function lockLimited(trx: Transaction<Database>, cart: CartRow): Promise<void> {
  const promotion = trx
    .selectFrom('promotions')
    .select('id')
    .where('id', 'in', (inner) =>
      inner.selectFrom('coupon_codes').select('promotion_id').where('code', '=', cart.coupon_code),
    )
    .forUpdate();
  const stock = trx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', (inner) =>
      inner.selectFrom('cart_lines').select('product_id').where('cart_id', '=', cart.id),
    )
    .where('stock', 'is not', null)
    .orderBy('id')
    .forUpdate();
  const money = trx
    .selectFrom('gift_codes')
    .select('id')
    .where((where) =>
      where.or([
        where('id', '=', cart.voucher_id),
        where.and([where('kind', '=', 'credit'), where('redeemed_by', '=', cart.user_id)]),
      ]),
    )
    // The voucher first, as who redeems one takes them.
    .orderBy('kind', 'desc')
    .forUpdate();
  await Promise.all([
    ...(cart.coupon_code === null ? [] : [promotion.execute()]),
    stock.execute(),
    ...(cart.voucher_id === null && cart.user_id === null ? [] : [money.execute()]),
  ]);
}
