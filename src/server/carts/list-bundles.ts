import { sql } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import { fitsCart } from '#core/rules/catalogue/bundles.ts';
import { selectBundleOffers, toBundleOffers } from '#server/catalogue/bundle-offers.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { findCart, readLines } from './cart-rows.ts';

interface BundleQuery {
  /** Only offers with at least one product of the cart. */
  readonly fits_cart: boolean;
  /** `bundle_cart_unique_id` of a guest's cart; default: the user's own cart. */
  readonly id?: string | undefined;
  readonly user: { readonly id: string } | null;
  readonly locale: Locale;
}

/**
 * Products that are sold together at a lower price (docs/behaviour/coupons.md#bundle-offer). Offers with
 * fixed-price books or with products that are not for sale are left out. Undefined when the caller may not use the
 * given cart.
 */
export async function listBundles({ db, clock }: Pick<ServerContext, 'db' | 'clock'>, query: BundleQuery) {
  const inCart = await productsInCart({ db }, query);
  if (inCart === undefined) return undefined;
  const { offers } = await db
    .selectNoFrom(selectBundleOffers(db, query.locale, sql`true`).as('offers'))
    .executeTakeFirstOrThrow();
  return toBundleOffers(offers, clock.now())
    .filter((offer) => !query.fits_cart || fitsCart(offer, inCart))
    .map(({ id, ...attributes }) => ({ type: 'bundles' as const, id, attributes }));
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
