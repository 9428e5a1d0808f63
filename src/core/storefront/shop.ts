import type { ShopApi } from '#ports/shop-api.ts';
import type { InitialState } from './initial-state.ts';
import type { Queries } from './queries.ts';
import type { Storefront } from './storefront.ts';
import type { ReadableStores } from './stores.ts';

/** Everything a page can do. Actions already update stores and show the notifications about failures. */
export type Actions = Storefront['actions'];

/** The storefront's core as the user interface sees it: one per browser tab, one per request on the server. */
export interface Shop {
  readonly stores: ReadableStores;
  readonly actions: Actions;
  readonly queries: Queries;
  /** The API itself, for pages to read from. Whatever changes a store goes through `actions`. */
  readonly api: ShopApi;
  readonly initialState: InitialState;
}
