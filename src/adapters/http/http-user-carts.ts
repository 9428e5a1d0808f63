import { getOwnCart, getShippingCost, mergeCart, setShippingAddress, updateCart } from '#api/carts.ts';
import { mapResult } from '#core/rules/result.ts';
import type { UserCarts } from '#ports/user-carts.ts';
import type { ApiClient } from './api-client.ts';

/** The learner's cart over HTTP. */
export function createHttpUserCarts(client: ApiClient): UserCarts {
  return {
    get() {
      return client.call(getOwnCart, {});
    },
    update(action, line, attribution) {
      return client.call(updateCart, { body: { action, products: [line], ...attribution } });
    },
    merge({ merge_id, lines, guest_cart_id }) {
      const bundle_cart_unique_id = guest_cart_id ?? undefined;
      return client.call(mergeCart, { body: { merge_id, products: [...lines], bundle_cart_unique_id } });
    },
    async getShippingCost(country) {
      const answer = await client.call(getShippingCost, { query: { country: country ?? undefined } });
      return mapResult(answer, ({ shipping_cost }) => shipping_cost);
    },
    setShippingAddress(address) {
      return client.call(setShippingAddress, { body: address });
    },
  };
}
