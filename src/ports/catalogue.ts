import type { ProductFilter, ProductList, ProductPage } from '#core/model/product.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** What the shop sells, in the language of the page. An unknown slug fails with `NOT_FOUND`, status 404. */
export interface Catalogue {
  listProducts(filter: ProductFilter): Promise<Result<ProductList, CallFailure>>;
  getProduct(slug: string): Promise<Result<ProductPage, CallFailure>>;
}
