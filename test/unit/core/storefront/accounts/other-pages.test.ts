import { describe, expect, test } from 'vitest';
import { accessCookie } from '#core/rules/accounts/access.ts';
import { storedCartKey } from '#core/rules/carts/cart-in-storage.ts';
import { consentCookie, everyPurpose, noPurpose, serialiseConsent } from '#core/rules/tracking/consent.ts';
import { removeSessionCookies, writeSessionCookies } from '#core/storefront/accounts/session-end.ts';
import { createPlacedOrders, keepOrderToken, readOrderToken } from '#core/storefront/orders/placed-orders.ts';
import { createMemoryAnalytics } from '#test/support/memory-analytics.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { openLearner, openShopper, openTestBrowser } from '#test/support/test-browser.ts';
import { learner, newcomer } from '#test/unit/core/storefront/people.ts';

const consented = { consent: { isDecided: true, ...everyPurpose } };
const address = { path: '/de', query: 'aff=PARTNER' };
const course = { path: '/de/kurse/clara-schumann', query: '', params: { slug: 'clara-schumann' } };

/** Opens a page with analytics of its own, which has consent. */
async function openConsented(browser = openTestBrowser()) {
  const analytics = createMemoryAnalytics();
  const { tab, add } = await openShopper(browser, { state: consented, address, analytics });
  async function use(): Promise<readonly string[]> {
    tab.shop.actions.viewPage(course, null);
    await add('raupen-lesen');
    return analytics.events.map(({ name }) => name);
  }
  return { browser, tab, use, affiliate: () => tab.sessionStorage.read('aff') };
}

describe('another tab', () => {
  test('sends and stores nothing after the consent was withdrawn here', async () => {
    const { browser, tab, use, affiliate } = await openConsented();
    expect(affiliate()).toBe('PARTNER');
    const { actions } = await openShopper(browser, { state: consented });
    actions.decideConsent(noPurpose);
    expect(await use()).toEqual([]);
    expect(affiliate()).toBeNull();
    expect(tab.shop.stores.consent.snapshot).toMatchObject({ isDecided: true, ...noPurpose });
  });

  test('uses a consent that was given here, and does not ask for it', async () => {
    const browser = openTestBrowser();
    const { tab: other } = await openShopper(browser, { address });
    const { actions } = await openShopper(browser);
    actions.decideConsent(everyPurpose);
    expect(other.shop.stores.consent.snapshot).toMatchObject({ isDecided: true, marketing: true });
    expect(other.sessionStorage.read('aff')).toBe('PARTNER');
  });

  test('ends its session at a logout here', async () => {
    const { browser, actions } = await openLearner();
    const { tab: other } = await openShopper(browser);
    expect(other.shop.stores.session.snapshot.status).toBe('logged_in');
    await actions.logOut();
    expect(other.shop.stores.session.snapshot.status).toBe('guest');
    expect(other.navigation.visits).toEqual(['/de']);
  });

  test('that receives a logout late keeps cart and orders of a later guest', async () => {
    const { browser, tab: late } = await openLearner();
    removeSessionCookies(late.cookies);
    const { tab, add } = await openShopper(browser);
    await add('raupen-lesen');
    const order = { order_id: 'order', cart_id: 'cart', is_settled: true };
    createPlacedOrders(tab.localStorage).keep(order);
    keepOrderToken(tab.cookies, 'order', 'token');
    browser.hub.openTab().send('session_ended');
    expect(late.shop.stores.session.snapshot.status).toBe('guest');
    expect(late.navigation.visits).toEqual(['/de']);
    expect(createPlacedOrders(tab.localStorage).find('order')).toEqual(order);
    expect(readOrderToken(tab.cookies, 'order')).toBe('token');
    await tab.shop.actions.loadCart();
    expect(tab.cart().amount).toBe(1);
  });

  test('that receives a logout late keeps the session of a later learner', async () => {
    const { browser, tab: late } = await openLearner();
    const cookie = browser.jar.get(accessCookie);
    browser.hub.openTab().send('session_ended');
    expect(browser.jar.get(accessCookie)).toEqual(cookie);
    expect(late.shop.stores.session.snapshot.status).toBe('logged_in');
  });

  test('is loaded again when another account has logged in here', async () => {
    const { browser, actions } = await openLearner();
    const { tab: other } = await openShopper(browser);
    await actions.logIn(learnerCredentials);
    expect(other.navigation.visits).toEqual([]);
    await actions.register(newcomer);
    expect(other.navigation.visits).toEqual(['/de']);
  });
});

test('a page that starts after a consent decision follows it, also when it was rendered before', async () => {
  const { browser, actions } = await openShopper();
  actions.decideConsent(noPurpose);
  const { use } = await openConsented(browser);
  expect(await use()).toEqual([]);
});

describe('a page that is shown again', () => {
  test('has the current consent', async () => {
    const { browser, tab, use, affiliate } = await openConsented();
    const value = serialiseConsent(noPurpose, 'stamp', 0);
    browser.jar.set(consentCookie, { value, lifetime_seconds: 60 });
    tab.storefront.readAnew();
    expect(await use()).toEqual([]);
    expect(affiliate()).toBeNull();
  });

  test('has the current cart', async () => {
    const { tab, actions, add } = await openShopper();
    await add('raupen-lesen');
    const stored = tab.localStorage.read(storedCartKey) ?? '';
    tab.localStorage.remove(storedCartKey);
    await actions.loadCart();
    expect(tab.cart().amount).toBe(0);
    tab.localStorage.write(storedCartKey, stored);
    tab.storefront.readAnew();
    await expect.poll(() => tab.cart().amount).toBe(1);
  });

  test('has the current wish list', async () => {
    const { browser, tab, actions } = await openLearner();
    await actions.loadWishList();
    browser.server.wishLists.set(learner.sub, ['emmy-noether']);
    tab.storefront.readAnew();
    await expect.poll(() => tab.shop.stores.wishList.snapshot.productIds).toEqual(['emmy-noether']);
  });

  test('is logged in when somebody has logged in meanwhile', async () => {
    const { tab } = await openShopper();
    const begun = await tab.storefront.shopApi.logIn({ body: learnerCredentials });
    if (!begun.ok) throw new Error('The learner cannot log in');
    writeSessionCookies(tab.cookies, begun.value);
    tab.storefront.readAnew();
    await expect.poll(() => tab.shop.stores.session.snapshot.status).toBe('logged_in');
    expect(tab.navigation.visits).toEqual([]);
  });

  test('is loaded again when nobody is logged in any more', async () => {
    const { browser, tab } = await openLearner();
    tab.storefront.readAnew();
    expect(tab.navigation.visits).toEqual([]);
    browser.jar.delete(accessCookie);
    tab.storefront.readAnew();
    expect(tab.navigation.visits).toEqual(['/de']);
  });
});
