import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Locale } from '#core/model/values.ts';
import { buyerOf } from '#core/rules/accounts/address-needs.ts';
import { shopTime } from '#core/rules/basics/calendar.ts';
import { type CsvCell, csvFormats, csvLine } from '#core/rules/basics/csv.ts';
import { matchingOrders, type OrderFilters, searchOf } from '#server/orders/list-operator-orders.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { csvFile, type WrittenFile } from '#server/platform/http/csv-file.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
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
  'payment',
  'paid',
  'paid_by_credit',
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
    text: writeOrders(db, { from, to }, { direction: 'asc', locale: 'en' }),
  }),
});

/** Reads pages by the last order seen (keyset pagination), to limit memory, and holds no lock. */
async function* writeOrders(
  db: Kysely<Database>,
  filters: OrderFilters,
  { direction, locale }: { readonly direction: 'asc' | 'desc'; readonly locale: Locale },
): AsyncGenerator<string> {
  const format = csvFormats[locale];
  yield csvLine(columns, format);
  let after: LastOrder | null = null;
  for (;;) {
    const orders: readonly ExportedOrder[] = await readPage(db, filters, direction, after);
    for (const order of orders) yield csvLine(cellsOf(order), format);
    const last = orders.at(-1);
    if (last === undefined || orders.length < page) return;
    after = { at: last.created_at, id: last.id };
  }
}

interface LastOrder {
  readonly at: Date;
  readonly id: string;
}

/** All orders that a list of the back office finds, the newest first, as CSV. Is written into the audit log. */
export async function exportOrders(
  context: ServerContext,
  filters: OrderFilters,
  locale: Locale,
): Promise<WrittenFile> {
  const { db } = context;
  const { q, ids, ...named } = filters;
  const orders = await countOrders(db, filters);
  await inTransaction(db, (trx) =>
    recordChange(trx, context, {
      action: 'order.exported',
      record: { type: 'orders', id: 'export' },
      // What was searched for may name a shopper.
      after: { ...named, is_search: q !== undefined, is_chosen: ids !== undefined, orders },
    }),
  );
  return csvFile('orders.csv', writeOrders(db, filters, { direction: 'desc', locale }));
}

/** How many orders an export has. */
export async function countOrders(db: Kysely<Database>, filters: OrderFilters): Promise<number> {
  const search = searchOf(filters);
  if (search === null) return 0;
  const { found } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('found'))
    .where((where) => matchingOrders(where, filters, search))
    .executeTakeFirstOrThrow();
  return found;
}

async function readPage(
  db: Kysely<Database>,
  filters: OrderFilters,
  direction: 'asc' | 'desc',
  after: LastOrder | null,
): Promise<readonly ExportedOrder[]> {
  const search = searchOf(filters);
  if (search === null) return [];
  const isBehind = direction === 'asc' ? sql`>` : sql`<`;
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .select([
      sql<string>`(select string_agg(quantity || ' × ' || title, '; ' order by position)
        from order_lines where order_id = orders.id)`.as('items'),
      sql<string | null>`(select string_agg(number, ' ' order by issued_at, number)
        from invoices where order_id = orders.id)`.as('invoices'),
      sql<string | null>`(select string_agg(carrier, ' ' order by number)
        from parcels where order_id = orders.id)`.as('carrier'),
      sql<string | null>`(select string_agg(tracking_code, ' ' order by number)
        from parcels where order_id = orders.id)`.as('tracking_code'),
      sql<string | null>`(select transaction_id from payment_attempts
        where order_id = orders.id and state = 'charged' limit 1)`.as('transaction_id'),
      sql<number>`(select coalesce(sum(amount_cents + credit_cents), 0)::int from refunds
        where order_id = orders.id and state <> 'refused')`.as('given_back'),
    ])
    .where((where) => matchingOrders(where, filters, search))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) ${isBehind} (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', direction)
    .orderBy('id', direction)
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
  readonly payment_method: PaymentMethodSummary | null;
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

function cellsOf(order: ExportedOrder): readonly CsvCell[] {
  const buyer = order.billing_address ?? buyerOf(order);
  const cells: Readonly<Record<(typeof columns)[number], CsvCell>> = {
    order: order.code,
    made_at: shopTime(order.created_at),
    paid_at: order.completed_at === null ? null : shopTime(order.completed_at),
    state: order.state,
    fulfilment: order.fulfilment,
    email: order.email,
    name: buyer === null ? null : `${buyer.firstname} ${buyer.lastname}`,
    country: buyer?.country ?? null,
    items: order.items,
    subtotal: { cents: order.subtotal_cents },
    discount: { cents: order.discount_cents },
    shipping: { cents: order.shipping_cents },
    total: { cents: order.total_cents },
    included_vat: { cents: order.included_vat_cents },
    payment: order.payment_method?.kind ?? null,
    paid: { cents: order.completed_at === null ? 0 : order.amount_due_cents },
    paid_by_credit: { cents: order.completed_at === null ? 0 : order.credit_cents },
    given_back: { cents: order.given_back },
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
