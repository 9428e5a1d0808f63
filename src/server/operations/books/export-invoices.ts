import { type Kysely, sql } from 'kysely';
import type { CalendarDay, Locale } from '#core/model/values.ts';
import { addDays, startOfDay } from '#core/rules/basics/calendar.ts';
import { allPages } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type CsvColumns, csvFile, csvLines, type StreamedFile } from '#server/platform/http/csv-file.ts';
import { type ReadInvoice, readInvoices } from './operator-invoices.ts';

/** Documents read into memory at a time. */
const pageSize = 500;

/** One VAT share of a document: a row of the export. */
interface InvoiceShare extends ReadInvoice {
  readonly rate: number | null;
  readonly isFirst: boolean;
}

const columns: CsvColumns<InvoiceShare> = {
  number: (share) => share.number,
  kind: (share) => share.kind,
  day: (share) => share.day,
  order: (share) => share.order_code,
  country: (share) => share.country,
  oss: (share) => (share.is_oss ? 'yes' : 'no'),
  vat_rate: (share) => share.rate,
  net: (share) => ({ cents: share.net }),
  vat: (share) => ({ cents: share.vat }),
  gross: (share) => ({ cents: share.gross }),
  payment: (share) => share.payment,
  paid: (share) => (share.isFirst ? { cents: share.paid } : null),
  paid_by_credit: (share) => (share.isFirst ? { cents: share.paid_by_credit } : null),
  transaction: (share) => share.transaction,
  corrects: (share) => share.corrects,
};

/**
 * Writes the invoices and corrections of a month (`2026-11`) as CSV, oldest first, a row for each rate and country of
 * VAT (docs/behaviour/operations.md#invoices-for-operators). Reads page by page and needs no lock, because documents
 * never change.
 */
export function writeInvoices(db: Kysely<Database>, month: string, locale: Locale): AsyncGenerator<string> {
  const pages = allPages(async (after) => {
    const { rows, next } = await readInvoices(db, { ...daysOf(month), after, size: pageSize }, 'asc');
    return { rows: rows.flatMap(sharesOf), next };
  });
  return csvLines(columns, pages, locale);
}

/** Exports the invoices and corrections of a month as a CSV file. */
export async function exportInvoices(
  db: Kysely<Database>,
  month: string,
  locale: Locale,
): Promise<StreamedFile> {
  const rows = await countShares(db, month);
  return csvFile(`invoices-${month}.csv`, writeInvoices(db, month, locale), rows);
}

/** Counts the rows of an export, as `sharesOf` makes them. */
async function countShares(db: Kysely<Database>, month: string): Promise<number> {
  const { from, to } = daysOf(month);
  const { shares } = await db
    .selectFrom('invoices')
    .select(
      sql<number>`coalesce(sum(greatest(jsonb_array_length(facts -> 'vat_shares'), 1)), 0)::int`.as('shares'),
    )
    .where('issued_at', '>=', new Date(startOfDay(from)))
    .where('issued_at', '<', new Date(startOfDay(addDays(to, 1))))
    .executeTakeFirstOrThrow();
  return shares;
}

function daysOf(month: string): { readonly from: CalendarDay; readonly to: CalendarDay } {
  const from = `${month}-01`;
  const inNext = addDays(from, 31);
  return { from, to: addDays(inNext, -Number(inNext.slice(8))) };
}

/** Splits a document into rows, at least one, so that no number is missing; only the first row has the payments. */
function sharesOf(invoice: ReadInvoice): readonly InvoiceShare[] {
  const shares = invoice.vat_shares.length === 0 ? [{ rate: null }] : invoice.vat_shares;
  return shares.map((share, index) => ({ ...invoice, ...share, isFirst: index === 0 }));
}
