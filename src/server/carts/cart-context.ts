import type { ServerContext } from '#server/platform/server-context.ts';
import type { KeptCatalogue } from './pricing-catalogue.ts';

/** Dependencies of services that price a cart. */
export interface CartContext extends ServerContext {
  /** What carts are priced with, from memory. */
  readonly catalogue: KeptCatalogue;
}
