import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { type BundleOfferRow, selectBundleOffers } from '#server/catalogue/bundle-offers.ts';
import { type ProductRow, selectProductFacts } from '#server/catalogue/product-facts.ts';
import type { CatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type CountrySettings, selectCountrySettings } from './country-settings.ts';

/** What the price of a cart depends on beside the cart and its buyer. */
export interface PricingCatalogue extends CountrySettings {
  readonly products: ReadonlyMap<string, ProductRow>;
  /** At least the offers of which a product is asked for. */
  readonly bundles: readonly BundleOfferRow[];
}

interface CatalogueOptions {
  readonly locale: Locale;
  /** A set of product ids as a subquery. */
  readonly ids: RawBuilder<string>;
  /** Who may own the products. */
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

export interface KeptCatalogue {
  /**
   * The catalogue with at least these products, of which `db` reads those that are not known yet. Their stock may be an
   * older one, and nobody owns them.
   */
  read(db: Kysely<Database>, locale: Locale, ids: readonly string[]): Promise<PricingCatalogue>;
}

/** What is kept for one language: offers are added with their products. */
interface Kept extends CountrySettings {
  readonly version: number | null;
  readonly products: Map<string, ProductRow>;
  readonly bundles: Map<string, BundleOfferRow>;
}

/** Products kept for one language; when there are more, all are forgotten. One takes about 1 kB. */
const mostProducts = 5_000;

/**
 * Keeps what carts are priced with in memory until a change of the catalogue is told
 * (docs/behaviour/carts.md#prices-from-memory). While changes cannot be heard, everything is read from the database.
 */
export function keepCatalogue(changes: Pick<CatalogueChanges, 'version'>): KeptCatalogue {
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
        // A change that was told meanwhile may be missing.
        else if (version !== null && version === changes.version()) kept.set(locale, next);
        return { ...next, bundles: [...next.bundles.values()] };
      }
      return { ...current, bundles: [...current.bundles.values()] };
    },
  };
}
