import type { ServerContext } from '#server/platform/server-context.ts';
import type { CatalogueCache } from './pricing-catalogue.ts';

/** Dependencies of services that price a cart. */
export interface CartContext extends ServerContext {
  /** Cached data that carts are priced with. */
  readonly catalogue: CatalogueCache;
}
