import { describe, expect, test } from 'vitest';
import { accessCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { err, failureOf } from '#core/rules/basics/result.ts';
import { storedCartKey } from '#core/rules/carts/cart-in-storage.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { recording } from '#test/support/recording.ts';
import { openLearner, openShopper, openTestBrowser } from '#test/support/test-browser.ts';
import { learner, loggedIn, newcomer } from '#test/unit/core/storefront/people.ts';

describe('login', () => {
  test('returns the learner', async () => {
    const { tab, actions } = await openShopper();
    expect(await actions.logIn(learnerCredentials)).toEqual({ ok: true, value: learner });
    expect(tab.shop.stores.session.snapshot).toEqual({ status: 'logged_in', learner });
    expect(tab.shop.stores.redeem.snapshot.isLoggedIn).toBe(true);
  });

  test('is still known to the redeem page after a reload, until the session ends', async () => {
    const { browser } = await openLearner();
    const reloaded = browser.openTab();
    expect(reloaded.shop.stores.redeem.snapshot.isLoggedIn).toBe(false);
    await reloaded.start();
    expect(reloaded.shop.stores.redeem.snapshot).toEqual({ data: null, isLoggedIn: true });
    await reloaded.shop.actions.logOut();
    expect(reloaded.shop.stores.redeem.snapshot.isLoggedIn).toBe(false);
  });

  test('with a wrong password changes nothing', async () => {
    const { browser, tab, actions } = await openShopper();
    expect(await actions.logIn({ ...learnerCredentials, password: 'falsch' })).toMatchObject({
      error: { code: 'WRONG_CREDENTIALS' },
    });
    expect(tab.shop.stores.session.snapshot).toEqual({ status: 'guest' });
    expect(browser.jar.has(accessCookie)).toBe(false);
  });

  test('merges the guest’s cart once, says what was left out, and empties the local cart', async () => {
    const { tab, actions, add } = await openShopper();
    await add('raupen-lesen', 2);
    await add('albrecht-duerer');
    await actions.logIn(learnerCredentials);
    expect(tab.cart().products.map((item) => [item.product_id, item.quantity])).toEqual([
      ['raupen-lesen', 2],
    ]);
    expect(tab.notice()).toBe('component:cart.notice.mergedText');
    expect(tab.shop.stores.notification.snapshot.current?.message).toMatchObject({
      params: { products: 'Zeichnen' },
    });
    await actions.logIn(learnerCredentials);
    expect(tab.cart().amount).toBe(2);
  });

  test('keeps the guest’s coupon', async () => {
    const { tab, actions, add } = await openShopper();
    await add('clara-schumann');
    await actions.applyCoupon('WILLKOMMEN10');
    await actions.logIn(learnerCredentials);
    expect(tab.cart()).toMatchObject({ code: 'WILLKOMMEN10', discounts: { total: 990 } });
  });

  test('applies coupon and voucher again when the server has forgotten them, reports those that are refused, and keeps them when a call fails', async () => {
    const browser = openTestBrowser();
    const { tab, actions, add } = await openShopper(browser, { between: failing('getCart') });
    await add('clara-schumann');
    await actions.applyCoupon('GUTSCHEIN-50');
    await actions.applyCoupon('HERBST', 'herbst');
    browser.server.carts.clear();
    await actions.logIn(learnerCredentials);
    expect(tab.notice()).toBe('component:cart.notice.mergeFailedText');
    const { tab: later } = await openShopper(browser, { state: loggedIn });
    expect(later.cart()).toMatchObject({ amount: 1, code: 'HERBST', code_error: null, credit: 5000 });
    expect(later.cart().discounts.total).toBeGreaterThan(0);
    expect(later.notice()).toBeNull();

    const over = err(failureOf('USED_UP'));
    const refusing = (api: ShopApi): ShopApi => ({ ...api, applyCode: async () => over });
    const guest = await openShopper();
    await guest.add('clara-schumann');
    await guest.actions.applyCoupon('GUTSCHEIN-50');
    await guest.actions.applyCoupon('WILLKOMMEN10');
    const refused = await openShopper(guest.browser, { between: refusing });
    guest.browser.server.carts.clear();
    await refused.actions.logIn(learnerCredentials);
    expect(refused.tab.cart()).toMatchObject({ amount: 1, code: null, credit: 0 });
    const titles = refused.tab.shop.stores.notification.snapshot.recent.map(({ title }) => title);
    expect(titles).toEqual([{ text: 'WILLKOMMEN10' }, { text: 'GUTSCHEIN-50' }]);
    expect(refused.tab.localStorage.read(storedCartKey)).not.toContain('"owner":"guest"');
  });

  test.each([
    ['coupon', 'WILLKOMMEN10', { code: 'WILLKOMMEN10', credit: 0, discounts: { total: 990 } }],
    ['voucher', 'GUTSCHEIN-50', { code: null, credit: 5000, discounts: { total: 0 } }],
  ])('applies a %s again that the server has forgotten', async (_, code, expected) => {
    const { browser, tab, actions, add } = await openShopper();
    await add('clara-schumann');
    await actions.applyCoupon(code);
    browser.server.carts.clear();
    await actions.logIn(learnerCredentials);
    expect(tab.cart()).toMatchObject({ amount: 1, ...expected });
    expect(tab.notice()).toBeNull();
  });

  test('succeeds when the merge fails; the local cart is merged by the next page', async () => {
    const browser = openTestBrowser();
    const { tab, actions, add } = await openShopper(browser, { between: failing('mergeCart') });
    await add('raupen-lesen');
    expect((await actions.logIn(learnerCredentials)).ok).toBe(true);
    expect(tab.notice()).toBe('component:cart.notice.mergeFailedText');
    const [notice] = tab.shop.stores.notification.snapshot.recent;
    expect(notice?.title, 'which does not say that it was merged').toEqual({
      key: 'component:cart.notice.mergeFailedTitle',
    });
    expect(tab.localStorage.read(storedCartKey)).toContain('"owner":"guest"');

    const later = await openShopper(browser, { state: loggedIn });
    expect(later.tab.cart().amount).toBe(1);
  });

  test('is seen by other tabs', async () => {
    const browser = openTestBrowser();
    const { tab: other } = await openShopper(browser);
    const { actions, add } = await openShopper(browser);
    await add('raupen-lesen');
    await actions.logIn(learnerCredentials);
    await expect.poll(() => other.shop.stores.session.snapshot.status).toBe('logged_in');
    await expect.poll(() => other.cart().amount).toBe(1);
  });

  test('succeeds with a mailed code, after the cart was stored on the server', async () => {
    const { browser, actions, add } = await openShopper();
    expect(await actions.checkAccount(learner.email)).toMatchObject({ error: { code: 'CART_EMPTY' } });
    await add('raupen-lesen');
    expect(await actions.checkAccount(learner.email)).toEqual({ ok: true, value: { exists: true } });
    const request = { email: learner.email, isCheckout: true };
    expect(await actions.requestLoginCode(request)).toMatchObject({ ok: true });
    const code = browser.server.mailed.at(-1)?.secret ?? '';
    expect(await actions.logInWithCode({ email: learner.email, code })).toMatchObject({ ok: true });
  });
});

describe('registration and passwords', () => {
  test('registering logs in, in the language of the page', async () => {
    const { tab, actions } = await openShopper(undefined, { state: { locale: 'en' } });
    expect(await actions.register(newcomer)).toMatchObject({
      value: { preferred_language: 'en', firstname: 'Karl' },
    });
    expect(tab.shop.stores.session.snapshot.status).toBe('logged_in');
    expect(await actions.register(newcomer)).toMatchObject({ error: { code: 'EMAIL_TAKEN' } });
  });

  test('a forgotten password is set anew by a mailed token', async () => {
    const { browser, actions } = await openShopper();
    await actions.requestPasswordReset(learner.email);
    const token = browser.server.mailed.at(-1)?.secret ?? '';
    const { password, password_confirmation } = newcomer;
    expect(await actions.resetPassword({ token, password, password_confirmation })).toMatchObject({
      ok: true,
    });
    expect(await actions.logIn({ identifier: learner.email, password })).toMatchObject({ ok: true });
    expect(await actions.resetPassword({ token, password, password_confirmation })).toMatchObject({
      error: { code: 'LINK_EXPIRED' },
    });
  });

  test('an account made by a purchase is completed with the token of its mail', async () => {
    const { browser, tab, actions } = await openShopper();
    await actions.requestPasswordReset(learner.email);
    const token = browser.server.mailed.at(-1)?.secret ?? '';
    const { email: _, ...rest } = newcomer;
    expect(await actions.completeAccount({ ...rest, token, salutation: 'mr' })).toMatchObject({ ok: true });
    expect(tab.shop.stores.session.snapshot).toMatchObject({ learner: { lastname: 'Lindner' } });
  });
});

describe('logout', () => {
  test('ends the session on the server, clears everything here and loads the page anew', async () => {
    const { browser, tab, actions, add } = await openLearner();
    await add('raupen-lesen');
    await actions.logOut();
    expect(tab.offline.forgotten).toBe(1);
    expect(browser.server.refreshTokens.size).toBe(0);
    expect(browser.jar.has(accessCookie) || browser.jar.has(refreshCookie)).toBe(false);
    expect(tab.cart()).toEqual(emptyCart);
    expect(tab.localStorage.read(storedCartKey)).toBeNull();
    expect(tab.navigation.visits).toEqual(['/de']);
    expect(tab.shop.stores.redeem.snapshot.isLoggedIn).toBe(false);
  });

  test('removes the orders of a guest from this browser', async () => {
    const { browser, tab, actions } = await openShopper();
    const placed = ['one', 'two'].map((order_id) => ({ order_id, cart_id: 'cart', is_settled: true }));
    tab.localStorage.write('placed_orders', JSON.stringify(placed));
    for (const name of ['order_one', 'order_two', 'locale'] as const) tab.cookies.write(name, name, 60);
    await actions.logIn(learnerCredentials);
    await actions.logOut();
    expect([...browser.jar.keys()].filter((name) => /^order_|^locale$/.test(name))).toEqual(['locale']);
    expect(tab.localStorage.read('placed_orders')).toBeNull();
  });

  test('succeeds also when the server cannot be reached', async () => {
    const { browser, tab, actions } = await openLearner(undefined, { between: failing('logOut') });
    await actions.logOut();
    expect(browser.jar.has(refreshCookie)).toBe(false);
    expect(tab.navigation.visits).toEqual(['/de']);
  });
});

describe('on load', () => {
  test('a visitor with an access cookie is logged in, also on a page that was rendered for a guest', async () => {
    const { browser } = await openLearner();
    const { tab } = await openShopper(browser);
    expect(tab.shop.stores.session.snapshot).toEqual({ status: 'logged_in', learner });
  });

  test('the learner’s language becomes that of the page', async () => {
    const { browser } = await openLearner();
    const before = browser.jar.get(accessCookie)?.value;
    const { tab } = await openShopper(browser, {
      state: { ...loggedIn, locale: 'en' },
      address: { path: '/en/kurse', query: '' },
    });
    expect(tab.shop.stores.session.snapshot).toMatchObject({ learner: { preferred_language: 'en' } });
    expect(browser.jar.get(accessCookie)?.value).not.toBe(before);
    expect(browser.jar.get('locale')?.value).toBe('en');
  });
});

describe('switching the language', () => {
  test('opens the same path for a guest after half a second', async () => {
    const { browser, tab, actions } = await openShopper();
    await actions.switchLocale('en', '/de/kurse?gruppe=hand-und-bild');
    expect(browser.jar.get('locale')?.value).toBe('en');
    browser.time.advance(499);
    expect(tab.navigation.visits).toEqual([]);
    browser.time.advance(1);
    expect(tab.navigation.visits).toEqual(['/en/kurse?gruppe=hand-und-bild']);
  });

  test('of a learner stores the language, reads token and profile again, and then opens the page', async () => {
    const calls: string[] = [];
    const { browser, tab, actions } = await openLearner(undefined, { between: recording(calls) });
    const before = browser.jar.get(accessCookie)?.value;
    calls.length = 0;
    await actions.switchLocale('en', '/de/kurse');
    expect(calls).toEqual(['updateUser', 'refreshSession', 'getUser']);
    expect(browser.server.users.get(learner.sub)?.learner.preferred_language).toBe('en');
    expect(browser.jar.get(accessCookie)?.value).not.toBe(before);
    expect(tab.shop.stores.session.snapshot).toMatchObject({ learner: { preferred_language: 'en' } });
    browser.time.advance(500);
    expect(tab.navigation.visits).toEqual(['/en/kurse']);
  });
});

describe('a campaign', () => {
  const offer = { code: 'WILLKOMMEN10', campaign: null };

  test('is entered by login, with the cart that the guest had', async () => {
    const { tab, actions, add } = await openShopper();
    await add('clara-schumann');
    const entered = await actions.enterCampaign({
      email: learner.email,
      password: learnerCredentials.password,
      ...offer,
    });
    expect(entered).toMatchObject({ ok: true, value: { redemption: null } });
    expect(tab.shop.stores.session.snapshot).toMatchObject({ status: 'logged_in' });
    expect(tab.cart().products.map(({ product_id }) => product_id)).toEqual(['clara-schumann']);
  });

  test('makes an account for an address that has none', async () => {
    const { tab, actions, add } = await openShopper();
    await add('clara-schumann');
    const { email, password } = newcomer;
    expect(await actions.enterCampaign({ email, password, ...offer })).toMatchObject({ ok: true });
    expect(tab.shop.stores.session.snapshot).toMatchObject({ learner: { email } });
  });

  test('with a wrong password changes nothing', async () => {
    const { tab, actions, add } = await openShopper();
    await add('clara-schumann');
    const person = { email: learner.email, password: 'falsch geraten' };
    const entered = await actions.enterCampaign({ ...person, ...offer });
    expect(entered).toMatchObject({ error: { code: 'WRONG_CREDENTIALS' } });
    expect(tab.shop.stores.session.snapshot).toEqual({ status: 'guest' });
    expect(tab.cart().code).toBeNull();
  });
});
