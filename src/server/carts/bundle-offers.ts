import { sql } from 'kysely';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents, Locale } from '#core/model/values.ts';
import type { BundleLine } from '#core/rules/discounts.ts';
import { fitsCart, isOfferable } from '#core/rules/discounts.ts';
import { cents, sumCents } from '#core/rules/money.ts';
import { readLowestTogether } from '#server/catalogue/price-history.ts';
import type { ServerContext } from '#server/server-context.ts';
import { readLines } from './cart-lines.ts';
import { findCart } from './own-cart.ts';

interface BundleQuery {
  /** Only offers with at least one product of the cart. */
  readonly fits_cart: boolean;
  /** `bundle_cart_unique_id` of a guest's cart; default: the user's own cart. */
  readonly id?: string | undefined;
  readonly user: { readonly id: string } | null;
  readonly locale: Locale;
}

interface BundleResource {
  readonly type: 'bundles';
  readonly id: string;
  readonly attributes: {
    title: string;
    product_ids: string[];
    price: Cents;
    regular_price: Cents;
    lowest_30_days: Cents;
  };
}

/**
 * Products that are sold together at a lower price (docs/behaviour/coupons-and-bundles.md#bundle-offer). Offers with
 * fixed-price books or with products that are not for sale are left out. Undefined when the caller may not use the
 * given cart.
 */
export async function listBundles(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  query: BundleQuery,
): Promise<BundleResource[] | undefined> {
  const inCart = await productsInCart({ db }, query);
  if (inCart === undefined) return undefined;
  const offers = await db
    .selectFrom('bundles')
    .select(['id', 'product_ids', 'price_cents'])
    .select(sql<string>`texts -> ${sql.lit(query.locale)} ->> 'title'`.as('title'))
    .orderBy('id')
    .execute();
  const products = await db
    .selectFrom('products')
    .select(['id', 'kind', 'price_cents', 'is_fixed_price'])
    .where('is_active', '=', true)
    .where('id', '=', sql<string>`any(${offers.flatMap((offer) => offer.product_ids)}::text[])`)
    .execute();
  const lines: readonly BundleLine[] = products.map((product) => ({
    product_id: product.id,
    kind: product.kind as ProductKind,
    unit_price: cents(product.price_cents),
    quantity: 1,
    is_fixed_price: product.is_fixed_price,
  }));
  const found = offers
    .map(({ id, product_ids, price_cents, title }) => ({ id, product_ids, price: cents(price_cents), title }))
    .filter((offer) => isOfferable(offer, lines) && (!query.fits_cart || fitsCart(offer, inCart)))
    .map(async ({ id, product_ids, price, title }) => {
      const lowest_30_days = await readLowestTogether(db, { product_ids, start: clock.now() });
      const parts = lines.filter((line) => product_ids.includes(line.product_id));
      const regular_price = sumCents(parts.map((part) => part.unit_price));
      const attributes = { title, product_ids, price, regular_price, lowest_30_days };
      return { type: 'bundles' as const, id, attributes };
    });
  return Promise.all(found);
}

async function productsInCart(
  { db }: Pick<ServerContext, 'db'>,
  { id, user, fits_cart }: BundleQuery,
): Promise<readonly string[] | undefined> {
  if (id === undefined && (!fits_cart || user === null)) return [];
  const row =
    id === undefined
      ? await db
          .selectFrom('carts')
          .select('id')
          .where('user_id', '=', user?.id ?? null)
          .executeTakeFirst()
      : await findCart(db, { public_id: id, user });
  if (row === undefined) return id === undefined ? [] : undefined;
  return (await readLines(db, row.id)).map((line) => line.product_id);
}
