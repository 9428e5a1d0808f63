import { useEffect, useRef } from 'react';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import { CartCoupon } from '#ui/shell/mini-cart/cart-coupon.tsx';

/** The code field of the cart; `onChange` runs once another code is in the cart, so that the order follows. */
export function SummaryCoupon({ onChange }: { readonly onChange: () => Promise<unknown> }) {
  const shop = useShop();
  const { status, cart } = useStore(shop.stores.cart, (state) => state);
  const counted = `${cart.code ?? ''} ${cart.credit}`;
  const known = useRef<string | null>(null);

  useEffect(() => {
    if (status !== 'ready') return;
    const isChange = known.current !== null && known.current !== counted;
    known.current = counted;
    if (isChange) void onChange();
  }, [status, counted, onChange]);

  if (status === 'loading' || cart.products.length === 0) return null;
  return <CartCoupon />;
}
