import { resolve } from 'node:path';
import { followCalls, type Place } from './support/follow-calls.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Functions that run when a learner presses "add to cart" and that are called dynamically, in the order of the calls:
 * up to the row of the cart, and back to the displayed cart.
 */
const begins: readonly Place[] = [
  'src/ui/components/carts/add-to-cart.tsx#add',
  'src/ui/hooks/use-busy.ts#run',
  'src/ui/hooks/use-checkout-after-adding.ts#noteAdding',
  'src/app/browser/lazy-shop.ts#call',
  'src/core/storefront/carts/cart-actions.ts#addToCart',
  'src/core/storefront/kernel/cart-store.ts#beginChange',
  'src/core/storefront/carts/cart-repository.ts#run',
  'src/core/storefront/tracking/read-attribution.ts#createReadAttribution',
  'src/adapters/storage/browser-text-storage.ts#read',
  'src/adapters/http/http-shop-api.ts#callAndReport',
  'src/core/storefront/accounts/refresh-access-token.ts#current',
  'src/adapters/system/jwt-token-reader.ts#readPayload',
  'src/adapters/system/system-clock.ts#createSystemClock',
  'src/adapters/cookies/browser-cookies.ts#read',
  'src/adapters/cookies/browser-cookies.ts#write',
  'src/api/carts/cart-endpoints.ts#updateCart',
  'src/server/platform/http/mount-endpoint.ts#respondToCall',
  'src/server/platform/http/limits/call-limits.ts#limitNetwork',
  'src/server/platform/http/limits/call-limits.ts#limitCall',
  'src/server/platform/http/limits/work-limiter.ts#run',
  'src/server/carts/cart-routes.ts#cartRoutes',
  'src/server/carts/update-cart.ts#updateCart',
  'src/server/carts/pricing-catalogue.ts#read',
  'src/core/storefront/kernel/cart-store.ts#replace',
  'src/core/storefront/carts/local-cart-repository.ts#saveLearnerCart',
  'src/adapters/storage/browser-text-storage.ts#attempt',
  'src/adapters/system/browser-tabs.ts#send',
  'src/adapters/analytics/deferred-analytics.ts#track',
  'src/core/storefront/page-actions.ts#createNotificationActions',
  'src/core/storefront/kernel/page-stores.ts#createNotificationStore',
  'src/adapters/system/random-ids.ts#uuid',
];

/** Places that the code names but a press does not run. */
const skipped: readonly (Place | `${string}/`)[] = [
  // Shapes of data, and the lists of all endpoints with their limits.
  'src/core/model/',
  'src/api/rate-limit-policy.ts#limits',
  'src/api/rate-limit-policy.ts#rateLimitsOf',
  'src/api/operator-rate-limit-policy.ts#operatorRateLimitsOf',
  'src/api/endpoint.ts#orderTokenHeader',
  'src/api/endpoints.ts#endpoints',
  'src/api/operator-endpoints.ts#operatorEndpoints',
  'src/server/work-kinds.ts#urgent',
  // A guest's cart, which has no row.
  'src/core/storefront/carts/guest-cart-repository.ts#createGuestCartRepository',
  // The result of the action "reset".
  'src/core/rules/carts/empty-cart.ts#emptyCart',
  // It is created before the press; its methods are in `begins`.
  'src/core/storefront/carts/cart-repository.ts#createLearnerCartRepository',
  // Only a guest's cart has an e-mail address of its own.
  'src/server/carts/update-cart.ts#countNewEmail',
  // The other calls of the same routes.
  'src/server/carts/list-bundles.ts#listBundles',
  'src/server/carts/merge-cart.ts#mergeCart',
  'src/server/carts/shipping.ts#getShippingCost',
  'src/server/carts/shipping.ts#setBillingContact',
  'src/server/carts/shipping.ts#setShippingAddress',
  'src/server/carts/update-cart.ts#getCart',
  'src/server/carts/update-cart.ts#getOwnCart',
  'src/server/carts/update-cart.ts#storeGuestCart',
  'src/server/carts/wish-list.ts#addWishListItem',
  'src/server/carts/wish-list.ts#addWishListItems',
  'src/server/carts/wish-list.ts#listWishListItems',
  'src/server/carts/wish-list.ts#removeWishListItem',
  'src/server/platform/http/page-document.ts#pageDocument',
];

/** Files that know no carts: every action of the storefront and every call of the API runs them. */
const passedByAll = [
  'src/adapters/',
  'src/api/endpoint.ts',
  // Of the limits of all calls only a number runs, which the platform applies to each of them.
  'src/api/rate-limit-policy.ts',
  'src/api/success-and-failure.ts',
  'src/app/',
  'src/core/rules/accounts/access.ts',
  'src/core/rules/basics/',
  'src/core/rules/content/layout.ts',
  'src/core/rules/operations/permissions.ts',
  'src/core/storefront/accounts/',
  'src/core/storefront/kernel/context.ts',
  'src/core/storefront/kernel/page-stores.ts',
  'src/core/storefront/kernel/store.ts',
  'src/core/storefront/page-actions.ts',
  'src/server/platform/',
  'src/ui/hooks/',
];

/**
 * Returns the files that run between a learner's press on "add to cart" and the displayed cart, found by following
 * static imports function by function (`followCalls`): the cart's own steps, the rules that they use, and the files
 * that every action and call runs. It does not count types and the schemas of `core/model`, packages, error handlers
 * and the wiring at the start. Run this file to see the names.
 */
export function readCartPath() {
  const files = followCalls(root, begins, skipped);
  const isIn = (folders: readonly string[]) => (file: string) =>
    folders.some((folder) => file.startsWith(folder));
  const shared = files.filter(isIn(passedByAll));
  const rules = files.filter((file) => !shared.includes(file) && isIn(['src/core/rules/'])(file));
  return {
    steps: files.filter((file) => !shared.includes(file) && !rules.includes(file)),
    rules,
    shared,
  };
}

if (import.meta.main) {
  for (const [name, files] of Object.entries(readCartPath()))
    console.log(`${name}: ${files.length}\n  ${files.join('\n  ')}`);
}
