import type { ProductCard, ProductList } from '#core/model/product.ts';
import type { Shop } from '#core/storefront/shop.ts';

/** What a search that found nothing leads on to. */
export interface Instead {
  readonly courses: readonly ProductCard[];
  readonly groups: ProductList['groups'];
}

const recommended = 4;

/** The first courses in the shop's own order, and the groups of disciplines; null when they cannot be loaded. */
export async function loadInstead(api: Shop['api']): Promise<Instead | null> {
  const list = await api.listProducts({ query: { filter: { kind: 'course' }, page: { size: recommended } } });
  return list.ok ? { courses: list.value.items, groups: list.value.groups } : null;
}
