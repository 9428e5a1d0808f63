import type { ProductCard, ProductList } from '#core/model/product.ts';
import type { Shop } from '#core/storefront/shop.ts';

/** Courses and disciplines shown when a search has no results. */
export interface SearchAlternatives {
  readonly courses: readonly ProductCard[];
  readonly groups: ProductList['groups'];
}

const recommended = 4;

/** Loads the first courses in the shop's order, and the groups of disciplines. Null if they cannot be loaded. */
export async function loadSearchAlternatives(api: Shop['api']): Promise<SearchAlternatives | null> {
  const list = await api.listProducts({ query: { filter: { kind: 'course' }, page: { size: recommended } } });
  return list.ok ? { courses: list.value.items, groups: list.value.groups } : null;
}
