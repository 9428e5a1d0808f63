import { useEffect, useEffectEvent } from 'react';
import type { ProductCard } from '#core/model/product.ts';
import { useShop } from './use-shop.ts';

/** Says once per visit that a product's page is shown. */
export function useViewedProduct(product: ProductCard): void {
  const shop = useShop();
  const view = useEffectEvent(() => {
    shop.actions.viewProduct(product);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another product is another visit
  useEffect(() => {
    view();
  }, [product.id]);
}
