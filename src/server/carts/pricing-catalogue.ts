import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import type { VatContext } from '#core/rules/basics/vat-rates.ts';
import { defaultDeliveryCountries } from '#core/rules/orders/delivery.ts';
import { type BundleOfferRow, selectBundleOffers } from '#server/catalogue/bundle-offers.ts';
import { type ProductRow, selectProductFacts } from '#server/catalogue/product-facts.ts';
import type { CatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
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
function selectCountrySettings() {
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

/** Facts that determine the price of a cart besides the cart and its buyer. */
export interface PricingCatalogue extends CountrySettings {
  readonly products: ReadonlyMap<string, ProductRow>;
  /** At least the offers with a requested product. */
  readonly bundles: readonly BundleOfferRow[];
}

interface CatalogueOptions {
  readonly locale: Locale;
  /** A set of product ids as a subquery. */
  readonly ids: RawBuilder<string>;
  /** The user for whom `is_owned` is computed; null for none. */
  readonly user_id: string | Expression<string> | null;
}

/** Selects the catalogue for some products, as columns of another query. */
export function selectCatalogue(db: Kysely<Database>, { locale, ids, user_id }: CatalogueOptions) {
  const products = selectProductFacts(db, { locale, user_id }).where(sql<boolean>`products.id in (${ids})`);
  return [
    sql<ProductRow[]>`(select coalesce(json_agg(product), '[]') from (${products}) product)`.as('products'),
    selectBundleOffers(db, locale, sql`bundles.product_ids && array(${ids})`).as('bundles'),
    ...selectCountrySettings(),
  ] as const;
}

/** Product ids as a subquery. As JSON, because for an array PostgreSQL would plan every call anew. */
export function idSet(ids: readonly string[]): RawBuilder<string> {
  return sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`;
}

export interface CatalogueCache {
  /**
   * Returns the catalogue with at least these products; reads unknown ones with `db`. Stock may be outdated, and
   * `is_owned` is false.
   */
  read(db: Kysely<Database>, locale: Locale, ids: readonly string[]): Promise<PricingCatalogue>;
}

/** Cache of one language; offers are added with their products. */
interface Kept extends CountrySettings {
  readonly version: number | null;
  readonly products: Map<string, ProductRow>;
  readonly bundles: Map<string, BundleOfferRow>;
}

/** Most cached products per language; above it the cache is cleared. One takes about 1 kB. */
const mostProducts = 5_000;

/**
 * Caches the catalogue that carts are priced with until a change of it is notified
 * (docs/behaviour/carts.md#prices-from-memory). While notifications cannot be received, everything is read from the
 * database.
 */
export function createCatalogueCache(changes: Pick<CatalogueChanges, 'version'>): CatalogueCache {
  const kept = new Map<Locale, Kept>();

  return {
    async read(db, locale, ids) {
      const version = changes.version();
      const found = kept.get(locale);
      const current = version !== null && found?.version === version ? found : null;
      const missing = current === null ? ids : ids.filter((id) => !current.products.has(id));
      if (current === null || missing.length > 0) {
        const options = { locale, ids: idSet(missing), user_id: null };
        const read = await db.selectNoFrom(selectCatalogue(db, options)).executeTakeFirstOrThrow();
        const next = current ?? { ...read, version, products: new Map(), bundles: new Map() };
        for (const product of read.products) next.products.set(product.id, product);
        for (const bundle of read.bundles) next.bundles.set(bundle.id, bundle);
        if (next.products.size > mostProducts) kept.delete(locale);
        // A change notified during the query may be missing from its result.
        else if (version !== null && version === changes.version()) kept.set(locale, next);
        return { ...next, bundles: [...next.bundles.values()] };
      }
      return { ...current, bundles: [...current.bundles.values()] };
    },
  };
}
