import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { invoiceKinds, ListedInvoice, VatTotal } from '#api/operations/operator-invoice-endpoints.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { isOneStopShop } from '#core/rules/basics/vat-rates.ts';
import { ossDay } from '#server/carts/pricing-catalogue.ts';
import {
  containsPattern,
  type ListPage,
  type ListPageRequest,
  readPage,
} from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { countryOfVat, issuedOn, sharesOf, suppliedOn } from './invoice-sums.ts';

/** Filters of the invoice list; an absent filter matches everything. */
export interface InvoiceFilters {
  /** Part of a document number, or a whole order code. */
  readonly q?: string | undefined;
  readonly kind?: (typeof invoiceKinds)[number] | undefined;
  /** ISO 3166-1 alpha-2, case-insensitive; any other value matches nothing. */
  readonly country?: string | undefined;
  /** Days of issue in the shop's time zone, both included. */
  readonly from?: CalendarDay | undefined;
  readonly to?: CalendarDay | undefined;
}

/** A document as the list and the export read it; amounts in cents. */
export interface ReadInvoice extends ListedInvoice {
  /** Amounts paid by the payment method in `payment`, and by paid credit. */
  readonly paid: number;
  readonly paid_by_credit: number;
  readonly transaction: string | null;
}

/**
 * Reads one page of invoices and corrections with the figures of their documents
 * (docs/behaviour/operations.md#invoices-for-operators).
 */
export async function readInvoices(
  db: Kysely<Database>,
  wanted: InvoiceFilters & ListPageRequest,
  direction: 'asc' | 'desc',
): Promise<ListPage<ReadInvoice>> {
  const found = db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select(['invoices.id', 'number', 'kind', 'order_id', 'orders.code', 'issued_at', 'facts'])
    .select([
      countryOfVat.as('country'),
      suppliedOn.as('on'),
      ossDay.as('oss_from'),
      sql<string | null>`(select transaction_id from payment_attempts
        where order_id = orders.id and state = 'charged' limit 1)`.as('transaction'),
    ])
    .where((where) => matching(where, wanted));
  const { rows, next } = await readPage(found, { time: 'issued_at', id: 'invoices.id', direction }, wanted);
  return {
    rows: rows.map(({ place: _, facts: stored, on, oss_from, code, issued_at, kind, ...row }) => {
      const facts = stored as unknown as InvoiceFacts;
      const vat = facts.vat_shares.reduce((sum, share) => sum + share.vat, 0);
      const vat_shares = facts.vat_shares.map(({ rate, country = row.country, ...share }) => ({
        rate,
        country,
        // Amounts without VAT, such as a sold voucher, are not declared in the one-stop shop.
        is_oss: rate !== 0 && isOneStopShop(country, { on, oss_from }),
        ...amounts(share.gross, share.vat),
      }));
      return {
        ...row,
        kind: kind as ReadInvoice['kind'],
        day: calendarDay(issued_at.getTime()),
        order_code: code,
        is_oss: vat_shares.some((share) => share.is_oss),
        ...amounts(facts.total, vat),
        vat_shares,
        payment: facts.method?.kind ?? null,
        corrects: facts.corrects?.number ?? null,
        paid: facts.amount_due,
        paid_by_credit: facts.credit,
      };
    }),
    next,
  };
}

interface VatSum {
  readonly country: string;
  readonly rate: number;
  readonly on: CalendarDay;
  readonly oss_from: string | null;
  readonly gross: number;
  readonly vat: number;
}

/**
 * Sums all matching documents by rate, and those of the one-stop shop also by country. Reads the stored daily sums, and
 * the documents themselves of days that changed since, so that the totals are always exact.
 */
export async function sumInvoices(
  db: Kysely<Database>,
  filters: InvoiceFilters,
): Promise<readonly VatTotal[]> {
  const { q } = filters;
  const shares =
    q === undefined || q === ''
      ? sql`select day, kind, country, supplied_on, rate, gross_cents, vat_cents from invoice_sums
          where day not in (select day from changed_invoice_days) and ${isIn(filters)}
        union all select * from (${sharesOf(
          issuedOn(sql`(
          select distinct day from changed_invoice_days where ${isIn(filters)})`),
        )}) unsummed`
      : sharesOf(sql`(select * from invoices where id in ${searched(q)}) invoices`);
  const { rows: sums } = await sql<VatSum>`
    select country, rate, oss_from, sum(gross_cents)::bigint as gross, sum(vat_cents)::bigint as vat,
      -- All days of a group stand on one side of the day from which the one-stop shop is used.
      min(supplied_on) as "on"
    from (${shares}) shares cross join (select ${ossDay} as oss_from) setting
    where ${within(filters)}
    group by country, rate, oss_from, supplied_on >= oss_from::date`.execute(db);
  const totals = new Map<string, VatTotal>();
  for (const sum of sums) {
    const oss_country = sum.rate !== 0 && isOneStopShop(sum.country, sum) ? sum.country : null;
    const key = `${oss_country ?? ''} ${sum.rate}`;
    const known = totals.get(key);
    totals.set(key, {
      rate: sum.rate,
      oss_country,
      ...amounts((known?.gross ?? 0) + sum.gross, (known?.vat ?? 0) + sum.vat),
    });
  }
  return [...totals.values()].sort(
    (one, other) => (one.oss_country ?? '').localeCompare(other.oss_country ?? '') || other.rate - one.rate,
  );
}

/** Condition on the day of issue. */
function isIn({ from, to }: InvoiceFilters) {
  return sql`day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`;
}

/** Condition on the VAT shares. */
function within({ kind, country, ...days }: InvoiceFilters) {
  return sql`${isIn(days)}
    and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
    and ${country === undefined ? sql`true` : sql`country = ${country.toUpperCase()}`}`;
}

function amounts(gross: number, vat: number) {
  return { net: cents(gross - vat), vat: cents(vat), gross: cents(gross) };
}

function matching(
  where: ExpressionBuilder<Database, 'invoices' | 'orders'>,
  { q, kind, country: wanted, from, to }: InvoiceFilters,
) {
  return where.and([
    ...(q === undefined || q === '' ? [] : [where('invoices.id', 'in', searched(q))]),
    ...(kind === undefined ? [] : [where('kind', '=', kind)]),
    ...(wanted === undefined ? [] : [isTaxedIn(where, wanted.toUpperCase())]),
    ...(from === undefined ? [] : [where('issued_at', '>=', new Date(startOfDay(from)))]),
    ...(to === undefined ? [] : [where('issued_at', '<', new Date(startOfDay(addDays(to, 1))))]),
  ]);
}

function isTaxedIn(where: ExpressionBuilder<Database, 'invoices' | 'orders'>, country: string) {
  return where.or([where(countryOfVat, '=', country), where('orders.digital_vat_country', '=', country)]);
}

/** A union, because each half has its own index. */
function searched(typed: string) {
  return sql<string>`(
    select id from invoices where lower(number) like ${containsPattern(typed)}
    union
    select found.id from invoices found join orders bought on bought.id = found.order_id
      where bought.code = ${typed.toUpperCase()}
  )`;
}
