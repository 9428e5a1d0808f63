import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { quantityLimit } from '#core/rules/legal-profile.ts';
import type { Locale } from '#core/rules/locale.ts';
import { cents } from '#core/rules/money.ts';
import type { ProductData, ProductKind } from '#core/rules/product.ts';
import type { Database } from '#server/database/schema.ts';

/** What carts and orders need of a product: nothing of its long texts. */
export interface ProductFacts {
  readonly product_id: string;
  readonly product_data: ProductData;
  readonly is_active: boolean;
  /** Pieces left, null when the product never runs out. */
  readonly stock: number | null;
  /** The user owns this course, or has this membership; false for guests. */
  readonly is_owned: boolean;
}

interface ProductFactsQuestion {
  readonly locale: Locale;
  readonly user_id: string | null;
}

/** A short text of a product in one language. */
export function productText(field: 'title' | 'category_title', locale: Locale) {
  return sql<string>`products.card -> ${sql.lit(locale)} ->> ${sql.lit(field)}`;
}

/** Selects `ProductRow` of all products, for callers to narrow and join. Active or not. */
export function selectProductFacts(db: Kysely<Database>, { locale, user_id }: ProductFactsQuestion) {
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
      'products.is_price_bound',
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

/** A selected row in the words of the rules. */
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
      is_shipped: row.is_shipped,
      is_price_bound: row.is_price_bound,
    },
    is_active: row.is_active,
    stock: row.stock,
    is_owned: row.is_owned,
  };
}

function isOwned(userId: string | null) {
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
