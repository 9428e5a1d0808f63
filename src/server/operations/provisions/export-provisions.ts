import { type Kysely, sql } from 'kysely';
import type { ProvisionRow } from '#core/model/provision.ts';
import type { Locale } from '#core/model/values.ts';
import { addDays, calendarDay, laterDay } from '#core/rules/basics/calendar.ts';
import { allPages } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type CsvColumns, csvFile, csvLines, type StreamedFile } from '#server/platform/http/csv-file.ts';
import { hasOrigin, type ProvisionFilters, readProvisions } from './read-provisions.ts';

const columns: CsvColumns<ProvisionRow> = {
  month: (row) => row.month,
  kind: (row) => row.kind,
  partner: (row) => row.subject,
  rate_percent: ({ rate }) => (rate === null ? null : rate / 100),
  orders: (row) => row.orders,
  refunds: (row) => row.refunds,
  net: (row) => ({ cents: row.net }),
  refunded_net: (row) => ({ cents: row.refunded_net }),
  provision: (row) => ({ cents: row.provision }),
};

/** Rows read into memory at a time. */
const page = 1_000;

/** Exports all rows as CSV in the format of the language. */
export function exportProvisions(
  db: Kysely<Database>,
  filters: ProvisionFilters,
  locale: Locale,
): Promise<StreamedFile> {
  return csvFile('provisions.csv', csvLines(columns, pagesOf(db, filters), locale));
}

/** Reads month by month, newest first, so that no query covers more than one month; holds no lock. */
async function* pagesOf(
  db: Kysely<Database>,
  filters: ProvisionFilters,
): AsyncGenerator<readonly ProvisionRow[]> {
  for (const month of await monthsOf(db, filters))
    yield* allPages((after) => readProvisions(db, { ...filters, ...month }, { after, size: page }));
}

/** Days of each month, newest first, back to the first order or refund. */
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
