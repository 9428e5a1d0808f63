import type { ShopApi } from '#ports/shop-api.ts';
import type { InitialState } from './kernel/initial-state.ts';
import type { ReadableStores } from './kernel/stores.ts';
import type { Queries } from './queries.ts';
import type { Storefront } from './storefront.ts';

/** The actions for pages. They also update the stores. */
export type Actions = Storefront['actions'];

/** The storefront for the user interface: one per browser tab, one per request on the server. */
export interface Shop {
  readonly stores: ReadableStores;
  readonly actions: Actions;
  readonly queries: Queries;
  /** The API client, for pages that only read data. */
  readonly api: ShopApi;
  readonly initialState: InitialState;
}
