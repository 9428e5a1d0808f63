import { type Kysely, sql } from 'kysely';
import { defaultDeliveryCountries } from '#core/rules/orders/delivery.ts';
import type { Database } from '#server/platform/database/schema.ts';

interface CountrySetting {
  readonly deliveryCountries: readonly string[] | null;
}

interface StoredCountries {
  /** Of `content/shop.yaml`; null where it names none. */
  readonly delivery_countries: readonly string[] | null;
}

/** Selects the countries of `content/shop.yaml` as a column of another query. */
export function selectDeliveryCountries() {
  return sql<StoredCountries['delivery_countries']>`(
    select value -> 'de' -> 'delivery_countries' from contents where key = 'shop'
  )`;
}

/**
 * Countries to which goods are shipped: the operator's setting, else those of `content/shop.yaml`
 * (docs/behaviour/carts.md#delivery-countries).
 */
export function deliveryCountries(
  settings: CountrySetting,
  { delivery_countries }: StoredCountries,
): readonly string[] {
  return settings.deliveryCountries ?? delivery_countries ?? defaultDeliveryCountries;
}

/** As `deliveryCountries`, read by a query of its own. */
export async function readDeliveryCountries(
  db: Kysely<Database>,
  settings: CountrySetting,
): Promise<readonly string[]> {
  const columns = [selectDeliveryCountries().as('delivery_countries')] as const;
  return deliveryCountries(settings, await db.selectNoFrom(columns).executeTakeFirstOrThrow());
}
