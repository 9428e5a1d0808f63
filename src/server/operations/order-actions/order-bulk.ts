import type { Kysely } from 'kysely';
import type { Sending } from '#api/operations/order-bulk-endpoints.ts';
import type { PostalAddress } from '#core/model/address.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { OrderState } from '#core/model/order.ts';
import type { Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isSold } from '#core/rules/orders/order-states.ts';
import { leftToSend } from '#core/rules/orders/shipment.ts';
import { readGoodsLines } from '#server/orders/delivery/parcels.ts';
import { nameOf } from '#server/orders/operator-order.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { addressLines, readBrand } from '#server/platform/outbox/mail-layout.ts';
import { formatDay, type MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawPdf } from '#server/platform/pdf/draw-pdf.ts';
import type { PackingSlip } from '#server/platform/pdf/packing-slips-pdf.ts';

type OpenLine = Awaited<ReturnType<typeof readGoodsLines>>[number];

async function readSending(db: Kysely<Database>, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const orders = await db.selectFrom('orders').selectAll().where('id', 'in', wanted).execute();
  const lines = await readGoodsLines(
    db,
    orders.map(({ id }) => id),
  );
  return wanted.map((id) => {
    const order = orders.find((one) => one.id === id);
    const goods = lines.filter(({ order_id }) => order_id === id);
    return { id, order, goods, left: goods.filter((line) => leftToSend(line) > 0) };
  });
}

type Wanted = Awaited<ReturnType<typeof readSending>>[number];

function refusalOf({ order, left }: Wanted): Sending['refusal'] {
  if (order === undefined) return 'NOT_FOUND';
  if (!isSold(order.state as OrderState)) return 'NOT_PAID';
  return order.fulfilment === 'open' && left.length > 0 ? null : 'NOTHING_TO_SEND';
}

/** Lists what is left to send of each order, or why nothing can be sent. Repeated ids count once. */
export async function previewSending(db: Kysely<Database>, ids: readonly string[]): Promise<Sending[]> {
  return (await readSending(db, ids)).map((wanted) => ({
    order_id: wanted.id,
    code: wanted.order?.code ?? '',
    name: wanted.order === undefined ? null : nameOf(wanted.order),
    lines: wanted.left.map((line) => ({ line_id: line.id, title: line.title, quantity: leftToSend(line) })),
    refusal: refusalOf(wanted),
  }));
}

/**
 * Draws the packing slips of orders as one PDF, each in the language of its order; orders with nothing to send are left
 * out (docs/behaviour/operations.md#many-orders-at-once).
 */
export async function drawPackingSlips(
  db: Kysely<Database>,
  texts: MailTexts,
  ids: readonly string[],
  locale: Locale,
): Promise<Result<{ readonly filename: string; readonly content: Uint8Array<ArrayBuffer> }, DomainFailure>> {
  const sendable = (await readSending(db, ids)).filter((wanted) => refusalOf(wanted) === null);
  if (sendable.length === 0) return err(domainFailure('NOT_POSSIBLE'));
  const properties = await readProperties(db, sendable);
  const slips = sendable.flatMap((wanted) => slipOf(wanted, texts, properties));
  const { title, file } = texts[locale].packing_slips;
  const facts = { title, slips, brand: await readBrand(db), locale };
  return ok({ filename: file, content: new Uint8Array(await drawPdf({ kind: 'packing_slips', facts })) });
}

async function readProperties(
  db: Kysely<Database>,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, CustomProperties>> {
  const rows = await db
    .selectFrom('order_lines')
    .select(['id', 'custom_properties'])
    .where(
      'id',
      'in',
      wanted.flatMap(({ left }) => left.map(({ id }) => id)),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row.custom_properties as CustomProperties]));
}

function slipOf(
  { order, goods, left }: Wanted,
  texts: MailTexts,
  properties: ReadonlyMap<string, CustomProperties>,
): readonly PackingSlip[] {
  if (order === undefined) return [];
  const locale = isLocale(order.locale) ? order.locale : defaultLocale;
  const address = order.shipping_address as PostalAddress | null;
  const day = calendarDay((order.completed_at ?? order.created_at).getTime());
  return [
    {
      code: order.code,
      day: formatDay(day, locale),
      address: address === null ? [order.email] : addressLines(address, locale),
      lines: left.map((line) => lineOf(line, properties.get(line.id) ?? {})),
      isRest: goods.some(({ sent }) => sent > 0),
      texts: texts[locale].packing_slip,
    },
  ];
}

/** Includes the greeting, because the buyer or the recipient reads it with the goods. */
function lineOf(line: OpenLine, { recipient_name, sender_name, greeting }: CustomProperties) {
  return {
    title: line.title,
    quantity: leftToSend(line),
    recipient: recipient_name ?? null,
    sender: sender_name ?? null,
    greeting: greeting ?? null,
  };
}
