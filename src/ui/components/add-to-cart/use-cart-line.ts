import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';

/** How many of a product lie in the cart; 0 also while the browser does not know the cart yet. */
export function useCartLine(productId: string): number {
  const shop = useShop();
  return useStore(
    shop.stores.cart,
    ({ cart }) => cart.products.find((line) => line.product_id === productId)?.quantity ?? 0,
  );
}
