import type { Actions } from '#core/use-cases/shop-actions.ts';
import type { Queries } from '#core/use-cases/shop-queries.ts';

/** Every action, by the name that the user interface calls it by. The compiler sees to it that none is missing. */
export const actionNames = Object.keys({
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
  lookUpCode: true,
  redeemCode: true,
  switchLocale: true,
  closeAnnouncement: true,
  showNotification: true,
  closeNotification: true,
  decideConsent: true,
  viewProduct: true,
  sendMessage: true,
  reportError: true,
} satisfies Record<keyof Actions, true>) as (keyof Actions)[];

/** Every query, likewise. */
export const queryNames = Object.keys({
  listProducts: true,
  getProduct: true,
  getContentPage: true,
  getShopFacts: true,
  listAddresses: true,
  getOrder: true,
  listOwnCourses: true,
  listPosts: true,
  getPost: true,
  getMaster: true,
  getCodeInfo: true,
} satisfies Record<keyof Queries, true>) as (keyof Queries)[];
