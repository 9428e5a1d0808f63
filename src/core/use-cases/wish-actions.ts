import type { Answer } from './shop-queries.ts';

/** What one would like to have (decisions §9 "wish list"). */
export interface WishActions {
  /** Shows the learner's wishes in the wish store; reads them once. */
  loadWishes(): Answer<null>;
  /** Puts a product on the list or takes it off: shown at once, taken back when the host refuses, with a toast. */
  changeWish(product_id: string, is_wished: boolean): Answer<null>;
  /** Keeps a guest's wish in this tab until the login. */
  rememberWish(product_id: string): Promise<void>;
}
