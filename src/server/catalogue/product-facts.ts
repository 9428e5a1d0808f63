import { type Expression, type Kysely, sql } from 'kysely';
import type { ProductCard } from '#api/catalogue/catalogue-endpoints.ts';
import type { ProductData, ProductKind } from '#core/model/product.ts';
import type { Locale } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { LineLimits } from '#core/rules/carts/cart-lines.ts';
import { quantityLimit } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { Database } from '#server/platform/database/schema.ts';

/** Product data for carts and orders, without long texts. */
export interface ProductFacts {
  readonly product_id: string;
  readonly product_data: ProductData;
  readonly is_active: boolean;
  /** Pieces left; null when the stock is not limited. */
  readonly stock: number | null;
  /** Whether the user owns this course or has this membership; false for guests. */
  readonly is_owned: boolean;
}

interface ProductFactsOptions {
  readonly locale: Locale;
  /** A value, or a column of the query; null for guests. */
  readonly user_id: string | Expression<string> | null;
}

export function productText(field: 'title' | 'category_title', locale: Locale) {
  return sql<string>`products.card -> ${sql.lit(locale)} ->> ${sql.lit(field)}`;
}

export type ProductSafety = ProductCard['attributes']['safety'];

/** Selects manufacturer and warnings of goods; null for other products. */
export function productSafety(locale: Locale) {
  return sql<ProductSafety>`case when products.details ? 'manufacturer' then json_build_object(
    'manufacturer', products.details -> 'manufacturer',
    'warnings', coalesce(products.details -> 'warnings' -> ${sql.lit(locale)}, '[]'::jsonb)
  ) end`;
}

/** Selects `ProductRow` of all products, active or not; callers filter and join. */
export function selectProductFacts(db: Kysely<Database>, { locale, user_id }: ProductFactsOptions) {
  return db
    .selectFrom('products')
    .leftJoin('masters', 'masters.slug', 'products.master_slug')
    .select([
      'products.id',
      'products.kind',
      'products.slug',
      'products.picture',
      'products.price_cents',
      'products.monthly_price_cents',
      'products.stock',
      'products.max_per_order',
      'products.is_shipped',
      'products.is_fixed_price',
      'products.is_active',
      'products.category_identifier',
      'masters.firstname',
      'masters.lastname',
      productText('title', locale).as('title'),
      productText('category_title', locale).as('category_title'),
      isOwned(user_id).as('is_owned'),
    ]);
}

export type ProductRow = Awaited<
  ReturnType<ReturnType<typeof selectProductFacts>['executeTakeFirstOrThrow']>
>;

export function toProductFacts(row: ProductRow): ProductFacts {
  const kind = row.kind as ProductKind;
  return {
    product_id: row.id,
    product_data: {
      kind,
      slug: row.slug,
      cover: row.picture,
      product_name: row.title,
      price: cents(row.price_cents),
      monthly_price: row.monthly_price_cents === null ? null : cents(row.monthly_price_cents),
      person: { firstname: row.firstname ?? '', lastname: row.lastname ?? '' },
      category: { identifier: row.category_identifier, title: row.category_title },
      max_quantity: quantityLimit(kind, row.max_per_order),
      stock: row.stock,
      is_shipped: row.is_shipped,
      is_fixed_price: row.is_fixed_price,
    },
    is_active: row.is_active,
    stock: row.stock,
    is_owned: row.is_owned,
  };
}

/** Returns the quantity limits of a product; null if it is not on sale. */
export function limitsOf(product: ProductFacts | undefined): LineLimits | null {
  if (product === undefined || !product.is_active) return null;
  const { product_data, stock, is_owned } = product;
  return { max_quantity: product_data.max_quantity, stock, is_owned };
}

/** Selects whether the user owns the course, or has the membership, of a row of `products`. */
export function isOwned(userId: ProductFactsOptions['user_id']) {
  if (userId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (
      select from entitlements
      where entitlements.user_id = ${userId} and entitlements.course_id = products.id
        and entitlements.revoked_at is null
    ) or exists (
      select from subscriptions
      where subscriptions.user_id = ${userId} and subscriptions.product_id = products.id
        and subscriptions.status in ('active', 'past_due')
    )`;
}
