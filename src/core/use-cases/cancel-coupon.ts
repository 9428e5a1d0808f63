import { ok } from '#core/rules/result.ts';
import type { Coupons } from '#ports/coupons.ts';
import type { ChangeCart } from './change-cart.ts';
import type { FindHostedCart } from './find-hosted-cart.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { CartActions } from './shop-actions.ts';
import { currentGuestCart } from './store-guest-cart.ts';

interface Dependencies {
  readonly changeCart: ChangeCart;
  readonly findHostedCart: FindHostedCart;
  readonly coupons: Coupons;
  readonly local_cart: LocalCart;
}

/** Takes coupon and voucher off the cart: `code/cancel` for a learner's, `code/cancel/bundle` for a guest's. */
export function createCancelCoupon(dependencies: Dependencies): CartActions['cancelCoupon'] {
  const { changeCart, findHostedCart, coupons, local_cart } = dependencies;
  return () =>
    changeCart({
      product_id: null,
      async asGuest() {
        const current = currentGuestCart(local_cart);
        if (current.bundle_cart_unique_id === null) return ok(current);
        const answer = await coupons.cancelForGuest(current.bundle_cart_unique_id);
        if (answer.ok) local_cart.saveGuestCart(answer.value);
        return answer;
      },
      async asLearner() {
        const hosted = await findHostedCart.forLearner();
        return hosted.ok ? coupons.cancel(hosted.value.id) : hosted;
      },
    });
}
