import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { OperatorOrderRow } from '#api/orders/operator-order-models.ts';
import type { OrderState } from '#core/model/order.ts';
import type { FulfilmentState } from '#core/model/parcel.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { addDays, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { type OrderSearch, readOrderSearch } from '#core/rules/orders/order-search.ts';
import {
  containing,
  cutPage,
  isBehind,
  type ListPage,
  listPlace,
  type WantedPage,
} from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { leastSimilar, mostSimilar } from '#server/platform/database/similar-addresses.ts';
import { isToShip } from './delivery/parcels.ts';
import { nameOf } from './operator-order.ts';

/** What an operator wants to see; absent filters let everything through. */
export interface OrderFilters {
  readonly q?: string | undefined;
  readonly state?: OrderState | undefined;
  /** `open`: those to be shipped, without those of which a withdrawal takes all that is left. */
  readonly shipment?: FulfilmentState | undefined;
  readonly payment?: string | undefined;
  /** Days in the shop's time zone, both included. */
  readonly from?: CalendarDay | undefined;
  readonly to?: CalendarDay | undefined;
  readonly ids?: readonly string[] | undefined;
}

export interface WantedOrders extends OrderFilters, WantedPage {}

/** The text in which operators search, as the index `orders_by_words` has it. */
const searchedText = sql<string>`order_search_text(code, email, billing_address, shipping_address, billing_contact)`;

const newestFirst = { time: 'created_at', id: 'id', direction: 'desc' } as const;

/** The most orders of one search that are sorted; who finds more has to type more. */
const mostFound = 2_000;

/**
 * Finds orders, newest first, one page at a time, by one statement. Where no order has the typed address, those with
 * the most similar ones. Every search and filter has an index (docs/behaviour/operations.md#orders-for-operators).
 */
export async function listOperatorOrders(
  db: Kysely<Database>,
  wanted: WantedOrders,
): Promise<ListPage<OperatorOrderRow>> {
  const search = searchOf(wanted);
  if (search === null) return { rows: [], next: null };
  const found = await pageQuery(db, wanted, search).execute();
  const isWrongAddress =
    found.length === 0 && wanted.after === undefined && search?.kind === 'text' && search.text.includes('@');
  const { rows, next } = isWrongAddress
    ? { rows: await similarQuery(db, wanted, search.text).execute(), next: null }
    : cutPage(found, wanted.size);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      code: row.code,
      state: row.state as OrderState,
      fulfilment: row.fulfilment as FulfilmentState,
      email: row.email,
      name: nameOf(row),
      payment: row.payment_method as PaymentMethodSummary | null,
      parcel_count: Number(row.parcel_count),
      items: Number(row.items),
      total: cents(row.total_cents),
      refunded: cents(Number(row.refunded)),
      created_at: row.created_at.toISOString(),
      completed_at: row.completed_at === null ? null : row.completed_at.toISOString(),
    })),
    next,
  };
}

/** What is searched for: undefined for everything, null where too little was typed to find something. */
export function searchOf({ q }: OrderFilters): OrderSearch | null | undefined {
  return q === undefined || q === '' ? undefined : readOrderSearch(q);
}

/** The statement of one page. */
export function pageQuery(db: Kysely<Database>, wanted: WantedOrders, search: OrderSearch | undefined) {
  const { after, size } = wanted;
  return (
    db
      .selectFrom('orders')
      .select([
        'id',
        'code',
        'state',
        'fulfilment',
        'email',
        'billing_address',
        'shipping_address',
        'billing_contact',
        'payment_method',
        'total_cents',
        'created_at',
        'completed_at',
      ])
      .select((where) => [
        listPlace('created_at').as('place'),
        where
          .selectFrom('order_lines')
          .select(sql<string>`coalesce(sum(quantity), 0)`.as('sum'))
          .whereRef('order_lines.order_id', '=', 'orders.id')
          .as('items'),
        where
          .selectFrom('parcels')
          .select(sql<string>`count(*)`.as('count'))
          .whereRef('parcels.order_id', '=', 'orders.id')
          .as('parcel_count'),
        where
          .selectFrom('refunds')
          .select(sql<string>`coalesce(sum(amount_cents + credit_cents), 0)`.as('sum'))
          .whereRef('refunds.order_id', '=', 'orders.id')
          .where('refunds.state', '!=', 'refused')
          .as('refunded'),
      ])
      .where((where) => matchingOrders(where, wanted, search))
      .$if(after !== undefined, (query) => query.where(isBehind(newestFirst, after ?? '')))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      // One more than is shown tells whether there is another page.
      .limit(size + 1)
  );
}

/**
 * The statement of the orders whose address is most similar to one that no order has, all on one page. The index finds
 * words that are similar to what stands before the `@`, because many have a domain in common.
 */
export function similarQuery(db: Kysely<Database>, wanted: WantedOrders, typed: string) {
  const address = typed.toLowerCase();
  const likeness = sql`similarity(email, ${address})`;
  return pageQuery(db, { ...wanted, size: mostSimilar }, undefined).where(
    'id',
    'in',
    sql<string>`(
      select id from (
        select id, email from orders where ${searchedText} %> split_part(${address}, '@', 1) limit ${mostFound}
      ) found
      where split_part(email, '@', 1) % split_part(${address}, '@', 1) and ${likeness} >= ${leastSimilar}
      order by ${likeness} desc, id limit ${mostSimilar}
    )`,
  );
}

/** The condition for orders that a list or an export finds. */
export function matchingOrders(
  where: ExpressionBuilder<Database, 'orders'>,
  { state, shipment, payment, from, to, ids }: OrderFilters,
  search: OrderSearch | undefined,
) {
  return where.and([
    ...(search === undefined ? [] : [matches(where, search)]),
    ...(ids === undefined ? [] : [where('id', 'in', ids)]),
    ...(state === undefined ? [] : [where('state', '=', state)]),
    ...(shipment === undefined ? [] : [shipment === 'open' ? isToShip : where('fulfilment', '=', shipment)]),
    ...(payment === undefined ? [] : [where(sql`payment_method ->> 'kind'`, '=', payment)]),
    ...(from === undefined ? [] : [where('created_at', '>=', new Date(startOfDay(from)))]),
    ...(to === undefined ? [] : [where('created_at', '<', new Date(startOfDay(addDays(to, 1))))]),
  ]);
}

function matches(where: ExpressionBuilder<Database, 'orders'>, search: OrderSearch) {
  if (search.kind === 'amount')
    // The found ids are collected first, as below. `orders_by_amount_due` has no order whose amount due is its total.
    return sql<boolean>`id = any(array(
      select id from orders where total_cents = ${search.amount}
      union all
      select id from orders where amount_due_cents = ${search.amount} and amount_due_cents <> total_cents
    ))`;
  const pattern = containing(search.text);
  // Collected first: walking all orders by time until a page is full would take seconds.
  return where(
    'id',
    'in',
    sql<string>`(
      (select id from orders where ${searchedText} like ${pattern} limit ${mostFound})
      union all
      select order_id from payment_attempts where transaction_id = ${search.text}
    )`,
  );
}
