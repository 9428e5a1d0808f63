import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { ProductCard } from '#api/products.ts';
import { quantityLimit } from '#core/rules/legal-profile.ts';
import type { Locale } from '#core/rules/locale.ts';
import { cents } from '#core/rules/money.ts';
import type { ProductKind } from '#core/rules/product.ts';
import type { Database } from '#server/database/schema.ts';
import { toRating } from './rating.ts';

/** The column `products.card` in one language. */
export interface ProductCardTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly picture_alt: string;
  readonly category_title: string;
  readonly group_title: string | null;
  /** Number and whole length of a course's lessons, else null. */
  readonly lesson_count: number | null;
  readonly length_seconds: number | null;
  /** Name of a course's trailer; absent where the content was loaded before there were any. */
  readonly trailer?: string | null;
}

/** Selects the rows of all products as lists show them, for callers to narrow, order and join. */
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
      'products.is_price_bound',
      'products.category_identifier',
      'products.group_identifier',
      'products.master_slug',
      'masters.firstname',
      'masters.lastname',
      'product_ratings.reviewers',
      'product_ratings.stars_total',
      'product_ratings.lowest',
      'product_ratings.highest',
      sql<ProductCardTexts>`products.card -> ${sql.lit(locale)}`.as('card'),
    ]);
}

export type ProductCardRow = Awaited<
  ReturnType<ReturnType<typeof selectProductCards>['executeTakeFirstOrThrow']>
>;

/** A selected row as the API answers it. A product is available as long as there is stock (or needs none). */
export function toProductCard(row: ProductCardRow): ProductCard {
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
          : { slug: row.master_slug, firstname: row.firstname ?? '', lastname: row.lastname ?? '' },
      category: { identifier: row.category_identifier, title: card.category_title },
      group:
        row.group_identifier === null
          ? null
          : { identifier: row.group_identifier, title: card.group_title ?? '' },
      is_available: row.stock === null || row.stock > 0,
      max_quantity: quantityLimit(kind, row.max_per_order),
      is_shipped: row.is_shipped,
      is_price_bound: row.is_price_bound,
      lesson_count: card.lesson_count,
      length_seconds: card.length_seconds,
      rating: toRating(row),
      trailer: card.trailer ?? null,
    },
  };
}
