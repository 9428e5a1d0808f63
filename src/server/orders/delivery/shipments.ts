import { type RawBuilder, sql, type Transaction, type Updateable } from 'kysely';
import type { OrderState } from '#core/model/order.ts';
import type { Carrier, FulfilmentState } from '#core/model/parcel.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { transition } from '#core/rules/basics/state-machine.ts';
import { fulfilmentStateMachine, isSold } from '#core/rules/orders/order-states.ts';
import { endOfSending, leftToSend, type PackedLine, packParcel } from '#core/rules/orders/shipment.ts';
import { mailSubject } from '#server/orders/operator-order.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { conflictFailure } from '#server/platform/change-conflict.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, lockId } from '#server/platform/database/transaction.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { isLeased } from '#server/platform/outbox/mail-lease.ts';
import { letterKeyOfRow } from '#server/platform/outbox/mail-templates.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { recordEvent } from '#server/platform/webhooks/record-event.ts';
import { readGoodsLines } from './parcels.ts';

/** Why the fulfilment of an order cannot be changed. */
export type GoodsRefusal =
  | { readonly code: 'UNKNOWN_ORDER' }
  /** The order was not paid, its fulfilment is in another state than required, or nothing is left to send. */
  | { readonly code: 'NOT_POSSIBLE'; readonly state: string; readonly fulfilment: string }
  /** Everything was sent before in another parcel, or this parcel exists with other content. */
  | { readonly code: 'OTHER_PARCEL'; readonly carrier: string | null; readonly tracking_code: string | null }
  /** More pieces than are left: some were sent or refunded in the meantime. */
  | { readonly code: 'MORE_THAN_LEFT' };

/** `again`: the order was already in this state, and nothing was changed. */
export type GoodsTransition = 'moved' | 'again';

/** A parcel that was sent. */
export interface Shipment {
  /** Chosen by the caller to recognise a repeated call; without it, carrier and tracking code are compared. */
  readonly parcel_id?: string | undefined;
  readonly carrier: Carrier;
  readonly tracking_code: string | null;
  /** Pieces of order lines; everything that is left when omitted. */
  readonly lines?: readonly PackedLine[] | undefined;
}

/**
 * Records that a parcel with goods of an order was sent, and informs the buyer by mail. The order is shipped when
 * nothing is left to send (docs/behaviour/orders.md#parcels). A second call for the same parcel changes nothing and
 * sends no mail.
 */
export function shipOrder(
  context: ServerContext,
  code: string,
  shipment: Shipment,
): Promise<Result<GoodsTransition, GoodsRefusal>> {
  return inTransaction(context.db, async (trx) => {
    if (shipment.parcel_id !== undefined) await lockId(trx, shipment.parcel_id);
    const order = await lockByCode(trx, code);
    if (order === undefined) return err({ code: 'UNKNOWN_ORDER' });
    const known = await findParcels(trx, order.id, shipment.parcel_id);
    const same = known.find((parcel) => isSameParcel(parcel, shipment));
    if (same !== undefined) {
      const isRepeated = same.order_id === order.id && hasContent(same, shipment);
      return isRepeated ? ok('again') : err({ code: 'OTHER_PARCEL', ...nameOf(same) });
    }
    const { state, fulfilment } = order;
    const last = known.at(-1);
    if (fulfilment === 'shipped' || fulfilment === 'delivered')
      return err({ code: 'OTHER_PARCEL', ...nameOf(last ?? { carrier: null, tracking_code: null }) });
    const goods = await readGoodsLines(trx, [order.id]);
    const packed = packParcel(goods, shipment.lines ?? 'all');
    if (!isSold(state as OrderState) || fulfilment !== 'open' || (!packed.ok && packed.error === 'NOTHING'))
      return err({ code: 'NOT_POSSIBLE', state, fulfilment });
    if (!packed.ok) return err({ code: 'MORE_THAN_LEFT' });
    const parcelId = await writeParcel(trx, context, order, shipment, packed.value, known.length + 1);
    const left = withSent(goods, packed.value);
    const end = endOfSending(left);
    if (end === 'ship') await moveGoods(trx, context, order, 'ship', { shipped_at: nowOf(context) });
    else
      await recordChange(trx, context, {
        action: 'order.parcel_sent',
        record: { type: 'orders', id: order.id },
        after: { parcel_id: parcelId, pieces: packed.value.reduce((sum, { quantity }) => sum + quantity, 0) },
      });
    // Withdrawn goods are not sent later.
    const isLast = left.every((line) => leftToSend(line) === 0);
    await mailBuyer(trx, context, order, parcelId, !isLast ? 'part' : known.length > 0 ? 'last' : 'only');
    await recordEvent(trx, context, 'order.shipped', () => ({
      order_id: order.id,
      order_code: order.code,
      parcel_id: parcelId,
      carrier: shipment.carrier,
      tracking_code: shipment.tracking_code,
      is_complete: end === 'ship',
    }));
    return ok('moved');
  });
}

interface Correction extends Pick<Shipment, 'carrier' | 'tracking_code'> {
  readonly parcel_id: string;
  /** Values that the operator saw. */
  readonly seen?: Pick<KnownParcel, 'carrier' | 'tracking_code'> | undefined;
}

/**
 * Corrects carrier and tracking code of a parcel of an order that is not delivered. The buyer gets another mail, unless
 * the mail about the parcel is not composed yet: that mail will contain the new values. Refused when `seen` is
 * outdated.
 */
export function correctParcel(
  context: ServerContext,
  code: string,
  { parcel_id, carrier, tracking_code, seen }: Correction,
): Promise<Result<GoodsTransition, GoodsRefusal>> {
  return inTransaction(context.db, async (trx) => {
    const order = await lockByCode(trx, code);
    if (order === undefined) return err({ code: 'UNKNOWN_ORDER' });
    const parcels = await findParcels(trx, order.id, undefined);
    const parcel = parcels.find(({ id }) => id === parcel_id);
    if (parcel === undefined) return err({ code: 'UNKNOWN_ORDER' });
    if (parcel.carrier === carrier && parcel.tracking_code === tracking_code) return ok('again');
    const { state, fulfilment } = order;
    if (fulfilment === 'delivered') return err({ code: 'NOT_POSSIBLE', state, fulfilment });
    const same = parcels.find((one) => isSameParcel(one, { carrier, tracking_code }));
    if (same !== undefined) return err({ code: 'OTHER_PARCEL', ...nameOf(same) });
    const current = nameOf(parcel);
    if (conflictFailure({ seen, current, wanted: { carrier, tracking_code } }) !== null)
      return err({ code: 'OTHER_PARCEL', ...current });
    await trx.updateTable('parcels').set({ carrier, tracking_code }).where('id', '=', parcel_id).execute();
    await recordChange(trx, context, {
      action: 'order.parcel_corrected',
      record: { type: 'orders', id: order.id },
      before: current,
      after: { carrier, tracking_code },
    });
    const isLast = fulfilment !== 'open' && parcel === parcels.at(-1);
    const share = isLast ? (parcels.length > 1 ? 'last' : 'only') : 'part';
    if (!(await isMailPending(trx, context, order.id, sql<boolean>`facts ->> 'parcel_id' = ${parcel_id}`)))
      await mailBuyer(trx, context, order, parcel_id, share, context.ids.uuid());
    return ok('moved');
  });
}

/**
 * Whether a mail of an order that matches `isMeant` is not composed yet; a mail that was tried is repeated unchanged.
 * Locks the rows, so that composing does not begin in the meantime.
 */
export async function isMailPending(
  trx: Transaction<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  orderId: string,
  isMeant: RawBuilder<boolean>,
): Promise<boolean> {
  const mails = await trx
    .selectFrom('outbox')
    .selectAll()
    .where(mailSubject, '=', orderId)
    .where(isMeant)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where(sql<boolean>`not exists (select from documents where key = ${letterKeyOfRow})`)
    .forUpdate()
    .execute();
  return mails.some((mail) => !isLeased(mail, clock.now()));
}

/**
 * Ends the shipping of an order in the transaction of a refund that leaves nothing to send: it is shipped if a part was
 * sent, else the shipment is cancelled.
 */
export async function endShipping(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { id, fulfilment }: OrderRow,
): Promise<void> {
  if (fulfilment !== 'open') return;
  const event = endOfSending(await readGoodsLines(trx, [id]));
  if (event === null) return;
  const moved = transition(fulfilmentStateMachine, fulfilment, event);
  if (!moved.ok) return;
  const happened_at = nowOf(context);
  await trx
    .updateTable('orders')
    .set({ fulfilment: moved.value, ...(event === 'ship' ? { shipped_at: happened_at } : {}) })
    .where('id', '=', id)
    .execute();
  if (event === 'call_off') return;
  await recordTransition(trx, context, id, fulfilment, moved.value, 'background');
}

/**
 * Records that the goods of an order were delivered, which starts the withdrawal period
 * (docs/behaviour/consumer-rights.md#delivery-day-of-goods).
 */
export function deliverOrder(
  context: ServerContext,
  code: string,
): Promise<Result<GoodsTransition, GoodsRefusal>> {
  return inTransaction(context.db, async (trx) => {
    const order = await lockByCode(trx, code);
    if (order === undefined) return err({ code: 'UNKNOWN_ORDER' });
    const { state, fulfilment } = order;
    if (fulfilment === 'delivered') return ok('again');
    if (!isSold(state as OrderState) || fulfilment !== 'shipped')
      return err({ code: 'NOT_POSSIBLE', state, fulfilment });
    await moveGoods(trx, context, order, 'deliver', { delivered_at: nowOf(context) });
    return ok('moved');
  });
}

const nowOf = ({ clock }: Pick<ServerContext, 'clock'>) => new Date(clock.now());

interface KnownParcel {
  readonly id: string;
  readonly order_id: string;
  readonly carrier: string | null;
  readonly tracking_code: string | null;
  readonly lines: readonly PackedLine[];
}

/** Loads the parcels of an order, and the one that has the wanted id already. */
async function findParcels(
  trx: Transaction<Database>,
  orderId: string,
  parcelId: string | undefined,
): Promise<readonly KnownParcel[]> {
  const parcels = await trx
    .selectFrom('parcels')
    .select(['id', 'order_id', 'carrier', 'tracking_code'])
    .where((where) =>
      where.or([
        where('order_id', '=', orderId),
        ...(parcelId === undefined ? [] : [where('id', '=', parcelId)]),
      ]),
    )
    .orderBy('number')
    .execute();
  if (parcels.length === 0) return [];
  const lines = await trx
    .selectFrom('parcel_lines')
    .select(['parcel_id', 'order_line_id as line_id', 'quantity'])
    .where(
      'parcel_id',
      'in',
      parcels.map(({ id }) => id),
    )
    .execute();
  return parcels.map((parcel) => ({
    ...parcel,
    lines: lines.filter(({ parcel_id }) => parcel_id === parcel.id),
  }));
}

function isSameParcel(known: KnownParcel, { parcel_id, carrier, tracking_code }: Shipment): boolean {
  if (known.id === parcel_id) return true;
  return tracking_code !== null && known.tracking_code === tracking_code && known.carrier === carrier;
}

function hasContent(known: KnownParcel, { carrier, tracking_code, lines }: Shipment): boolean {
  if (known.carrier !== carrier || known.tracking_code !== tracking_code) return false;
  if (lines === undefined) return true;
  const written = (packed: readonly PackedLine[]) =>
    packed
      .filter(({ quantity }) => quantity > 0)
      .map(({ line_id, quantity }) => `${line_id} ${quantity}`)
      .toSorted()
      .join();
  return written(known.lines) === written(lines);
}

function nameOf({ carrier, tracking_code }: Pick<KnownParcel, 'carrier' | 'tracking_code'>) {
  return { carrier, tracking_code };
}

function withSent<Line extends { readonly id: string; readonly sent: number }>(
  goods: readonly Line[],
  packed: readonly PackedLine[],
): readonly Line[] {
  return goods.map((line) => ({
    ...line,
    sent: line.sent + (packed.find(({ line_id }) => line_id === line.id)?.quantity ?? 0),
  }));
}

async function writeParcel(
  trx: Transaction<Database>,
  context: ServerContext,
  order: OrderRow,
  { parcel_id, carrier, tracking_code }: Shipment,
  packed: readonly PackedLine[],
  number: number,
): Promise<string> {
  const id = parcel_id ?? context.ids.uuid();
  await trx
    .insertInto('parcels')
    .values({ id, order_id: order.id, number, carrier, tracking_code, sent_at: nowOf(context) })
    .execute();
  await trx
    .insertInto('parcel_lines')
    .values(packed.map(({ line_id, quantity }) => ({ parcel_id: id, order_line_id: line_id, quantity })))
    .execute();
  return id;
}

async function mailBuyer(
  trx: Transaction<Database>,
  context: ServerContext,
  order: OrderRow,
  parcelId: string,
  share: 'only' | 'part' | 'last',
  correction?: string,
): Promise<void> {
  await enqueueMail(trx, context, {
    template: 'shipped',
    recipient: order.email,
    locale: isLocale(order.locale) ? order.locale : defaultLocale,
    facts: { order_id: order.id, parcel_id: parcelId, share },
    dedupe_key: ['shipped', order.id, parcelId, ...(correction === undefined ? [] : [correction])].join(':'),
  });
}

/** Changes the fulfilment of an order by its state machine table and adds the change to the order's history. */
async function moveGoods(
  trx: Transaction<Database>,
  context: ServerContext,
  order: OrderRow,
  event: 'ship' | 'deliver',
  changes: Updateable<Database['orders']>,
): Promise<void> {
  const { fulfilment } = order;
  const moved = transition(fulfilmentStateMachine, fulfilment as FulfilmentState, event);
  if (!moved.ok) throw new Error(`Goods that are ${fulfilment} cannot ${event}`);
  await trx
    .updateTable('orders')
    .set({ ...changes, fulfilment: moved.value })
    .where('id', '=', order.id)
    .execute();
  await recordTransition(trx, context, order.id, fulfilment, moved.value, 'operator');
  await recordChange(trx, context, {
    action: event === 'ship' ? 'order.shipped' : 'order.delivered',
    record: { type: 'orders', id: order.id },
    before: { fulfilment },
    after: { fulfilment: moved.value },
  });
}

async function recordTransition(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  order_id: string,
  from_state: string,
  to_state: string,
  cause: 'operator' | 'background',
): Promise<void> {
  await trx
    .insertInto('order_events')
    .values({ id: context.ids.uuid(), order_id, from_state, to_state, cause, happened_at: nowOf(context) })
    .execute();
}

function lockByCode(trx: Transaction<Database>, code: string): Promise<OrderRow | undefined> {
  return trx.selectFrom('orders').selectAll().where('code', '=', code).forUpdate().executeTakeFirst();
}
