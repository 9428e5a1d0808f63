import { createListOwnCourses } from '#core/use-cases/list-own-courses.ts';
import { readOrderToken } from '#core/use-cases/order-token-cookie.ts';
import type { Actions } from '#core/use-cases/shop-actions.ts';
import type { ServiceContainer } from './bind.ts';
import { bindCartUseCases } from './bind-cart-use-cases.ts';
import { bindOrderUseCases } from './bind-order-use-cases.ts';
import { bindPageUseCases } from './bind-page-use-cases.ts';
import { bindSessionUseCases } from './bind-session-use-cases.ts';
import { bindStores } from './bind-stores.ts';
import type { StoreServices } from './create-stores.ts';

/** Every action, by the name that the user interface calls it by. The compiler sees to it that none is missing. */
const actionNames = Object.keys({
  addToCart: true,
  setCartQuantity: true,
  removeFromCart: true,
  loadCart: true,
  applyCoupon: true,
  cancelCoupon: true,
  saveShippingAddress: true,
  logIn: true,
  logInWithCode: true,
  requestLoginCode: true,
  register: true,
  logOut: true,
  requestPasswordReset: true,
  resetPassword: true,
  completeAccount: true,
  checkAccount: true,
  placeOrder: true,
  startPayment: true,
  payOrder: true,
  watchOrder: true,
  loadCardTokenizer: true,
  switchLocale: true,
  closeAnnouncement: true,
  showNotification: true,
  closeNotification: true,
  decideConsent: true,
  viewProduct: true,
  reportError: true,
} satisfies Record<keyof Actions, true>) as (keyof Actions)[];

/** Binds stores, use cases and the shop itself, which are the same whatever answers the ports. */
export function bindShop(container: ServiceContainer, stores: StoreServices): void {
  const { bind } = container;
  bindStores(container, stores);
  bindSessionUseCases(container);
  bindCartUseCases(container);
  bindOrderUseCases(container);
  bindPageUseCases(container);
  bind('actions', (actions) => actions, actionNames);
  bind(
    'queries',
    ({ addresses, catalogue, contents, cookies, coupons, orders, session }) => ({
      listProducts: catalogue.listProducts,
      getProduct: catalogue.getProduct,
      getContentPage: contents.getContentPage,
      getShopFacts: contents.getShopFacts,
      listAddresses: addresses.list,
      getOrder: (id) => orders.get(id, readOrderToken(cookies, id)),
      listOwnCourses: createListOwnCourses({ session, catalogue }),
      getCodeInfo: coupons.getInfo,
    }),
    ['addresses', 'catalogue', 'contents', 'cookies', 'coupons', 'orders', 'session'],
  );
  bind(
    'shop',
    ({ actions, queries, initial_state, ...shown }) => ({
      stores: shown,
      actions,
      queries,
      initialState: initial_state,
    }),
    [
      'actions',
      'announcement',
      'cart',
      'consent',
      'initial_state',
      'locale',
      'notification',
      'queries',
      'redeem',
      'session',
    ],
  );
}
