import type { Kysely } from 'kysely';
import type { CalendarDay, Locale } from '#core/model/values.ts';
import { addDays } from '#core/rules/basics/calendar.ts';
import { type CsvCell, csvFormats, csvLine } from '#core/rules/basics/csv.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { csvFile, type WrittenFile } from '#server/platform/http/csv-file.ts';
import { type ReadInvoice, readInvoices } from './operator-invoices.ts';

/** Documents in memory at once. */
const page = 500;

const columns = [
  'number',
  'kind',
  'day',
  'order',
  'country',
  'oss',
  'vat_rate',
  'net',
  'vat',
  'gross',
  'payment',
  'paid',
  'paid_by_credit',
  'transaction',
  'corrects',
] as const;

/**
 * The invoices and corrections of a month (`2026-11`) as CSV, the oldest first, a row for each rate of VAT
 * (docs/behaviour/operations.md#invoices-for-operators). Reads page after page, and holds no lock: a document never
 * changes.
 */
export async function* writeInvoices(
  db: Kysely<Database>,
  month: string,
  locale: Locale,
): AsyncGenerator<string> {
  const format = csvFormats[locale];
  yield csvLine(columns, format);
  let after: string | undefined;
  do {
    const { rows, next } = await readInvoices(db, { ...daysOf(month), after, size: page }, 'asc');
    for (const invoice of rows) for (const row of rowsOf(invoice)) yield csvLine(row, format);
    after = next ?? undefined;
  } while (after !== undefined);
}

/** The same as a file. */
export function exportInvoices(db: Kysely<Database>, month: string, locale: Locale): Promise<WrittenFile> {
  return csvFile(`invoices-${month}.csv`, writeInvoices(db, month, locale));
}

function daysOf(month: string): { readonly from: CalendarDay; readonly to: CalendarDay } {
  const from = `${month}-01`;
  const inNext = addDays(from, 31);
  return { from, to: addDays(inNext, -Number(inNext.slice(8))) };
}

/** A document without a rate has one row too, so that no number is missing; payments stand in the first row. */
function rowsOf(invoice: ReadInvoice): readonly (readonly CsvCell[])[] {
  const shares = invoice.vat_shares.length === 0 ? [{ ...invoice, rate: null }] : invoice.vat_shares;
  return shares.map(({ rate, net, vat, gross }, index) => {
    const isFirst = index === 0;
    const cells: Readonly<Record<(typeof columns)[number], CsvCell>> = {
      number: invoice.number,
      kind: invoice.kind,
      day: invoice.day,
      order: invoice.order_code,
      country: invoice.country,
      oss: invoice.is_oss ? 'yes' : 'no',
      vat_rate: rate,
      net: { cents: net },
      vat: { cents: vat },
      gross: { cents: gross },
      payment: invoice.payment,
      paid: isFirst ? { cents: invoice.paid } : null,
      paid_by_credit: isFirst ? { cents: invoice.paid_by_credit } : null,
      transaction: invoice.transaction,
      corrects: invoice.corrects,
    };
    return columns.map((column) => cells[column]);
  });
}
