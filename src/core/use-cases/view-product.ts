import { toTrackedItem } from '#core/rules/analytics.ts';
import type { Analytics } from '#ports/analytics.ts';
import { toProductData } from './add-to-cart.ts';
import type { PageActions } from './shop-actions.ts';

/** Tells analytics that a product's page is shown (decisions §6). */
export function createViewProduct({
  analytics,
}: {
  readonly analytics: Analytics;
}): PageActions['viewProduct'] {
  return (product) => {
    const item = { product_id: product.id, product_data: toProductData(product), quantity: 1 };
    analytics.track({ name: 'view_item', item: toTrackedItem(item) });
  };
}
