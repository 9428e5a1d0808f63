import { useEffect, useEffectEvent } from 'react';
import type { ProductCard } from '#core/model/product.ts';
import { useShop } from './use-shop.ts';

/** Reports a product page view, once per visit, and remembers the product for visitors who agreed to that. */
export function useViewedProduct(product: ProductCard): void {
  const shop = useShop();
  const view = useEffectEvent(() => {
    shop.actions.viewProduct(product);
    shop.actions.rememberViewed(product);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another product is another visit
  useEffect(() => {
    view();
  }, [product.id]);
}
