import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import { buyerOf } from '#core/rules/address.ts';
import { addDays, startOfDay } from '#core/rules/calendar.ts';
import type { Database } from '#server/database/schema.ts';
import { day, defineCommand } from './command.ts';

/** Number of orders in memory at once. */
const page = 500;

const columns = [
  'order',
  'made_at',
  'paid_at',
  'state',
  'fulfilment',
  'email',
  'name',
  'country',
  'items',
  'subtotal',
  'discount',
  'shipping',
  'total',
  'included_vat',
  'paid_by_voucher',
  'paid_by_card',
  'given_back',
  'coupon',
  'invoices',
  'transaction',
  'carrier',
  'tracking_code',
  'referral_code',
  'affiliate_code',
] as const;

/** `export orders`: every order of a period as CSV; amounts in euros. */
export const exportOrdersCommand = defineCommand({
  name: 'export orders',
  usage: '--from DAY --to DAY',
  summary: 'writes the orders of these days as CSV, both days included',
  options: { from: { type: 'string' }, to: { type: 'string' } },
  input: z
    .object({
      from: z.string('write a day like 2026-12-24').pipe(day),
      to: z.string('write a day like 2026-12-24').pipe(day),
    })
    .refine(({ from, to }) => from <= to, '--to lies before --from'),
  run: async ({ db }, { from, to }) => ({
    exit: 0,
    text: writeOrders(db, new Date(startOfDay(from)), new Date(startOfDay(addDays(to, 1)))),
  }),
});

/** Reads pages by the last order seen (keyset pagination), to limit memory, and holds no lock. */
async function* writeOrders(db: Kysely<Database>, from: Date, until: Date): AsyncGenerator<string> {
  yield csvLine(columns);
  let after: { readonly at: Date; readonly id: string } | null = null;
  for (;;) {
    const orders: readonly ExportedOrder[] = await readPage(db, from, until, after);
    for (const order of orders) yield csvLine(cellsOf(order));
    const last = orders.at(-1);
    if (last === undefined || orders.length < page) return;
    after = { at: last.created_at, id: last.id };
  }
}

async function readPage(
  db: Kysely<Database>,
  from: Date,
  until: Date,
  after: { readonly at: Date; readonly id: string } | null,
): Promise<readonly ExportedOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .select([
      sql<string>`(select string_agg(quantity || ' × ' || title, '; ' order by position)
        from order_lines where order_id = orders.id)`.as('items'),
      sql<string | null>`(select string_agg(number, ' ' order by issued_at, number)
        from invoices where order_id = orders.id)`.as('invoices'),
      sql<string | null>`(select transaction_id from payment_attempts
        where order_id = orders.id and state = 'charged' limit 1)`.as('transaction_id'),
      sql<number>`(select coalesce(sum(amount_cents + credit_cents), 0)::int from refunds
        where order_id = orders.id and state <> 'refused')`.as('given_back'),
    ])
    .where('created_at', '>=', after?.at ?? from)
    .where('created_at', '<', until)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${after?.at ?? from}, ${after?.id ?? ''}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(page)
    .execute();
  return rows as readonly ExportedOrder[];
}

interface ExportedOrder {
  readonly id: string;
  readonly code: string;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly state: string;
  readonly fulfilment: string;
  readonly email: string;
  readonly shipping_address: PostalAddress | null;
  readonly billing_contact: BillingContact | null;
  readonly billing_address: PostalAddress | null;
  readonly items: string | null;
  readonly subtotal_cents: number;
  readonly discount_cents: number;
  readonly shipping_cents: number;
  readonly total_cents: number;
  readonly included_vat_cents: number;
  readonly credit_cents: number;
  readonly amount_due_cents: number;
  readonly given_back: number;
  readonly coupon_code: string | null;
  readonly invoices: string | null;
  readonly transaction_id: string | null;
  readonly carrier: string | null;
  readonly tracking_code: string | null;
  readonly referral_code: string | null;
  readonly affiliate_code: string | null;
}

function cellsOf(order: ExportedOrder): readonly Cell[] {
  const buyer = order.billing_address ?? buyerOf(order);
  const cells: Readonly<Record<(typeof columns)[number], Cell>> = {
    order: order.code,
    made_at: order.created_at.toISOString(),
    paid_at: order.completed_at?.toISOString() ?? null,
    state: order.state,
    fulfilment: order.fulfilment,
    email: order.email,
    name: buyer === null ? null : `${buyer.firstname} ${buyer.lastname}`,
    country: buyer?.country ?? null,
    items: order.items,
    subtotal: inEuros(order.subtotal_cents),
    discount: inEuros(order.discount_cents),
    shipping: inEuros(order.shipping_cents),
    total: inEuros(order.total_cents),
    included_vat: inEuros(order.included_vat_cents),
    paid_by_voucher: inEuros(order.credit_cents),
    paid_by_card: inEuros(order.amount_due_cents),
    given_back: inEuros(order.given_back),
    coupon: order.coupon_code,
    invoices: order.invoices,
    transaction: order.transaction_id,
    carrier: order.carrier,
    tracking_code: order.tracking_code,
    referral_code: order.referral_code,
    affiliate_code: order.affiliate_code,
  };
  return columns.map((column) => cells[column]);
}

/** `89.00`, with a decimal point in every language, for programs that read the file. */
function inEuros(amount: number): string {
  return (amount / 100).toFixed(2);
}

/** Amounts are numbers; everything that people typed is text. */
type Cell = string | number | null;

/**
 * One line of a CSV file (RFC 4180), with its line end. Text that a spreadsheet would run as a formula is prefixed with
 * an apostrophe (CSV injection).
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
