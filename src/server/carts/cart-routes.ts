import { endpoints } from '#api/endpoints.ts';
import type { Cart } from '#core/model/cart.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { pageDocument } from '#server/platform/http/page-document.ts';
import { done, type Route, route } from '#server/platform/http/route.ts';
import type { CartContext } from './cart-context.ts';
import { listBundles } from './list-bundles.ts';
import { mergeCart } from './merge-cart.ts';
import { getShippingCost, setBillingContact, setShippingAddress } from './shipping.ts';
import { getCart, getOwnCart, storeGuestCart, updateCart } from './update-cart.ts';
import { addWishListItem, addWishListItems, listWishListItems, removeWishListItem } from './wish-list.ts';

/** Carts of guests and users, and the wish list. */
export function cartRoutes(context: CartContext): readonly Route[] {
  return [
    route(endpoints.listWishListItems, async ({ query, caller }) => {
      const { 'page[number]': number, 'page[size]': size } = query;
      const items = await listWishListItems(context, { userId: caller.user.id, number, size }, caller.locale);
      return ok(pageDocument(items, { path: endpoints.listWishListItems.path, query }));
    }),
    route(endpoints.addWishListItem, async ({ params, caller }) => {
      return done(await addWishListItem(context, caller.user.id, params.product_id));
    }),
    route(endpoints.addWishListItems, async ({ body, caller }) => {
      const added = await addWishListItems(context, caller.user.id, body.product_ids);
      return added.ok ? ok({ left_out: added.value.left_out }) : added;
    }),
    route(endpoints.removeWishListItem, async ({ params, caller }) => {
      return done(await removeWishListItem(context, caller.user.id, params.product_id));
    }),
    route(endpoints.storeGuestCart, ({ body, caller }) => storeGuestCart(context, body, caller)),
    route(endpoints.listBundles, async ({ query, caller }) => {
      const data = await listBundles(context, {
        fits_cart: query.fb === 'true',
        id: query.id,
        user: caller.user,
        locale: caller.locale,
      });
      return data === undefined ? err(domainFailure('NOT_FOUND')) : ok({ data });
    }),
    route(endpoints.getOwnCart, async ({ caller }) =>
      ok(await getOwnCart(context, caller.user.id, caller.locale)),
    ),
    route(endpoints.getCart, async ({ params, caller }) =>
      foundCart(await getCart(context, { public_id: params.id, user: caller.user }, caller.locale)),
    ),
    route(endpoints.updateCart, ({ body, caller }) => updateCart(context, caller.user, body, caller.locale), {
      checksSession: true,
    }),
    route(endpoints.mergeCart, ({ body, caller }) => mergeCart(context, caller.user.id, body, caller.locale)),
    route(endpoints.getShippingCost, ({ query, caller }) => getShippingCost(context, query, caller)),
    route(endpoints.setShippingAddress, ({ body, caller }) => setShippingAddress(context, body, caller)),
    route(endpoints.setBillingContact, ({ body, caller }) => setBillingContact(context, body, caller)),
  ];
}

/** The cart, or `NOT_FOUND`. */
export function foundCart(cart: Cart | undefined) {
  return cart === undefined ? err(domainFailure('NOT_FOUND')) : ok(cart);
}
