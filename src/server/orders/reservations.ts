import { sql, type Transaction } from 'kysely';
import { normaliseEmail } from '#core/model/email-address.ts';
import { addToCredit } from '#server/coupons/credit.ts';
import type { GiftCodeRow } from '#server/coupons/gift-codes.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { emptyCart, lockStock, lockVouchers } from './lock-order.ts';
import { keptAccount } from './order-buyer.ts';
import type { OrderRow } from './order-events.ts';

type Needs = Pick<ServerContext, 'clock' | 'ids'>;

/**
 * Reserves what an order uses up: a use of the coupon, units in stock, voucher balance
 * (docs/behaviour/checkout-and-payment.md#reservations). Each statement checks availability in its own condition, so
 * nothing is oversold even if a caller forgot a lock. @throws Error when something is not available although the caller
 * has locked and priced the order; rolls the transaction back.
 */
export async function reserve(trx: Transaction<Database>, context: Needs, order: OrderRow): Promise<void> {
  await reserveCoupon(trx, order);
  await reserveStock(trx, order);
  await reserveVouchers(trx, context, order);
}

async function reserveCoupon(trx: Transaction<Database>, order: OrderRow): Promise<void> {
  if (order.promotion_id === null) return;
  const taken = await trx
    .updateTable('promotions')
    .set({ used: sql<number>`used + 1` })
    .where('id', '=', order.promotion_id)
    .where((where) =>
      where.or([where('total_limit', 'is', null), where('used', '<', where.ref('total_limit'))]),
    )
    .returning('id')
    .executeTakeFirst();
  if (taken === undefined) throw new Error(`Promotion ${order.promotion_id} was used up under a lock`);
  await trx
    .insertInto('coupon_uses')
    .values({ order_id: order.id, promotion_id: order.promotion_id, customer: normaliseEmail(order.email) })
    .execute();
}

/** One statement for all lines: reduces the stock and stores the quantities as reservations. */
async function reserveStock(trx: Transaction<Database>, order: OrderRow): Promise<void> {
  await sql`
    with wanted as (
      select product_id, sum(quantity)::int as quantity from order_lines where order_id = ${order.id}
      group by product_id
    ), taken as (
      update products set stock = stock - wanted.quantity from wanted
      where products.id = wanted.product_id and products.stock is not null
      returning products.id, wanted.quantity
    )
    insert into stock_reservations (order_id, product_id, quantity)
    select ${order.id}::uuid, id, quantity from taken
  `.execute(trx);
}

/** The parts of an order's credit, paid and promotional, in cents. */
function creditParts(order: OrderRow): readonly { readonly id: string; readonly amount: number }[] {
  const { voucher_id, promotional_id, credit_cents, promotional_cents } = order;
  return [
    ...(promotional_id === null ? [] : [{ id: promotional_id, amount: promotional_cents }]),
    ...(voucher_id === null ? [] : [{ id: voucher_id, amount: credit_cents - promotional_cents }]),
  ].filter(({ amount }) => amount > 0);
}

async function reserveVouchers(trx: Transaction<Database>, context: Needs, order: OrderRow): Promise<void> {
  for (const { id, amount } of creditParts(order)) {
    const taken = await trx
      .updateTable('gift_codes')
      .set({ balance_cents: sql<number>`balance_cents - ${amount}` })
      .where('id', '=', id)
      .where('balance_cents', '>=', amount)
      .returning('id')
      .executeTakeFirst();
    if (taken === undefined) throw new Error(`Voucher ${id} was spent under a lock`);
    await noteVoucher(trx, context, id, order.id, -amount, 'reserved');
  }
}

/** Releases what `reserve` reserved, after a decline. Does nothing when nothing is reserved. The order is locked. */
export async function release(trx: Transaction<Database>, context: Needs, order: OrderRow): Promise<void> {
  await lockReserved(trx, order);
  const use = await trx
    .deleteFrom('coupon_uses')
    .where('order_id', '=', order.id)
    .where('is_settled', '=', false)
    .returning('promotion_id')
    .executeTakeFirst();
  if (use !== undefined) {
    await trx
      .updateTable('promotions')
      .set({ used: sql<number>`used - 1` })
      .where('id', '=', use.promotion_id)
      .execute();
  }
  await sql`
    with freed as (delete from stock_reservations where order_id = ${order.id} returning product_id, quantity)
    update products set stock = stock + freed.quantity from freed
    where products.id = freed.product_id and products.stock is not null
  `.execute(trx);
  for (const { id, amount } of creditParts(order)) {
    const voucher = await trx
      .updateTable('gift_codes')
      .set({ balance_cents: sql<number>`balance_cents + ${amount}` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteVoucher(trx, context, id, order.id, amount, 'released');
    if (voucher.kind === 'voucher' && voucher.redeemed_by !== null)
      await passOn(trx, context, voucher, voucher.redeemed_by);
  }
}

/**
 * Adds the released balance of a voucher that was redeemed during the payment to the credit of its new owner. If the
 * owner has deleted the account since, the voucher becomes redeemable again.
 */
async function passOn(
  trx: Transaction<Database>,
  context: Needs,
  voucher: GiftCodeRow,
  redeemedBy: string,
): Promise<void> {
  const owner = await keptAccount(trx, redeemedBy);
  if (owner !== null) {
    await addToCredit(trx, context, voucher, owner);
    return;
  }
  await trx
    .updateTable('gift_codes')
    .set({ redeemed_by: null, redeemed_at: null })
    .where('id', '=', voucher.id)
    .execute();
}

/** Locks what an order has reserved: promotion → stock → voucher. */
async function lockReserved(trx: Transaction<Database>, order: OrderRow): Promise<void> {
  await trx
    .selectFrom('promotions')
    .select('id')
    .where('id', '=', (inner) =>
      inner.selectFrom('coupon_uses').select('promotion_id').where('order_id', '=', order.id),
    )
    .forUpdate()
    .execute();
  await lockStock(trx, sql<string>`(select product_id from stock_reservations where order_id = ${order.id})`);
  if (order.credit_cents > 0) await lockVouchers(trx, order);
}

/**
 * Makes the reservations of a paid order permanent, so that they can no longer be released, and empties its cart. One
 * statement.
 */
export async function settleReservations(trx: Transaction<Database>, order: OrderRow): Promise<void> {
  const settled = trx
    .with('taken', (taking) => taking.deleteFrom('stock_reservations').where('order_id', '=', order.id))
    .with('used', (using) =>
      using.updateTable('coupon_uses').set({ is_settled: true }).where('order_id', '=', order.id),
    );
  await emptyCart(settled, order);
}

async function noteVoucher(
  trx: Transaction<Database>,
  context: Needs,
  giftCodeId: string,
  orderId: string,
  amount: number,
  cause: 'reserved' | 'released',
): Promise<void> {
  await trx
    .insertInto('voucher_entries')
    .values({
      id: context.ids.uuid(),
      gift_code_id: giftCodeId,
      order_id: orderId,
      amount_cents: amount,
      cause,
      happened_at: new Date(context.clock.now()),
    })
    .execute();
}
