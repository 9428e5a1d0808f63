import { type Kysely, sql } from 'kysely';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import type { VatContext } from '#core/rules/basics/vat-rates.ts';
import { defaultDeliveryCountries } from '#core/rules/orders/delivery.ts';
import type { Database } from '#server/platform/database/schema.ts';

/** Country settings of the shop data. */
export interface CountrySettings {
  /** First day of the VAT one-stop shop as `YYYY-MM-DD`; null: not used. */
  readonly oss_from: string | null;
  /** Countries to which goods are shipped; null before shop data are loaded. */
  readonly delivery_countries: readonly string[] | null;
}

/** The first day of the VAT one-stop shop, as a part of a query; null when it is not used. */
export const ossDay = sql<CountrySettings['oss_from']>`(
  select value ->> 'oss_from' from contents where key = 'vat'
)`;

/** Selects the country settings as columns for a query. */
export function selectCountrySettings() {
  return [ossDay.as('oss_from'), selectDeliveryCountries()] as const;
}

function selectDeliveryCountries() {
  return sql<CountrySettings['delivery_countries']>`(
    select value -> 'de' -> 'delivery_countries' from contents where key = 'shop'
  )`.as('delivery_countries');
}

/**
 * Loads the facts besides the country that determine the VAT of a supply at `moment` (milliseconds since the epoch).
 */
export async function readVatContext(db: Kysely<Database>, moment: number): Promise<VatContext> {
  const { oss_from } = await db.selectNoFrom(ossDay.as('oss_from')).executeTakeFirstOrThrow();
  return { on: calendarDay(moment), oss_from };
}

interface DeliverySetting {
  readonly deliveryCountries: readonly string[] | null;
}

/**
 * Countries to which goods are shipped: the operator's setting, else those of the shop data
 * (docs/behaviour/carts.md#delivery-countries).
 */
export function deliveryCountries(
  settings: DeliverySetting,
  { delivery_countries }: Pick<CountrySettings, 'delivery_countries'>,
): readonly string[] {
  return settings.deliveryCountries ?? delivery_countries ?? defaultDeliveryCountries;
}

/** Returns `deliveryCountries` after loading the setting of the shop data. */
export async function readDeliveryCountries(
  db: Kysely<Database>,
  settings: DeliverySetting,
): Promise<readonly string[]> {
  return deliveryCountries(
    settings,
    await db.selectNoFrom(selectDeliveryCountries()).executeTakeFirstOrThrow(),
  );
}
