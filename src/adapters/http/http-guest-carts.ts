import { getCart, setShippingAddress, storeGuestCart } from '#api/carts.ts';
import type { GuestCarts } from '#ports/guest-carts.ts';
import type { ApiClient } from './api-client.ts';

/** Guests' carts over HTTP. */
export function createHttpGuestCarts(client: ApiClient): GuestCarts {
  return {
    store({ id, lines, email }) {
      return client.call(storeGuestCart, { body: { id: id ?? undefined, products: [...lines], email } });
    },
    get(id) {
      return client.call(getCart, { params: { id } });
    },
    setShippingAddress(id, address, email) {
      return client.call(setShippingAddress, { body: { id, email, ...address } });
    },
  };
}
