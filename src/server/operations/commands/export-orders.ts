import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Locale } from '#core/model/values.ts';
import { buyerOf } from '#core/rules/accounts/address-needs.ts';
import { shopTime } from '#core/rules/basics/calendar.ts';
import { matchingOrders, type OrderFilters, searchOf } from '#server/orders/list-operator-orders.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import { allPages, type ListPage, readPage } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type CsvColumns, csvFile, csvLines, type StreamedFile } from '#server/platform/http/csv-file.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { day, defineCommand } from './command.ts';

/** Number of orders in memory at once. */
const page = 500;

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

function writeOrders(
  db: Kysely<Database>,
  filters: OrderFilters,
  { direction, locale }: { readonly direction: 'asc' | 'desc'; readonly locale: Locale },
): AsyncGenerator<string> {
  const pages = allPages((after) => readOrders(db, filters, direction, after));
  return csvLines(columns, pages, locale);
}

/** Exports the orders that match the filters as CSV, newest first, and records the export in the audit log. */
export async function exportOrders(
  context: ServerContext,
  filters: OrderFilters,
  locale: Locale,
): Promise<StreamedFile> {
  const { db } = context;
  const { q, ids, ...named } = filters;
  const orders = await countOrders(db, filters);
  await inTransaction(db, (trx) =>
    recordChange(trx, context, {
      action: 'order.exported',
      record: { type: 'orders', id: 'export' },
      // The search text is left out, because it may name a shopper.
      after: { ...named, is_search: q !== undefined, is_chosen: ids !== undefined, orders },
    }),
  );
  return csvFile('orders.csv', writeOrders(db, filters, { direction: 'desc', locale }), orders);
}

/** Counts the orders of an export. */
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

async function readOrders(
  db: Kysely<Database>,
  filters: OrderFilters,
  direction: 'asc' | 'desc',
  after: string | undefined,
): Promise<ListPage<ExportedOrder>> {
  const search = searchOf(filters);
  if (search === null) return { rows: [], next: null };
  const found = db
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
    .where((where) => matchingOrders(where, filters, search));
  const order = { time: 'created_at', id: 'id', direction } as const;
  const { rows, next } = await readPage(found, order, { after, size: page });
  return { rows: rows as readonly ExportedOrder[], next };
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
  readonly coupon_campaign: string | null;
}

const columns: CsvColumns<ExportedOrder> = {
  order: (order) => order.code,
  made_at: (order) => shopTime(order.created_at),
  paid_at: (order) => (order.completed_at === null ? null : shopTime(order.completed_at)),
  state: (order) => order.state,
  fulfilment: (order) => order.fulfilment,
  email: (order) => order.email,
  name: (order) => {
    const buyer = buyerIn(order);
    return buyer === null ? null : `${buyer.firstname} ${buyer.lastname}`;
  },
  country: (order) => buyerIn(order)?.country ?? null,
  items: (order) => order.items,
  subtotal: (order) => ({ cents: order.subtotal_cents }),
  discount: (order) => ({ cents: order.discount_cents }),
  shipping: (order) => ({ cents: order.shipping_cents }),
  total: (order) => ({ cents: order.total_cents }),
  included_vat: (order) => ({ cents: order.included_vat_cents }),
  payment: (order) => order.payment_method?.kind ?? null,
  paid: (order) => ({ cents: order.completed_at === null ? 0 : order.amount_due_cents }),
  paid_by_credit: (order) => ({ cents: order.completed_at === null ? 0 : order.credit_cents }),
  given_back: (order) => ({ cents: order.given_back }),
  coupon: (order) => order.coupon_code,
  invoices: (order) => order.invoices,
  transaction: (order) => order.transaction_id,
  carrier: (order) => order.carrier,
  tracking_code: (order) => order.tracking_code,
  referral_code: (order) => order.referral_code,
  affiliate_code: (order) => order.affiliate_code,
  campaign: (order) => order.coupon_campaign,
};

function buyerIn(order: ExportedOrder): PostalAddress | BillingContact | null {
  return order.billing_address ?? buyerOf(order);
}
