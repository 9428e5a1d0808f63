import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import type { BundleTerms } from '#core/rules/bundles.ts';
import type { Coupon } from '#core/rules/discounts.ts';
import { cents, sumCents } from '#core/rules/money.ts';
import type { OfferedLine } from '#core/rules/reductions.ts';
import { lowestPrice, reducedPrice } from '#core/rules/reductions.ts';
import type { Database } from '#server/database/schema.ts';

interface OfferedProducts {
  readonly product_ids: readonly string[];
  /** When the reduction began, in milliseconds since the epoch. */
  readonly start: number;
}

/** What these products cost together by the lowest price of each in the 30 days before `start`, in cents. */
async function readLowestTogether(
  db: Kysely<Database>,
  { product_ids, start }: OfferedProducts,
): Promise<Cents> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'price_cents'])
    .where('id', '=', sql<string>`any(${[...product_ids]}::text[])`)
    .execute();
  const rows = await db
    .selectFrom('price_history')
    .selectAll()
    .where('product_id', '=', sql<string>`any(${[...product_ids]}::text[])`)
    .execute();
  return sumCents(
    products.map(({ id, price_cents }) => {
      const history = rows
        .filter((row) => row.product_id === id)
        .map((row) => ({ valid_from: row.valid_from.getTime(), price: cents(row.price_cents) }));
      return lowestPrice(history, start, cents(price_cents));
    }),
  );
}

interface AdvertisedCoupon {
  readonly product_ids: readonly string[];
  readonly coupon: Coupon;
  readonly now: number;
}

/** Amounts of an advertised reduction in cents, as its page has to show them; null when nothing comes off. */
export async function readReduction(
  db: Kysely<Database>,
  { product_ids, coupon, now }: AdvertisedCoupon,
): Promise<{ regular: Cents; price: Cents; lowest_30_days: Cents } | null> {
  const lines = await readOfferedLines(db, product_ids);
  const offers = await db.selectFrom('bundles').select(['id', 'product_ids', 'price_cents']).execute();
  const bundles: readonly BundleTerms[] = offers.map(({ price_cents, ...offer }) => ({
    ...offer,
    price: cents(price_cents),
  }));
  const price = reducedPrice(lines, { coupon, bundles, now });
  if (price === null) return null;
  const lowest_30_days = await readLowestTogether(db, { product_ids, start: coupon.valid_from ?? now });
  return { regular: sumCents(lines.map((line) => line.unit_price)), price, lowest_30_days };
}

async function readOfferedLines(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<readonly OfferedLine[]> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'kind', 'price_cents', 'is_fixed_price', 'is_shipped'])
    .where('is_active', '=', true)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return products.map((product) => ({
    product_id: product.id,
    kind: product.kind as ProductKind,
    unit_price: cents(product.price_cents),
    quantity: 1,
    is_fixed_price: product.is_fixed_price,
    is_shipped: product.is_shipped,
  }));
}
