import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { cents, sumCents } from '#core/rules/basics/money.ts';
import { isOfferable } from '#core/rules/catalogue/bundles.ts';
import { type LedgerEntry, offerPrice } from '#core/rules/catalogue/offer-price.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { selectLedger } from './price-ledger.ts';
import {
  type ProductRow,
  type ProductSafety,
  productSafety,
  selectProductFacts,
  toProductFacts,
} from './product-facts.ts';

/** A stored bundle offer with its active products and the price ledger's entries about them. */
export interface BundleOfferRow {
  readonly id: string;
  readonly title: string;
  readonly product_ids: string[];
  readonly price_cents: number;
  readonly parts: readonly (ProductRow & { readonly safety: ProductSafety })[];
  readonly ledger: readonly LedgerEntry[];
}

/**
 * Selects the bundle offers that match a condition on the table `bundles`, as one JSON column of another query, so that
 * products and carts are read together with their offers.
 */
export function selectBundleOffers(
  db: Kysely<Database>,
  locale: Locale,
  condition: RawBuilder<unknown>,
): RawBuilder<BundleOfferRow[]> {
  const parts = selectProductFacts(db, { locale, user_id: null })
    .select(productSafety(locale).as('safety'))
    .where(sql<boolean>`products.id = any(bundles.product_ids)`)
    .where('products.is_active', '=', true);
  return sql`(
    select coalesce(json_agg(offer order by offer.id), '[]') from (
      select bundles.id, bundles.product_ids, bundles.price_cents,
        bundles.texts -> ${sql.lit(locale)} ->> 'title' as title,
        (select coalesce(json_agg(part), '[]') from (${parts}) part) as parts,
        ${selectLedger(sql`bundles.product_ids`)} as ledger
      from bundles where ${condition}
    ) offer
  )`;
}

/**
 * Returns the valid offers: without fixed-price books and products off sale (docs/behaviour/coupons.md#bundle-offer).
 * `now` is in milliseconds since the epoch.
 */
export function toBundleOffers(rows: readonly BundleOfferRow[], now: number) {
  return rows.map((row) => toBundleOffer(row, now)).filter((offer) => offer !== null);
}

function toBundleOffer({ id, title, product_ids, price_cents, parts, ledger }: BundleOfferRow, now: number) {
  const price = cents(price_cents);
  const facts = parts.map((part) => ({ ...toProductFacts(part), safety: part.safety }));
  const lines = facts.map(({ product_id, product_data }) => ({
    product_id,
    kind: product_data.kind,
    unit_price: product_data.price,
    quantity: 1,
    is_fixed_price: product_data.is_fixed_price,
  }));
  if (!isOfferable({ id, product_ids, price }, lines)) return null;
  const products = parts.map(({ id: product_id, kind, is_fixed_price, is_shipped }) => ({
    product_id,
    kind: kind as ProductKind,
    is_fixed_price,
    is_shipped,
  }));
  const asked = offerPrice(ledger, { products, reduction: { kind: 'bundle', subject: id }, now });
  return {
    id,
    title,
    product_ids,
    price,
    regular_price: sumCents(lines.map((line) => line.unit_price)),
    reference: asked?.reference ?? null,
    is_available: facts.every(({ stock }) => stock === null || stock > 0),
    products: product_ids.flatMap((product_id) =>
      facts
        .filter((part) => part.product_id === product_id)
        .map(({ product_data, safety }) => ({ product_id, product_data, safety })),
    ),
  };
}
