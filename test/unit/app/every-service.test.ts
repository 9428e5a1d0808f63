import { describe, expect, test } from 'vitest';
import { createServiceContainer } from '#app/bind.ts';
import { bindApiClients } from '#app/bind-api-clients.ts';
import { bindPersonalPorts } from '#app/bind-personal-ports.ts';
import { bindReadingPorts } from '#app/bind-reading-ports.ts';
import { bindShop } from '#app/bind-shop.ts';
import { bindBrowserPorts } from '#app/browser-container.ts';
import { createStores } from '#app/create-stores.ts';
import type { Token } from '#app/tokens.ts';
import { noAnalytics } from '#core/rules/analytics.ts';
import { noConsent } from '#core/rules/consent.ts';
import { cardsOnly } from '#core/rules/payment.ts';
import type { InitialState } from '#core/use-cases/shop.ts';
import { createBrowserWindow } from '#test/support/browser-window.ts';

/** Every service there is; the compiler sees to it that none is missing. */
const everyService = {
  access_tokens: true,
  accounts: true,
  actions: true,
  addToCart: true,
  addAddress: true,
  changeAddress: true,
  removeAddress: true,
  updateProfile: true,
  changePassword: true,
  endOwnSession: true,
  endOtherSessions: true,
  exportAccount: true,
  deleteAccount: true,
  confirmEmail: true,
  confirmAccountDeletion: true,
  confirmNewsletter: true,
  leaveNewsletter: true,
  own_account: true,
  reloadProfile: true,
  running_sessions: true,
  addresses: true,
  analytics: true,
  announcement: true,
  api_client: true,
  applyCoupon: true,
  cancelCoupon: true,
  cancelSubscription: true,
  changePaymentMethod: true,
  declareCancellation: true,
  declareWithdrawal: true,
  resumeSubscription: true,
  startCardChange: true,
  cart: true,
  cart_queue: true,
  cart_trouble: true,
  catalogue: true,
  changeCart: true,
  changeGuestLines: true,
  changeLearnerLines: true,
  checkAccount: true,
  clock: true,
  closeAnnouncement: true,
  closeNotification: true,
  completeAccount: true,
  consent: true,
  contact: true,
  contents: true,
  sendMessage: true,
  cookies: true,
  coupons: true,
  decideConsent: true,
  endRefusedSession: true,
  endSession: true,
  error_reporting: true,
  findHostedCart: true,
  followConsent: true,
  guest_carts: true,
  ids: true,
  initial_state: true,
  keepLocaleCookie: true,
  learning: true,
  loadCardTokenizer: true,
  loadCart: true,
  loadProfile: true,
  local_cart: true,
  local_storage: true,
  locale: true,
  logIn: true,
  logInWithCode: true,
  logOut: true,
  lookUpCode: true,
  marketing_data: true,
  nameCart: true,
  navigation: true,
  notification: true,
  orders: true,
  payments: true,
  payOrder: true,
  placeOrder: true,
  placed_orders: true,
  preferLanguage: true,
  profiles: true,
  queries: true,
  readAttribution: true,
  reading: true,
  redeem: true,
  register: true,
  removeFromCart: true,
  redeemCode: true,
  reportError: true,
  requestLoginCode: true,
  requestPasswordReset: true,
  resetPassword: true,
  rights: true,
  saveShippingAddress: true,
  session: true,
  session_client: true,
  session_storage: true,
  sessions: true,
  setCartQuantity: true,
  settleOrder: true,
  shop: true,
  showNotification: true,
  startPayment: true,
  startSession: true,
  startShop: true,
  storeGuestCart: true,
  subscriptions: true,
  switchLocale: true,
  tab_broadcast: true,
  tab_lock: true,
  takeGuestCartOver: true,
  trackRegistration: true,
  timers: true,
  token_reader: true,
  user_carts: true,
  viewProduct: true,
  watchLesson: true,
  watchOrder: true,
  changeWish: true,
  closePopup: true,
  loadWishes: true,
  newsletter: true,
  rememberWish: true,
  reviews: true,
  search: true,
  subscribeToNewsletter: true,
  enterGiveaway: true,
  wish_list: true,
  wish_queue: true,
  wishes: true,
  writeReview: true,
  removeReview: true,
} satisfies Record<Token, true>;

const state: InitialState = {
  locale: 'de',
  session: { status: 'guest' },
  announcement: null,
  is_announcement_closed: false,
  consent: noConsent,
  facts: null,
  analytics: noAnalytics,
  payment: cardsOnly,
};

describe('the container of a browser tab', () => {
  const { window, close } = createBrowserWindow();
  const container = createServiceContainer();
  container.bind('initial_state', () => state, []);
  bindBrowserPorts(container, window, noAnalytics);
  bindApiClients(container, { fetch: async () => Response.json({}), base_url: '/api' });
  bindReadingPorts(container);
  bindPersonalPorts(container);
  bindShop(container, createStores(state));

  test.each(Object.keys(everyService) as Token[])('makes %s', (name) => {
    expect(container.get(name)).toBeDefined();
  });

  test('leaves nothing in the page before consent', () => {
    container.get('analytics').track({ name: 'login' });
    expect(window).not.toHaveProperty('dataLayer');
    close();
  });
});
