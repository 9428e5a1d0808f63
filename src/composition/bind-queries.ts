import { createListOwnCourses } from '#core/use-cases/list-own-courses.ts';
import { readOrderToken } from '#core/use-cases/order-token-cookie.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds what pages and panels may ask the host for. */
export function bindQueries({ bind }: ServiceContainer): void {
  bind(
    'queries',
    ({
      addresses,
      catalogue,
      contents,
      cookies,
      coupons,
      learning,
      orders,
      payments,
      reading,
      session,
      subscriptions,
    }) => ({
      listProducts: catalogue.listProducts,
      getProduct: catalogue.getProduct,
      getContentPage: contents.getContentPage,
      getShopFacts: contents.getShopFacts,
      listAddresses: addresses.list,
      getOrder: (id) => orders.get(id, readOrderToken(cookies, id)),
      listPayments: payments.list,
      listSubscriptions: subscriptions.list,
      listOwnCourses: createListOwnCourses({ session, catalogue }),
      listPosts: reading.listPosts,
      getPost: reading.getPost,
      getMaster: reading.getMaster,
      getCodeInfo: coupons.getInfo,
      getLesson: learning.getLesson,
      listActivities: learning.listActivities,
    }),
    [
      'addresses',
      'catalogue',
      'contents',
      'cookies',
      'coupons',
      'learning',
      'orders',
      'payments',
      'session',
      'subscriptions',
      'reading',
    ],
  );
}
