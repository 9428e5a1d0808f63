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
  containsPattern,
  cutPage,
  isAfterCursor,
  type ListPage,
  type ListPageRequest,
  listPlace,
} from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { maxSimilarAddresses, minSimilarity } from '#server/platform/database/similar-addresses.ts';
import { isToShip } from './delivery/parcels.ts';
import { nameOf } from './operator-order.ts';

/** Filters of the list of orders; absent filters match everything. */
export interface OrderFilters {
  readonly q?: string | undefined;
  readonly state?: OrderState | undefined;
  /** `open`: orders to be shipped, except those whose remaining goods are all withdrawn. */
  readonly shipment?: FulfilmentState | undefined;
  readonly payment?: string | undefined;
  /** Days in the shop's time zone, both included. */
  readonly from?: CalendarDay | undefined;
  readonly to?: CalendarDay | undefined;
  readonly ids?: readonly string[] | undefined;
}

export interface OrderListRequest extends OrderFilters, ListPageRequest {}

/** Searched text of an order. Must equal the expression of the index `orders_by_words`. */
const searchedText = sql<string>`order_search_text(code, email, billing_address, shipping_address, billing_contact)`;

const newestFirst = { time: 'created_at', id: 'id', direction: 'desc' } as const;

/** Most matches of a search that are sorted; a search with more has to be more specific. */
const mostFound = 2_000;

/**
 * Finds orders, newest first, one page at a time, with one statement. If no order has the typed address, returns those
 * with the most similar ones. Every search and filter has an index (docs/behaviour/operations.md#orders-for-operators).
 */
export async function listOperatorOrders(
  db: Kysely<Database>,
  wanted: OrderListRequest,
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

/** Parses the search: undefined for everything, null when the text is too short to find something. */
export function searchOf({ q }: OrderFilters): OrderSearch | null | undefined {
  return q === undefined || q === '' ? undefined : readOrderSearch(q);
}

/** Selects one page of orders. */
export function pageQuery(db: Kysely<Database>, wanted: OrderListRequest, search: OrderSearch | undefined) {
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
      .$if(after !== undefined, (query) => query.where(isAfterCursor(newestFirst, after ?? '')))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      // One extra row tells whether there is another page.
      .limit(size + 1)
  );
}

/**
 * Selects the orders whose address is most similar to one that no order has, all on one page. The index finds words
 * similar to the part before the `@`, because many addresses share a domain.
 */
export function similarQuery(db: Kysely<Database>, wanted: OrderListRequest, typed: string) {
  const address = typed.toLowerCase();
  const likeness = sql`similarity(email, ${address})`;
  return pageQuery(db, { ...wanted, size: maxSimilarAddresses }, undefined).where(
    'id',
    'in',
    sql<string>`(
      select id from (
        select id, email from orders where ${searchedText} %> split_part(${address}, '@', 1) limit ${mostFound}
      ) found
      where split_part(email, '@', 1) % split_part(${address}, '@', 1) and ${likeness} >= ${minSimilarity}
      order by ${likeness} desc, id limit ${maxSimilarAddresses}
    )`,
  );
}

/** Returns the condition for orders that match filters and search. */
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
    // Ids are collected first, as below. The index `orders_by_amount_due` omits orders whose amount due equals the
    // total.
    return sql<boolean>`id = any(array(
      select id from orders where total_cents = ${search.amount}
      union all
      select id from orders where amount_due_cents = ${search.amount} and amount_due_cents <> total_cents
    ))`;
  const pattern = containsPattern(search.text);
  // Ids are collected first: scanning all orders by time until a page is full would take seconds.
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
