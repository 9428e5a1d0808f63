import { useEffect, useState } from 'react';
import type { Order } from '#core/rules/order.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

/**
 * The order as it is now: asked for again while its payment is open. Watching a completed order also empties the cart
 * it came from and reports the purchase once. `isLost` says that the host could not be asked any more.
 */
export function useWatchedOrder(loaded: Order): { readonly order: Order; readonly isLost: boolean } {
  const shop = useShop();
  const [order, setOrder] = useState(loaded);
  const [isLost, setLost] = useState(false);

  useEffect(() => {
    setOrder(loaded);
    setLost(false);
    const watching = shop.actions
      .watchOrder(loaded.id)
      .subscribe({ next: setOrder, error: () => setLost(true) });
    return () => watching.unsubscribe();
  }, [loaded, shop]);

  return { order, isLost };
}
