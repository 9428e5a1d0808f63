import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import { CartCoupon } from '#ui/shell/mini-cart/cart-coupon.tsx';

/** The code field of the cart, once the browser knows the cart. */
export function SummaryCoupon() {
  const shop = useShop();
  const hasCart = useStore(
    shop.stores.cart,
    ({ status, cart }) => status !== 'loading' && cart.products.length > 0,
  );
  return hasCart ? <CartCoupon /> : null;
}
