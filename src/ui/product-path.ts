import type { Route } from '#core/rules/navigation.ts';
import type { ProductKind } from '#core/rules/product.ts';

/** The page of a product without the locale, or null while the shop has no page for its kind. */
export function productPath(product: { readonly kind: ProductKind; readonly slug: string }): Route | null {
  if (product.kind === 'course') return `/kurse/${product.slug}`;
  if (product.kind === 'book') return `/buecher/${product.slug}`;
  return null;
}
