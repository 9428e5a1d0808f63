import { type Kysely, sql, type Transaction } from 'kysely';
import type { Carrier, FulfilmentState, Goods, Parcel } from '#core/model/parcel.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { trackingUrl } from '#core/rules/orders/parcel-tracking.ts';
import type { GoodsLine } from '#core/rules/orders/shipment.ts';
import type { Database } from '#server/platform/database/schema.ts';

/** A parcel as `orderParcels` selects it. */
interface StoredParcel extends Omit<Parcel, 'tracking_url'> {
  readonly carrier: Carrier | null;
}

/** Parcels of the order of the surrounding query (`orders`), the first one first. */
export const orderParcels = sql<readonly StoredParcel[]>`(
  select coalesce(json_agg(json_build_object(
    'id', parcels.id, 'carrier', parcels.carrier, 'tracking_code', parcels.tracking_code, 'sent_at', parcels.sent_at,
    'lines', (
      select coalesce(json_agg(json_build_object(
        'line_id', order_lines.id, 'title', order_lines.title, 'quantity', parcel_lines.quantity
      ) order by order_lines.position), '[]')
      from parcel_lines join order_lines on order_lines.id = parcel_lines.order_line_id
      where parcel_lines.parcel_id = parcels.id
    )
  ) order by parcels.number), '[]')
  from parcels where parcels.order_id = orders.id
)`;

/** Returns the goods of an order, with tracking links in its language. */
export function toGoods(order: {
  readonly fulfilment: string;
  readonly locale: string;
  readonly parcels: readonly StoredParcel[];
}) {
  const locale = isLocale(order.locale) ? order.locale : defaultLocale;
  return {
    fulfilment: order.fulfilment as FulfilmentState,
    parcels: order.parcels.map((parcel) => ({
      ...parcel,
      lines: [...parcel.lines],
      sent_at: new Date(parcel.sent_at).toISOString(),
      tracking_url:
        parcel.carrier === null || parcel.tracking_code === null
          ? null
          : trackingUrl(parcel.carrier, parcel.tracking_code, locale),
    })),
  } satisfies Goods;
}

/** Loads the goods of an order, with tracking links in its language. @throws Error when there is no such order. */
export async function readGoods(db: Kysely<Database>, orderId: string): Promise<Goods> {
  const order = await db
    .selectFrom('orders')
    .select(['fulfilment', 'locale'])
    .select(orderParcels.as('parcels'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return toGoods(order);
}

/** Pieces of a line of goods, for queries of `order_lines`; see `GoodsLine`. */
const pieces = {
  refunded: sql<number>`coalesce((
    select sum((back ->> 'quantity')::int)
    from refunds, jsonb_array_elements(refunds.lines -> 'lines') back
    where refunds.order_id = order_lines.order_id and back ->> 'line_id' = order_lines.id::text
  ), 0)::int`,
  sent: sql<number>`coalesce((
    select sum(quantity) from parcel_lines where order_line_id = order_lines.id
  ), 0)::int`,
  returned: sql<number>`coalesce((
    select sum(returned) from parcel_lines where order_line_id = order_lines.id
  ), 0)::int`,
  awaited: sql<number>`coalesce((
    select sum((withdrawn ->> 'quantity')::int)
    from declarations, jsonb_array_elements(declarations.decision -> 'lines') withdrawn
    where declarations.order_id = order_lines.order_id and declarations.state = 'open'
      and withdrawn ->> 'line_id' = order_lines.id::text and withdrawn ->> 'result' = 'await_return'
  ), 0)::int`,
};

/**
 * Whether a line of the order of the surrounding query (`orders`) has something left to send, as `leftToSend` computes
 * it.
 */
const hasLeftToSend = sql<boolean>`exists (
  select from order_lines where order_lines.order_id = orders.id and order_lines.is_shipped
    and order_lines.quantity - ${pieces.refunded} > greatest(${pieces.sent} - ${pieces.returned}, ${pieces.awaited})
)`;

/**
 * Whether the order of the surrounding query (`orders`) is to be shipped: withdrawn goods are not sent
 * (docs/behaviour/orders.md#parcels). An order with open goods has something left to send unless a withdrawal is open,
 * so lines are read only for orders with an open one.
 */
export const isToShip = sql<boolean>`(orders.fulfilment = 'open' and not exists (
  select from declarations where declarations.order_id = orders.id and declarations.state = 'open'
    and not ${hasLeftToSend}
))`;

/**
 * Loads the goods of orders, line by line, with what was refunded, sent and withdrawn. Lock the order when a decision
 * depends on it.
 */
export async function readGoodsLines(
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<readonly (GoodsLine & { readonly order_id: string; readonly title: string })[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('order_lines')
    .select(['id', 'order_id', 'title', 'quantity'])
    .select([
      pieces.refunded.as('refunded'),
      pieces.sent.as('sent'),
      pieces.returned.as('returned'),
      pieces.awaited.as('awaited'),
    ])
    .where('order_id', 'in', orderIds)
    .where('is_shipped', '=', true)
    .orderBy('order_id')
    .orderBy('position')
    .execute();
}

/** Records that pieces of a line were returned, at most as many as were sent; those of the first parcel first. */
export async function recordReturned(
  trx: Transaction<Database>,
  lineId: string,
  quantity: number,
): Promise<void> {
  await sql`
    with packed as (
      select parcel_id, number, quantity - returned as away
      from parcel_lines join parcels on parcels.id = parcel_id where order_line_id = ${lineId}
    ), placed as (
      select parcel_id, away, sum(away) over (order by number) - away as away_before from packed
    )
    update parcel_lines set returned = returned + least(away, ${quantity}::int - away_before)
    from placed
    where order_line_id = ${lineId} and parcel_lines.parcel_id = placed.parcel_id
      and away > 0 and away_before < ${quantity}::int`.execute(trx);
}
