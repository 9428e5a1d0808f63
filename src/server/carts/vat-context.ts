import { type Kysely, sql } from 'kysely';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import type { VatContext } from '#core/rules/basics/vat-rates.ts';
import type { Database } from '#server/platform/database/schema.ts';

/** Selects the first day of the VAT one-stop shop from `content/shop.yaml`; null when it is not used. */
export function selectOssDay() {
  return sql<string | null>`(select value ->> 'oss_from' from contents where key = 'vat')`;
}

/** What the VAT of a supply at `moment` (milliseconds since the epoch) depends on in addition to its country. */
export async function readVatContext(db: Kysely<Database>, moment: number): Promise<VatContext> {
  const { oss_from } = await db.selectNoFrom([selectOssDay().as('oss_from')]).executeTakeFirstOrThrow();
  return { on: calendarDay(moment), oss_from };
}
