import { createListOwnCourses } from '#core/use-cases/list-own-courses.ts';
import { readOrderToken } from '#core/use-cases/order-token-cookie.ts';
import { actionNames } from './action-names.ts';
import type { ServiceContainer } from './bind.ts';
import { bindCartUseCases } from './bind-cart-use-cases.ts';
import { bindOrderUseCases } from './bind-order-use-cases.ts';
import { bindPageUseCases } from './bind-page-use-cases.ts';
import { bindSessionUseCases } from './bind-session-use-cases.ts';
import { bindStores } from './bind-stores.ts';
import type { StoreServices } from './create-stores.ts';

/**
 * Binds stores, use cases and the shop itself, which are the same whatever answers the ports. `shown` are the stores of a
 * page that is shown already.
 */
export function bindShop(container: ServiceContainer, shown?: StoreServices): void {
  const { bind } = container;
  bindStores(container, shown);
  bindSessionUseCases(container);
  bindCartUseCases(container);
  bindOrderUseCases(container);
  bindPageUseCases(container);
  bind('actions', (actions) => actions, actionNames);
  bind(
    'queries',
    ({ addresses, catalogue, contents, cookies, coupons, orders, reading, session }) => ({
      listProducts: catalogue.listProducts,
      getProduct: catalogue.getProduct,
      getContentPage: contents.getContentPage,
      getShopFacts: contents.getShopFacts,
      listAddresses: addresses.list,
      getOrder: (id) => orders.get(id, readOrderToken(cookies, id)),
      listOwnCourses: createListOwnCourses({ session, catalogue }),
      listPosts: reading.listPosts,
      getPost: reading.getPost,
      getMaster: reading.getMaster,
      getCodeInfo: coupons.getInfo,
    }),
    ['addresses', 'catalogue', 'contents', 'cookies', 'coupons', 'orders', 'session', 'reading'],
  );
  bind(
    'shop',
    ({ actions, queries, initial_state, ...stores }) => ({
      stores,
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
