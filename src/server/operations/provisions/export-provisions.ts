import { type Kysely, sql } from 'kysely';
import type { ProvisionRow } from '#core/model/provision.ts';
import type { Locale } from '#core/model/values.ts';
import { addDays, calendarDay, laterDay } from '#core/rules/basics/calendar.ts';
import { type CsvCell, csvFormats, csvLine } from '#core/rules/basics/csv.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { csvFile, type WrittenFile } from '#server/platform/http/csv-file.ts';
import { hasOrigin, type ProvisionFilters, readProvisions } from './read-provisions.ts';

const columns = [
  'month',
  'kind',
  'partner',
  'rate_percent',
  'orders',
  'refunds',
  'net',
  'refunded_net',
  'provision',
] as const;

/** Rows in memory at once. */
const page = 1_000;

/** All rows as CSV, as spreadsheets of the language read it. */
export function exportProvisions(
  db: Kysely<Database>,
  filters: ProvisionFilters,
  locale: Locale,
): Promise<WrittenFile> {
  return csvFile('provisions.csv', writeProvisions(db, filters, locale));
}

/** Reads month after month, the newest first, so that the number of months does not matter; holds no lock. */
async function* writeProvisions(
  db: Kysely<Database>,
  filters: ProvisionFilters,
  locale: Locale,
): AsyncGenerator<string> {
  const format = csvFormats[locale];
  yield csvLine(columns, format);
  for (const month of await monthsOf(db, filters)) {
    let after: string | undefined;
    do {
      const { rows, next } = await readProvisions(db, { ...filters, ...month }, { after, size: page });
      for (const row of rows) yield csvLine(cellsOf(row), format);
      after = next ?? undefined;
    } while (after !== undefined);
  }
}

/** The days of each month, the newest first, from the first order or refund on. */
async function monthsOf(
  db: Kysely<Database>,
  { from, to }: ProvisionFilters,
): Promise<readonly Pick<ProvisionFilters, 'from' | 'to'>[]> {
  const { rows } = await sql<{ first: Date | null }>`
    select least((select min(completed_at) from orders where ${hasOrigin}),
      (select min(created_at) from refunds)) as first`.execute(db);
  const first = rows[0]?.first ?? null;
  if (first === null) return [];
  const begin = laterDay(from, calendarDay(first.getTime()));
  const months: Pick<ProvisionFilters, 'from' | 'to'>[] = [];
  for (let last = to; last >= begin; last = addDays(months.at(-1)?.from ?? begin, -1))
    months.push({ from: laterDay(begin, `${last.slice(0, 7)}-01`), to: last });
  return months;
}

function cellsOf({ month, kind, subject, rate, orders, refunds, ...amounts }: ProvisionRow): CsvCell[] {
  const { net, refunded_net, provision } = amounts;
  return [
    ...[month, kind, subject, rate === null ? null : rate / 100, orders, refunds],
    ...[{ cents: net }, { cents: refunded_net }, { cents: provision }],
  ];
}
