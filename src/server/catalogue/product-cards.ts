import { type Kysely, sql } from 'kysely';
import type { ProductCard } from '#api/catalogue/catalogue-endpoints.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { ratingOf } from '#core/rules/catalogue/rating.ts';
import { quantityLimit } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { selectBundleOffers, toBundleOffers } from './bundle-offers.ts';
import { type ContentTrailer, cardTrailer, selectStoredTrailer } from './card-trailers.ts';
import { productSafety } from './product-facts.ts';

/** The column `products.card` in one language. */
export interface ProductCardTexts extends ContentTrailer {
  readonly title: string;
  readonly subtitle: string;
  readonly picture_alt: string;
  readonly category_title: string;
  readonly group_title: string | null;
  /** Number and total length of a course's lessons, else null. */
  readonly lesson_count: number | null;
  readonly length_seconds: number | null;
}

/** Selects the card rows of all products; callers filter, sort and join. */
export function selectProductCards(db: Kysely<Database>, locale: Locale) {
  return db
    .selectFrom('products')
    .leftJoin('masters', 'masters.slug', 'products.master_slug')
    .leftJoin('product_ratings', 'product_ratings.product_id', 'products.id')
    .select([
      'products.id',
      'products.kind',
      'products.slug',
      'products.price_cents',
      'products.monthly_price_cents',
      'products.picture',
      'products.stock',
      'products.max_per_order',
      'products.is_shipped',
      'products.is_fixed_price',
      'products.category_identifier',
      'products.group_identifier',
      'products.master_slug',
      'masters.firstname',
      'masters.lastname',
      'masters.picture as portrait',
      'product_ratings.reviewers',
      'product_ratings.stars_total',
      'product_ratings.lowest',
      'product_ratings.highest',
      selectStoredTrailer(locale).as('stored_trailer'),
      sql<ProductCardTexts>`products.card -> ${sql.lit(locale)}`.as('card'),
      selectBundleOffers(db, locale, sql`bundles.product_ids @> array[products.id]`).as('bundle_offers'),
      productSafety(locale).as('safety'),
    ]);
}

export type ProductCardRow = Awaited<
  ReturnType<ReturnType<typeof selectProductCards>['executeTakeFirstOrThrow']>
>;

/**
 * Builds a product card. A product is available if it has stock or needs none. `now`, in milliseconds since the epoch,
 * is for the lowest prices of bundle offers.
 */
export function toProductCard(row: ProductCardRow, now: number): ProductCard {
  const kind = row.kind as ProductKind;
  const { card } = row;
  return {
    type: 'products',
    id: row.id,
    attributes: {
      kind,
      slug: row.slug,
      title: card.title,
      subtitle: card.subtitle,
      price: cents(row.price_cents),
      monthly_price: row.monthly_price_cents === null ? null : cents(row.monthly_price_cents),
      picture: row.picture,
      picture_alt: card.picture_alt,
      person:
        row.master_slug === null
          ? null
          : {
              slug: row.master_slug,
              firstname: row.firstname ?? '',
              lastname: row.lastname ?? '',
              picture: row.portrait ?? '',
            },
      category: { identifier: row.category_identifier, title: card.category_title },
      group:
        row.group_identifier === null
          ? null
          : { identifier: row.group_identifier, title: card.group_title ?? '' },
      stock: row.stock,
      is_available: row.stock === null || row.stock > 0,
      max_quantity: quantityLimit(kind, row.max_per_order),
      is_shipped: row.is_shipped,
      is_fixed_price: row.is_fixed_price,
      lesson_count: card.lesson_count,
      length_seconds: card.length_seconds,
      rating: ratingOf(row),
      ...cardTrailer(row.slug, card, row.stored_trailer),
      bundle_offers: toBundleOffers(row.bundle_offers, now),
      safety: row.safety,
    },
  };
}

const mostCards = 30;

/** Returns the cards of the first 30 products, in this order, without unknown products and those off sale. */
export async function listProductCards(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  ids: readonly string[],
  locale: Locale,
): Promise<ProductCard[]> {
  const wanted = [...new Set(ids)].slice(0, mostCards);
  const rows = await selectProductCards(db, locale)
    .where('products.id', 'in', wanted)
    .where('products.is_active', '=', true)
    .execute();
  const found = new Map(rows.map((row) => [row.id, toProductCard(row, clock.now())]));
  return wanted.flatMap((id) => found.get(id) ?? []);
}
