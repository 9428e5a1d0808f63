import {
  type Expression,
  type Kysely,
  type QueryCreator,
  sql,
  type Transaction,
  type UpdateObject,
} from 'kysely';
import type { OrderState } from '#core/model/order.ts';
import { transition } from '#core/rules/basics/state-machine.ts';
import { isOpen, type OrderEvent, orderStateMachine } from '#core/rules/orders/order-states.ts';
import type { CartRow } from '#server/carts/cart-rows.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { addOrderToSpans } from '#server/platform/spans.ts';
import type { OrderRow } from './order-events.ts';

interface LockedOrder {
  readonly order: OrderRow;
  /** Null when the cart was deleted. */
  readonly cart: CartRow | null;
}

/**
 * Locks an order, given by its id or by a subquery for it, and its cart. The cart is locked first, because creating an
 * order locks the cart first too. All transactions take locks in the order cart → order → promotion → stock → voucher →
 * subscription.
 */
export async function lockOrder(
  trx: Transaction<Database>,
  orderId: string | Expression<string>,
): Promise<LockedOrder> {
  const cart = await lockCartOf(trx, orderId);
  return { order: await lockOrderOnly(trx, orderId), cart };
}

async function lockCartOf(
  trx: Transaction<Database>,
  orderId: string | Expression<string>,
): Promise<CartRow | null> {
  const cart = await trx
    .selectFrom('carts')
    .selectAll()
    .where('id', '=', (inner) => inner.selectFrom('orders').select('cart_id').where('id', '=', orderId))
    .forUpdate()
    .executeTakeFirst();
  return cart ?? null;
}

/** Locks an order, given as in `lockOrder`, in a transaction that never locks its cart. */
export async function lockOrderOnly(
  trx: Transaction<Database>,
  orderId: string | Expression<string>,
): Promise<OrderRow> {
  const order = await selectLocked(trx, orderId).executeTakeFirstOrThrow();
  addOrderToSpans(order.id);
  return order;
}

function selectLocked(trx: Transaction<Database>, orderId: string | Expression<string>) {
  return trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate();
}

/**
 * Locks an order with its cart and, while it can still be paid, everything that a payment would use up, so that the
 * price computed afterwards stays correct. Parallel checkouts of the same things wait here. Null when there is no such
 * order, or when `mayPay` refuses it.
 */
export async function lockForCheckout(
  trx: Transaction<Database>,
  orderId: string,
  mayPay: (order: OrderRow) => boolean,
): Promise<LockedOrder | null> {
  const cart = await lockCartOf(trx, orderId);
  const order = await selectLocked(trx, orderId).executeTakeFirst();
  if (order === undefined || !mayPay(order)) return null;
  addOrderToSpans(order.id);
  if (cart !== null && isOpen(order.state as OrderState)) {
    if (cart.coupon_code !== null) await lockPromotionOf(trx, cart.coupon_code);
    await lockStock(trx, sql<string>`(select product_id from cart_lines where cart_id = ${cart.id})`);
    await lockVouchers(trx, cart);
  }
  return { order, cart };
}

async function lockPromotionOf(trx: Transaction<Database>, couponCode: string): Promise<void> {
  await trx
    .selectFrom('promotions')
    .select('id')
    .where('id', 'in', (inner) =>
      inner.selectFrom('coupon_codes').select('promotion_id').where('code', '=', couponCode),
    )
    .forUpdate()
    .execute();
}

/** Locks the selected products with limited stock, in the order of their ids to avoid deadlocks. */
export async function lockStock(trx: Transaction<Database>, ids: Expression<string>): Promise<void> {
  await trx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where('stock', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Locks the voucher of a cart or order, and the credits of its user: vouchers first, in the same order as redeeming
 * does.
 */
export async function lockVouchers(
  trx: Transaction<Database>,
  {
    voucher_id,
    promotional_id = null,
    user_id,
  }: Pick<CartRow, 'voucher_id' | 'user_id'> & Partial<Pick<OrderRow, 'promotional_id'>>,
): Promise<void> {
  if (voucher_id === null && promotional_id === null && user_id === null) return;
  await trx
    .selectFrom('gift_codes')
    .select('id')
    .where((where) =>
      where.or([
        where('id', 'in', [voucher_id, promotional_id]),
        where.and([where('kind', '=', 'credit'), where('redeemed_by', '=', user_id)]),
      ]),
    )
    .orderBy('kind', 'desc')
    .orderBy('id')
    .forUpdate()
    .execute();
}

interface OrderMove {
  readonly order: { readonly id: string; readonly state: string };
  readonly event: OrderEvent;
  /** Stored in the order's history. */
  readonly cause: 'buyer' | 'gateway' | 'background' | 'operator';
  readonly changes?: UpdateObject<Database, 'orders'>;
}

/**
 * Changes the state of a locked order by the state machine table, adds the change to its history and returns the new
 * state. @throws Error when the table has no such transition: a bug, because callers check the state first.
 */
export async function transitionOrder(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  move: OrderMove,
): Promise<OrderState> {
  const state = await transitionUnlocked(trx, context, move);
  if (state === null) throw new Error(`Order ${move.order.id} is not ${move.order.state} any more`);
  return state;
}

/** As `transitionOrder`, for an order that is not locked: null when it is in another state by now. One statement. */
export async function transitionUnlocked(
  db: Kysely<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { order, event, cause, changes }: OrderMove,
): Promise<OrderState | null> {
  const moved = transition(orderStateMachine, order.state as OrderState, event);
  if (!moved.ok) throw new Error(`Order ${order.id} cannot ${event} while it is ${order.state}`);
  const now = new Date(context.clock.now());
  const written = await db
    .with('changed', (changing) =>
      changing
        .updateTable('orders')
        .set({ ...changes, state: moved.value, state_changed_at: now })
        .where('id', '=', order.id)
        .where('state', '=', order.state)
        .returning('id'),
    )
    .insertInto('order_events')
    .columns(['id', 'order_id', 'from_state', 'to_state', 'cause', 'happened_at'])
    .expression((from) =>
      from
        .selectFrom('changed')
        .select([
          sql<string>`${context.ids.uuid()}::uuid`.as('event_id'),
          'changed.id',
          sql<string>`${order.state}`.as('from_state'),
          sql<string>`${moved.value}`.as('to_state'),
          sql<string>`${cause}`.as('cause'),
          sql<Date>`${now}::timestamptz`.as('happened_at'),
        ]),
    )
    .returning('order_id')
    .executeTakeFirst();
  return written === undefined ? null : moved.value;
}

/** Properties of a line of the surrounding query, without default values. They are equal if `lineId` is equal. */
const plainProperties = sql`(
  select coalesce(jsonb_object_agg(key, case key when 'recipient_email' then lower(trim(value)) else value end), '{}')
  from jsonb_each_text(custom_properties)
  where value <> ''
    and (key, value) not in (('is_gift_pdf', 'false'), ('delivery', 'buyer'), ('theme', 'neutral'))
)`;

/**
 * Closes and empties the cart of a placed order, if it has one. Lines that a second tab has added in the meantime stay.
 * The free unit of the coupon is removed with the coupon, even if it was hidden and so not ordered. `query` may already
 * contain other writes of the same statement.
 */
export async function emptyCart(
  query: Pick<QueryCreator<Database>, 'with'>,
  { id, cart_id }: OrderRow,
): Promise<void> {
  const isOrdered = sql`(product_id, ${plainProperties}) in (
    select product_id, ${plainProperties} from order_lines where order_id = ${id}
  )`;
  await query
    .with('removed', (emptying) =>
      emptying
        .deleteFrom('cart_lines')
        .where(sql<boolean>`cart_id = ${cart_id} and (${isOrdered} or (is_from_coupon and quantity = 1))`),
    )
    .with('lowered', (emptying) =>
      emptying
        .updateTable('cart_lines')
        .set({ quantity: sql<number>`quantity - 1`, is_from_coupon: false })
        .where(sql<boolean>`cart_id = ${cart_id} and is_from_coupon and quantity > 1 and not ${isOrdered}`),
    )
    .updateTable('carts')
    .set({
      coupon_code: null,
      campaign: null,
      voucher_id: null,
      // These codes led to this order, not to the buyer's next one.
      referral_code: null,
      affiliate_code: null,
    })
    .where(sql<boolean>`id = ${cart_id}`)
    .execute();
}
