import { contract } from '#api/contract.ts';
import type { Cart } from '#core/rules/cart.ts';
import { err, ok } from '#core/rules/result.ts';
import { apiFailure } from '#server/api-failure.ts';
import { getCart, getOwnCart } from '#server/carts/get-cart.ts';
import { getShippingCost } from '#server/carts/get-shipping-cost.ts';
import { listBundles } from '#server/carts/list-bundles.ts';
import { mergeCart } from '#server/carts/merge-cart.ts';
import { setShippingAddress } from '#server/carts/set-shipping-address.ts';
import { storeGuestCart } from '#server/carts/store-guest-cart.ts';
import { updateCart } from '#server/carts/update-cart.ts';
import { applyCode } from '#server/coupons/apply-code.ts';
import { cancelCode } from '#server/coupons/cancel-code.ts';
import { getCodeInfo } from '#server/coupons/get-code-info.ts';
import type { Route } from '#server/http/route.ts';
import { route } from '#server/http/route.ts';
import type { HostContext } from '#server/server-context.ts';

/** Carts of guests and users (decisions §3, §9). */
export function cartRoutes(context: HostContext): readonly Route[] {
  return [
    route(contract.storeGuestCart, ({ body, caller }) => storeGuestCart(context, body, caller.locale)),
    route(contract.listBundles, async ({ query, caller }) => {
      const data = await listBundles(context, {
        fits_cart: query.fb === 'true',
        id: query.id,
        user: caller.user,
        locale: caller.locale,
      });
      return data === undefined ? err(apiFailure('NOT_FOUND')) : ok({ data });
    }),
    route(contract.getOwnCart, async ({ caller }) =>
      ok(await getOwnCart(context, caller.user.id, caller.locale)),
    ),
    route(contract.getCart, async ({ params, caller }) =>
      foundCart(await getCart(context, { public_id: params.id, user: caller.user }, caller.locale)),
    ),
    route(contract.updateCart, async ({ body, caller }) =>
      ok(await updateCart(context, caller.user.id, body, caller.locale)),
    ),
    route(contract.mergeCart, async ({ body, caller }) =>
      ok(await mergeCart(context, caller.user.id, body, caller.locale)),
    ),
    route(contract.getShippingCost, ({ query, caller }) => getShippingCost(context, query, caller)),
    route(contract.setShippingAddress, ({ body, caller }) => setShippingAddress(context, body, caller)),
  ];
}

/** Codes typed into the coupon field (decisions §3). Both ways to cancel accept a guest's cart and a user's. */
export function couponRoutes(context: HostContext): readonly Route[] {
  return [
    route(contract.getCodeInfo, async ({ body, caller }) => {
      const info = await getCodeInfo(context, body.code, caller);
      if (!info.ok) return info;
      return ok({ data: { type: 'codes' as const, id: info.value.code, attributes: info.value } });
    }),
    route(contract.applyCode, ({ body, caller }) => applyCode(context, body, caller)),
    ...[contract.cancelCode, contract.cancelBundleCode].map((endpoint) =>
      route(endpoint, async ({ body, caller }) =>
        foundCart(await cancelCode(context, { public_id: body.id, user: caller.user }, caller.locale)),
      ),
    ),
  ];
}

function foundCart(cart: Cart | undefined) {
  return cart === undefined ? err(apiFailure('NOT_FOUND')) : ok(cart);
}
