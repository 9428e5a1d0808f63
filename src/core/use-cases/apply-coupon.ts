import type { Coupons } from '#ports/coupons.ts';
import type { ChangeCart } from './change-cart.ts';
import type { FindHostedCart } from './find-hosted-cart.ts';
import type { LocalCart } from './keep-local-cart.ts';
import type { CartActions } from './shop-actions.ts';

interface Dependencies {
  readonly changeCart: ChangeCart;
  readonly findHostedCart: FindHostedCart;
  readonly coupons: Coupons;
  readonly local_cart: LocalCart;
}

/** Sets the cart's one coupon, or uses a voucher as tender (decisions §3). A guest's cart is stored on the host first. */
export function createApplyCoupon(dependencies: Dependencies): CartActions['applyCoupon'] {
  const { changeCart, findHostedCart, coupons, local_cart } = dependencies;
  return (code, campaign) =>
    changeCart({
      product_id: null,
      async asGuest() {
        const hosted = await findHostedCart.forGuest();
        if (!hosted.ok) return hosted;
        const answer = await coupons.apply(hosted.value.id, code, campaign ?? null);
        if (answer.ok) local_cart.saveGuestCart(answer.value);
        return answer;
      },
      async asLearner() {
        const hosted = await findHostedCart.forLearner();
        return hosted.ok ? coupons.apply(hosted.value.id, code, campaign ?? null) : hosted;
      },
    });
}
