import { type SearchHit, viewedProducts } from '#core/model/product.ts';
import { parseJson } from '#core/rules/basics/parse-json.ts';

/** Storage key of the products that a visitor has viewed, newest first. */
export const viewedProductsKey = 'viewed_products';

/** Maximum number of remembered products. */
const most = 8;

/** Parses the remembered products; empty for a missing text, invalid JSON and unknown formats. */
export function parseViewed(text: string | null): readonly SearchHit[] {
  return viewedProducts.safeParse(parseJson(text)).data ?? [];
}

/** Returns the remembered products with `product` first, without duplicates; the oldest are dropped. */
export function rememberViewed(viewed: readonly SearchHit[], product: SearchHit): readonly SearchHit[] {
  return [product, ...viewed.filter(({ id }) => id !== product.id)].slice(0, most);
}
