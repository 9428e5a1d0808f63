import type { Page } from '#core/model/primitives.ts';
import type { ProductCard } from '#core/model/product.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** What the learner wishes for (decisions §9). Guests are refused with status 401. */
export interface WishList {
  /** One page, newest first; `number` counts from 1, `size` is at most 100. */
  list(page: {
    readonly number: number;
    readonly size: number;
  }): Promise<Result<Page<ProductCard>, CallFailure>>;
  /** Again is answered alike. Fails with `WISH_LIST_FULL` beyond 200 wishes. */
  add(product_id: string): Promise<Result<null, CallFailure>>;
  /** What is not on it is answered alike. */
  remove(product_id: string): Promise<Result<null, CallFailure>>;
}
