import type { Orders } from './checkout/orders.ts';
import type { StorefrontContext } from './context.ts';
import { createFindPopup } from './marketing/marketing-actions.ts';

export type Queries = ReturnType<typeof createQueries>;

/** Creates the queries that need more than one API call. */
export function createQueries(context: StorefrontContext, { getOrder, listOrderDocuments }: Orders) {
  return {
    getOrder,
    listOrderDocuments,
    findPopup: createFindPopup(context),
  };
}
