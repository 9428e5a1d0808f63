import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { invoiceKinds, ListedInvoice, VatTotal } from '#api/operations/operator-invoice-endpoints.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { isOneStopShop } from '#core/rules/basics/vat-rates.ts';
import { ossDay } from '#server/carts/country-settings.ts';
import {
  containing,
  cutPage,
  isBehind,
  type ListPage,
  listPlace,
  type WantedPage,
} from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';

/** What a bookkeeper wants to see; absent filters let everything through. */
export interface InvoiceFilters {
  /** A part of a document's number, or the whole code of an order. */
  readonly q?: string | undefined;
  readonly kind?: (typeof invoiceKinds)[number] | undefined;
  /** ISO 3166-1 alpha-2, in any case; whatever else finds nothing. */
  readonly country?: string | undefined;
  /** Days of issue in the shop's time zone, both included. */
  readonly from?: CalendarDay | undefined;
  readonly to?: CalendarDay | undefined;
}

/** A document as the list and the export read it; amounts in cents. */
export interface ReadInvoice extends ListedInvoice {
  /** Paid by the named payment, and by paid credit. */
  readonly paid: number;
  readonly paid_by_credit: number;
  readonly transaction: string | null;
}

/** German VAT is charged where the country is not known. */
const country = sql<string>`coalesce(orders.vat_country, 'DE')`;

/** The day of supply: a correction has the rates of its invoice. */
const suppliedOn = sql<string>`coalesce(facts #>> '{corrects,day}', facts ->> 'day')`;

/**
 * One page of invoices and corrections, as their documents have them
 * (docs/behaviour/operations.md#invoices-for-operators).
 */
export async function readInvoices(
  db: Kysely<Database>,
  wanted: InvoiceFilters & WantedPage,
  direction: 'asc' | 'desc',
): Promise<ListPage<ReadInvoice>> {
  const { after, size } = wanted;
  const place = { time: 'issued_at', id: 'invoices.id', direction } as const;
  const found = await db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select(['invoices.id', 'number', 'kind', 'order_id', 'orders.code', 'issued_at', 'facts'])
    .select([
      country.as('country'),
      suppliedOn.as('on'),
      ossDay.as('oss_from'),
      listPlace('issued_at').as('place'),
      sql<string | null>`(select transaction_id from payment_attempts
        where order_id = orders.id and state = 'charged' limit 1)`.as('transaction'),
    ])
    .where((where) => matching(where, wanted))
    .$if(after !== undefined, (query) => query.where(isBehind(place, after ?? '')))
    .orderBy('issued_at', direction)
    .orderBy('invoices.id', direction)
    // One more than is shown tells whether there is another page.
    .limit(size + 1)
    .execute();
  const { rows, next } = cutPage(found, size);
  return {
    rows: rows.map(({ place: _, facts: stored, on, oss_from, code, issued_at, kind, ...row }) => {
      const facts = stored as unknown as InvoiceFacts;
      const vat = facts.vat_shares.reduce((sum, share) => sum + share.vat, 0);
      return {
        ...row,
        kind: kind as ReadInvoice['kind'],
        day: calendarDay(issued_at.getTime()),
        order_code: code,
        is_oss: isOneStopShop(row.country, { on, oss_from }),
        ...amounts(facts.total, vat),
        vat_shares: facts.vat_shares.map((share) => ({
          rate: share.rate,
          ...amounts(share.gross, share.vat),
        })),
        payment: facts.method?.kind ?? null,
        corrects: facts.corrects?.number ?? null,
        paid: facts.amount_due,
        paid_by_credit: facts.credit,
      };
    }),
    next,
  };
}

/** What all documents that are found add up to, by rate, and in the one-stop shop by country too. */
export async function sumInvoices(
  db: Kysely<Database>,
  filters: InvoiceFilters,
): Promise<readonly VatTotal[]> {
  const sums = await db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .innerJoinLateral(
      sql<{
        share: { rate: number; gross: number; vat: number };
      }>`jsonb_array_elements(facts -> 'vat_shares')`.as<'shares'>(sql`shares(share)`),
      (join) => join.onTrue(),
    )
    .select([
      country.as('country'),
      ossDay.as('oss_from'),
      // All days of a group stand on one side of the day from which the one-stop shop is used.
      sql<string>`min(${suppliedOn})`.as('on'),
      sql<number>`(share ->> 'rate')::float8`.as('rate'),
      sql<string>`sum((share ->> 'gross')::bigint)`.as('gross'),
      sql<string>`sum((share ->> 'vat')::bigint)`.as('vat'),
    ])
    .where((where) => matching(where, filters))
    .groupBy([country, sql`${suppliedOn} >= ${ossDay}`, sql`(share ->> 'rate')::float8`])
    .execute();
  const totals = new Map<string, VatTotal>();
  for (const sum of sums) {
    const oss_country = isOneStopShop(sum.country, sum) ? sum.country : null;
    const key = `${oss_country ?? ''} ${sum.rate}`;
    const known = totals.get(key);
    totals.set(key, {
      rate: sum.rate,
      oss_country,
      ...amounts((known?.gross ?? 0) + Number(sum.gross), (known?.vat ?? 0) + Number(sum.vat)),
    });
  }
  return [...totals.values()].sort(
    (one, other) => (one.oss_country ?? '').localeCompare(other.oss_country ?? '') || other.rate - one.rate,
  );
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
    ...(wanted === undefined ? [] : [where(country, '=', wanted.toUpperCase())]),
    ...(from === undefined ? [] : [where('issued_at', '>=', new Date(startOfDay(from)))]),
    ...(to === undefined ? [] : [where('issued_at', '<', new Date(startOfDay(addDays(to, 1))))]),
  ]);
}

/** Each half has an index of its own. */
function searched(typed: string) {
  return sql<string>`(
    select id from invoices where lower(number) like ${containing(typed)}
    union
    select found.id from invoices found join orders bought on bought.id = found.order_id
      where bought.code = ${typed.toUpperCase()}
  )`;
}
