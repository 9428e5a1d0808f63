import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { isOfferable } from '#core/rules/bundles.ts';
import { cents, sumCents } from '#core/rules/money.ts';
import { lowestPrice } from '#core/rules/reductions.ts';
import type { Database } from '#server/database/schema.ts';
import type { ProductRow } from './product-facts.ts';
import { selectProductFacts, toProductFacts } from './product-facts.ts';

/** A stored bundle offer with its products that are sold, and the prices that each of them has had. */
export interface BundleOfferRow {
  readonly id: string;
  readonly title: string;
  readonly product_ids: string[];
  readonly price_cents: number;
  readonly parts: readonly (ProductRow & {
    /** `valid_from` in milliseconds since the epoch. */
    readonly history: readonly { readonly valid_from: number; readonly price_cents: number }[];
  })[];
}

/**
 * Selects the bundle offers that fulfil a condition on the table `bundles`, as one JSON value for a column of another
 * query, so that products and carts are read together with their offers.
 */
export function selectBundleOffers(
  db: Kysely<Database>,
  locale: Locale,
  condition: RawBuilder<unknown>,
): RawBuilder<BundleOfferRow[]> {
  const parts = selectProductFacts(db, { locale, user_id: null })
    .select(
      sql`(
        select coalesce(json_agg(json_build_object(
          'valid_from', (extract(epoch from valid_from) * 1000)::float8, 'price_cents', price_history.price_cents
        )), '[]') from price_history where price_history.product_id = products.id
      )`.as('history'),
    )
    .where(sql<boolean>`products.id = any(bundles.product_ids)`)
    .where('products.is_active', '=', true);
  return sql`(
    select coalesce(json_agg(offer order by offer.id), '[]') from (
      select bundles.id, bundles.product_ids, bundles.price_cents,
        bundles.texts -> ${sql.lit(locale)} ->> 'title' as title,
        (select coalesce(json_agg(part), '[]') from (${parts}) part) as parts
      from bundles where ${condition}
    ) offer
  )`;
}

/**
 * Returns the offers that are possible, without those with fixed-price books or products that are not sold
 * (docs/behaviour/coupons-and-bundles.md#bundle-offer). `now` is in milliseconds since the epoch.
 */
export function toBundleOffers(rows: readonly BundleOfferRow[], now: number) {
  return rows.map((row) => toBundleOffer(row, now)).filter((offer) => offer !== null);
}

function toBundleOffer({ id, title, product_ids, price_cents, parts }: BundleOfferRow, now: number) {
  const price = cents(price_cents);
  const facts = parts.map(toProductFacts);
  const lines = facts.map(({ product_id, product_data }) => ({
    product_id,
    kind: product_data.kind,
    unit_price: product_data.price,
    quantity: 1,
    is_fixed_price: product_data.is_fixed_price,
  }));
  if (!isOfferable({ id, product_ids, price }, lines)) return null;
  const lowest = parts.map(({ price_cents: current, history }) =>
    lowestPrice(
      history.map((change) => ({ valid_from: change.valid_from, price: cents(change.price_cents) })),
      now,
      cents(current),
    ),
  );
  return {
    id,
    title,
    product_ids,
    price,
    regular_price: sumCents(lines.map((line) => line.unit_price)),
    lowest_30_days: sumCents(lowest),
    is_available: facts.every(({ stock }) => stock === null || stock > 0),
    products: product_ids.flatMap((product_id) =>
      facts
        .filter((part) => part.product_id === product_id)
        .map(({ product_data }) => ({ product_id, product_data })),
    ),
  };
}
