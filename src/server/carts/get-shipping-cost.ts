import type { Locale } from '#core/rules/locale.ts';
import type { Cents } from '#core/rules/money.ts';
import { noCents } from '#core/rules/money.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { shippingCost } from '#core/rules/shipping.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import type { HostContext } from '#server/server-context.ts';
import { loadPricedCart } from './load-priced-cart.ts';
import type { CartRow } from './own-cart.ts';
import { findCart } from './own-cart.ts';

interface ShippingQuestion {
  /** ISO 3166-1 alpha-2; that of the cart's or the user's own address when left out. */
  readonly country?: string | undefined;
  /** `bundle_cart_unique_id`; a user's own cart when left out. */
  readonly id?: string | undefined;
}

interface ShippingAnswer {
  readonly country: string | null;
  readonly shipping_cost: Cents | null;
}

/**
 * What shipping the caller's cart to a country costs, in cents: 0 without goods, null while no country is known
 * (specification §9). Without a cart it is what a parcel to that country costs.
 */
export async function getShippingCost(
  context: Pick<HostContext, 'db' | 'clock'>,
  { country, id }: ShippingQuestion,
  { user, locale }: { readonly user: { readonly id: string } | null; readonly locale: Locale },
): Promise<Result<ShippingAnswer, ApiFailure>> {
  const row = await findRow(context, id, user);
  if (row === undefined && id !== undefined) return err(apiFailure('NOT_FOUND', { parameter: 'id' }));
  if (row !== undefined) {
    const priced = await loadPricedCart(context.db, context, row, { locale, country });
    return ok({ country: priced.country, shipping_cost: priced.cart.shipping_cost });
  }
  if (user !== null) return ok({ country: country ?? null, shipping_cost: noCents });
  return ok({
    country: country ?? null,
    shipping_cost: country === undefined ? null : shippingCost(country),
  });
}

function findRow(
  { db }: Pick<HostContext, 'db'>,
  id: string | undefined,
  user: { readonly id: string } | null,
): Promise<CartRow | undefined> {
  if (id !== undefined) return findCart(db, { public_id: id, user });
  if (user === null) return Promise.resolve(undefined);
  return db.selectFrom('carts').selectAll().where('user_id', '=', user.id).executeTakeFirst();
}
