import { type Insertable, sql, type Transaction } from 'kysely';
import type { CustomProperties } from '#core/model/cart.ts';
import type { Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { giftDay, giftTime } from '#core/rules/orders/delivery.ts';
import { giftCodeLength } from '#server/coupons/gift-codes.ts';
import type { OrderLineRow, OrderSubscriber } from '#server/orders/order-events.ts';
import { chunks } from '#server/platform/database/chunks.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { enqueueMails, type NewMail } from '#server/platform/outbox/enqueue-mail.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Creates the gift and voucher codes of a paid order. */
export const giftOrderSubscriber: OrderSubscriber<ServerContext> = {
  async paid(trx, context, { lines, locale }) {
    await issueGiftCodes(trx, context, lines, locale);
    return [];
  },
};

/** Most attempts to find random codes that do not exist yet. */
const mostDraws = 5;

/**
 * Creates one code for each piece of a gift or voucher that was bought
 * (docs/behaviour/gifts.md#one-code-per-piece), and for each piece of a gift box that contains a course or
 * membership. A voucher's starting balance is its unit price before discounts. Each new voucher is recorded in
 * `voucher_entries`. Codes for delivery by e-mail are queued as mails, due at 08:00 on the chosen day if there is one.
 */
export async function issueGiftCodes(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'log'>,
  lines: readonly OrderLineRow[],
  locale: Locale,
): Promise<void> {
  const now = new Date(context.clock.now());
  const boxes = await findBoxesWithCode(trx, lines);
  const codes = lines.flatMap((line) => {
    const isBox = boxes.has(line.product_id);
    if (!(line.kind === 'gift' || line.kind === 'voucher' || isBox)) return [];
    const value = line.kind === 'voucher' ? line.unit_price_cents : 0;
    const properties = line.custom_properties as CustomProperties;
    return Array.from({ length: line.quantity }, () => ({
      id: context.ids.uuid(),
      kind: line.kind === 'voucher' ? 'voucher' : 'gift',
      product_id: line.product_id,
      initial_cents: value,
      balance_cents: value,
      order_line_id: line.id,
      created_at: now,
      recipient_name: properties.recipient_name ?? null,
      recipient_email: properties.recipient_email ?? null,
      sender_name: properties.sender_name ?? null,
      greeting: properties.greeting ?? null,
      delivery: isBox ? 'parcel' : (properties.delivery ?? 'buyer'),
      deliver_on: isBox ? null : giftDay(properties, calendarDay(now.getTime())),
    }));
  });
  if (codes.length === 0) return;
  await insertCodes(trx, context, codes);
  const mails = codes.flatMap((code) => mailOf(code, locale));
  for (const some of chunks(mails)) await enqueueMails(trx, context, some);
  const vouchers = codes.filter((code) => code.kind === 'voucher');
  const entries = vouchers.map((voucher) => ({
    id: context.ids.uuid(),
    gift_code_id: voucher.id,
    order_id: null,
    amount_cents: voucher.initial_cents,
    cause: 'issued',
    happened_at: now,
  }));
  for (const some of chunks(entries)) await trx.insertInto('voucher_entries').values(some).execute();
}

/** The gift boxes among the lines that contain a course or membership. */
async function findBoxesWithCode(
  trx: Transaction<Database>,
  lines: readonly OrderLineRow[],
): Promise<ReadonlySet<string>> {
  const ids = lines.filter((line) => line.kind === 'gift_box').map((line) => line.product_id);
  if (ids.length === 0) return new Set();
  const boxes = await trx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where(sql<string | null>`details -> 'gives' ->> 'product_id'`, 'is not', null)
    .execute();
  return new Set(boxes.map(({ id }) => id));
}

type NewCode = Omit<Insertable<Database['gift_codes']>, 'code'>;

/** Inserts a random code for each row; a code that already exists is replaced by a new one. */
async function insertCodes(
  trx: Transaction<Database>,
  { ids }: Pick<ServerContext, 'ids'>,
  rows: readonly NewCode[],
): Promise<void> {
  let waiting = rows;
  for (let draw = 0; waiting.length > 0; draw += 1) {
    if (draw === mostDraws) throw new Error(`${mostDraws} draws brought codes that are taken`);
    const inserted = new Set<string>();
    for (const some of chunks(waiting)) {
      const made = await trx
        .insertInto('gift_codes')
        .values(some.map((row) => ({ ...row, code: ids.code(giftCodeLength) })))
        .onConflict((conflict) => conflict.column('code').doNothing())
        .returning('id')
        .execute();
      for (const { id } of made) inserted.add(id);
    }
    waiting = waiting.filter(({ id }) => !inserted.has(id));
  }
}

interface MailedCode {
  readonly id: string;
  readonly delivery: string;
  readonly recipient_email: string | null;
  readonly deliver_on: string | null;
}

/** Returns the mail of a code that is delivered by e-mail; empty for other codes. */
function mailOf(
  { id, delivery, recipient_email, deliver_on }: MailedCode,
  locale: Locale,
): readonly NewMail<'gift_delivery'>[] {
  if (delivery !== 'email' || recipient_email === null) return [];
  return [
    {
      template: 'gift_delivery',
      recipient: recipient_email,
      locale,
      facts: { gift_code_id: id },
      dedupe_key: `gift_delivery:${id}`,
      ...(deliver_on === null ? {} : { due_at: giftTime(deliver_on) }),
    },
  ];
}
