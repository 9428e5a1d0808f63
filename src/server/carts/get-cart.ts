import type { Cart } from '#core/rules/cart.ts';
import { emptyCart } from '#core/rules/cart.ts';
import type { Locale } from '#core/rules/locale.ts';
import type { HostContext } from '#server/server-context.ts';
import { loadPricedCart } from './load-priced-cart.ts';
import { findCart } from './own-cart.ts';

type Reading = Pick<HostContext, 'db' | 'clock'>;

/** A logged-in user's cart; an empty one without an id while nothing has been put in. */
export async function getOwnCart(context: Reading, userId: string, locale: Locale): Promise<Cart> {
  const row = await context.db
    .selectFrom('carts')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return emptyCart;
  return (await loadPricedCart(context.db, context, row, { locale })).cart;
}

/** The cart with this id, undefined when the caller may not see it. */
export async function getCart(
  context: Reading,
  question: { readonly public_id: string; readonly user: { readonly id: string } | null },
  locale: Locale,
): Promise<Cart | undefined> {
  const row = await findCart(context.db, question);
  return row && (await loadPricedCart(context.db, context, row, { locale })).cart;
}
