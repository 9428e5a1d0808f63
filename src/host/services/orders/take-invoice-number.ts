import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#host/database/schema.ts';

/** Invoices and their corrections are numbered apart, each from 1 on in every year. */
const series = {
  invoice: { counter: 'invoice', prefix: 'RE' },
  correction: { counter: 'correction', prefix: 'RK' },
} as const;

/**
 * The next number of a series, for example `RE-2026-000017`. It comes from a counted row that the transaction holds, so
 * numbers have no gaps: a transaction that is rolled back gives its number back. `day` is `YYYY-MM-DD`.
 */
export async function takeInvoiceNumber(
  trx: Transaction<Database>,
  kind: keyof typeof series,
  day: string,
): Promise<string> {
  const year = day.slice(0, 4);
  const { counter, prefix } = series[kind];
  const { value } = await trx
    .insertInto('counters')
    .values({ name: `${counter}-${year}`, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql<number>`counters.value + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return `${prefix}-${year}-${String(value).padStart(6, '0')}`;
}
