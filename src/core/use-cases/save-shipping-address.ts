import type { GuestCarts } from '#ports/guest-carts.ts';
import type { UserCarts } from '#ports/user-carts.ts';
import type { ChangeCart } from './change-cart.ts';
import type { FindHostedCart } from './find-hosted-cart.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { CartActions } from './shop-actions.ts';

interface Dependencies {
  readonly changeCart: ChangeCart;
  readonly findHostedCart: FindHostedCart;
  readonly guest_carts: GuestCarts;
  readonly user_carts: UserCarts;
  readonly local_cart: LocalCart;
}

/** Says where the cart goes, which decides its shipping cost. The address itself is never kept in the browser. */
export function createSaveShippingAddress(dependencies: Dependencies): CartActions['saveShippingAddress'] {
  const { changeCart, findHostedCart, guest_carts, user_carts, local_cart } = dependencies;
  return (address, email) =>
    changeCart({
      product_id: null,
      async asGuest() {
        const hosted = await findHostedCart.forGuest(email);
        if (!hosted.ok) return hosted;
        const answer = await guest_carts.setShippingAddress(hosted.value.id, address, email);
        if (answer.ok) local_cart.saveGuestCart(answer.value);
        return answer;
      },
      asLearner: () => user_carts.setShippingAddress(address),
    });
}
