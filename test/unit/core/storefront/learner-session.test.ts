import { describe, expect, test, vi } from 'vitest';
import { accessCookie, authCookieSeconds, refreshCookie } from '#core/rules/access.ts';
import { emptyCart } from '#core/rules/cart.ts';
import { err, ok } from '#core/rules/result.ts';
import { storedCartKey } from '#core/rules/stored-cart.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials, memoryShopFacts, vienna } from '#test/support/memory-shop-facts.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';
import { cardOf, openTestBrowser } from '#test/support/test-browser.ts';

const learner = memoryShopFacts.users[0]?.learner;
if (learner === undefined) throw new Error('The small shop has no learner');

async function openTab(
  browser: TestBrowser = openTestBrowser(),
  options: Parameters<TestBrowser['openTab']>[0] = {},
) {
  const tab = browser.openTab(options);
  await tab.start();
  const { actions } = tab.shop;
  const add = (slug: string, quantity = 1) => actions.addToCart({ product: cardOf(slug), quantity });
  return { browser, tab, actions, add };
}

describe('login', () => {
  test('writes both cookies for two years and answers the learner', async () => {
    const { browser, tab, actions } = await openTab();
    expect(await actions.logIn(learnerCredentials)).toEqual({ ok: true, value: learner });
    expect(tab.shop.stores.session.snapshot).toEqual({ status: 'logged_in', learner });
    expect(tab.shop.stores.redeem.snapshot.isLoggedIn).toBe(true);
    for (const name of [accessCookie, refreshCookie]) {
      expect(browser.jar.get(name)?.lifetime_seconds).toBe(authCookieSeconds);
    }
  });

  test('with a wrong password changes nothing', async () => {
    const { browser, tab, actions } = await openTab();
    expect(await actions.logIn({ ...learnerCredentials, password: 'falsch' })).toMatchObject({
      error: { code: 'WRONG_CREDENTIALS' },
    });
    expect(tab.shop.stores.session.snapshot).toEqual({ status: 'guest' });
    expect(browser.jar.has(accessCookie)).toBe(false);
  });

  test('merges the guest’s cart once, says what was left out, and empties the local cart', async () => {
    const { tab, actions, add } = await openTab();
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

  test('takes the guest’s code along', async () => {
    const { tab, actions, add } = await openTab();
    await add('clara-schumann');
    await actions.applyCoupon('WILLKOMMEN10');
    await actions.logIn(learnerCredentials);
    expect(tab.cart()).toMatchObject({ code: 'WILLKOMMEN10', discounts: { total: 990 } });
  });

  test('is not hindered by a merge that fails; the local cart waits for the next time', async () => {
    const browser = openTestBrowser();
    const { tab, actions, add } = await openTab(browser, { between: failing('mergeCart') });
    await add('raupen-lesen');
    expect((await actions.logIn(learnerCredentials)).ok).toBe(true);
    expect(tab.notice()).toBe('component:cart.notice.mergeFailedText');
    expect(tab.localStorage.read(storedCartKey)).toContain('"owner":"guest"');

    const later = await openTab(browser, { state: { session: { status: 'logged_in', learner } } });
    expect(later.tab.cart().amount).toBe(1);
  });

  test('is seen by other tabs', async () => {
    const browser = openTestBrowser();
    const { tab: other } = await openTab(browser);
    const { actions, add } = await openTab(browser);
    await add('raupen-lesen');
    await actions.logIn(learnerCredentials);
    await expect.poll(() => other.shop.stores.session.snapshot.status).toBe('logged_in');
    await expect.poll(() => other.cart().amount).toBe(1);
  });

  test('by a mailed code, after the cart was brought to the server', async () => {
    const { browser, actions, add } = await openTab();
    expect(await actions.checkAccount(learner.email)).toMatchObject({ error: { code: 'CART_EMPTY' } });
    await add('raupen-lesen');
    expect(await actions.checkAccount(learner.email)).toEqual({ ok: true, value: { exists: true } });
    const request = { email: learner.email, isCheckout: true };
    expect(await actions.requestLoginCode(request)).toEqual({ ok: true, value: null });
    const code = browser.server.mailed.at(-1)?.secret ?? '';
    expect(await actions.logInWithCode({ email: learner.email, code })).toMatchObject({ ok: true });
  });
});

describe('registration and passwords', () => {
  const person = {
    email: 'neu@example.org',
    password: 'drei Äpfel im Regal',
    password_confirmation: 'drei Äpfel im Regal',
    firstname: 'Karl',
    lastname: 'Lindner',
    newsletter: false,
  };

  test('registering logs in, in the language of the page', async () => {
    const { tab, actions } = await openTab(undefined, { state: { locale: 'en' } });
    expect(await actions.register(person)).toMatchObject({
      value: { preferred_language: 'en', firstname: 'Karl' },
    });
    expect(tab.shop.stores.session.snapshot.status).toBe('logged_in');
    expect(await actions.register(person)).toMatchObject({ error: { code: 'EMAIL_TAKEN' } });
  });

  test('a forgotten password is set anew by a mailed token', async () => {
    const { browser, actions } = await openTab();
    await actions.requestPasswordReset(learner.email);
    const token = browser.server.mailed.at(-1)?.secret ?? '';
    const { password, password_confirmation } = person;
    expect(await actions.resetPassword({ token, password, password_confirmation })).toMatchObject({
      ok: true,
    });
    expect(await actions.logIn({ identifier: learner.email, password })).toMatchObject({ ok: true });
    expect(await actions.resetPassword({ token, password, password_confirmation })).toMatchObject({
      error: { code: 'LINK_EXPIRED' },
    });
  });

  test('an account made by a purchase is completed with the token of its mail', async () => {
    const { browser, tab, actions } = await openTab();
    await actions.requestPasswordReset(learner.email);
    const token = browser.server.mailed.at(-1)?.secret ?? '';
    const { email: _, ...rest } = person;
    expect(await actions.completeAccount({ ...rest, token, salutation: 'mr' })).toMatchObject({ ok: true });
    expect(tab.shop.stores.session.snapshot).toMatchObject({ learner: { lastname: 'Lindner' } });
  });
});

describe('logout', () => {
  test('ends the session on the server, clears everything here and loads the page anew', async () => {
    const { browser, tab, actions, add } = await openTab();
    await actions.logIn(learnerCredentials);
    await add('raupen-lesen');
    await actions.logOut();
    expect(browser.server.refreshTokens.size).toBe(0);
    expect(browser.jar.has(accessCookie) || browser.jar.has(refreshCookie)).toBe(false);
    expect(tab.cart()).toEqual(emptyCart);
    expect(tab.localStorage.read(storedCartKey)).toBeNull();
    expect(tab.navigation.visits).toEqual(['/de']);
    expect(tab.shop.stores.redeem.snapshot.isLoggedIn).toBe(false);
  });

  test('leaves the next person at this browser no order of a guest', async () => {
    const { browser, tab, actions } = await openTab();
    const placed = ['one', 'two'].map((order_id) => ({ order_id, cart_id: 'cart', is_settled: true }));
    tab.localStorage.write('placed_orders', JSON.stringify(placed));
    for (const name of ['order_one', 'order_two', 'locale'] as const) tab.cookies.write(name, name, 60);
    await actions.logIn(learnerCredentials);
    await actions.logOut();
    expect([...browser.jar.keys()].filter((name) => /^order_|^locale$/.test(name))).toEqual(['locale']);
    expect(tab.localStorage.read('placed_orders')).toBeNull();
  });

  test('happens also when the server cannot be reached', async () => {
    const { browser, tab, actions } = await openTab(undefined, { between: failing('logOut') });
    await actions.logIn(learnerCredentials);
    await actions.logOut();
    expect(browser.jar.has(refreshCookie)).toBe(false);
    expect(tab.navigation.visits).toEqual(['/de']);
  });

  test('logs the other tabs out', async () => {
    const browser = openTestBrowser();
    const { actions } = await openTab(browser);
    await actions.logIn(learnerCredentials);
    const { tab: other } = await openTab(browser, { state: { session: { status: 'logged_in', learner } } });
    await actions.logOut();
    expect(other.shop.stores.session.snapshot).toEqual({ status: 'guest' });
    expect(other.navigation.visits).toEqual(['/de']);
  });
});

describe('the access token', () => {
  async function loggedIn(between?: (api: ShopApi) => ShopApi) {
    const opened = await openTab(undefined, between === undefined ? {} : { between });
    await opened.actions.logIn(learnerCredentials);
    return { ...opened, tokens: opened.tab.storefront.accessTokens };
  }

  test('is null for a guest, and left alone while it is good', async () => {
    const guest = await openTab();
    expect(await guest.tab.storefront.accessTokens.current()).toEqual({ ok: true, value: null });
    expect(await guest.tab.storefront.accessTokens.replace('anything')).toEqual({ ok: true, value: null });
    const { browser, tokens } = await loggedIn();
    browser.time.advance(574_000);
    const good = { ok: true, value: browser.jar.get(accessCookie)?.value };
    expect(await Promise.all([tokens.current(), tokens.current()])).toEqual([good, good]);
  });

  test('a broken one is refreshed as an expired one is', async () => {
    const { tab, tokens } = await loggedIn();
    tab.cookies.write(accessCookie, 'kein.token', null);
    const answer = await tokens.current();
    expect(answer).toEqual({ ok: true, value: tab.cookies.read(accessCookie) });
    expect(answer).not.toMatchObject({ value: 'kein.token' });
  });

  test('a refused refresh ends the session here', async () => {
    const { browser, tab, tokens } = await loggedIn();
    browser.server.refreshTokens.clear();
    browser.time.advance(600_000);
    expect(await tokens.current()).toMatchObject({ ok: false, error: { status: 401 } });
    expect(tab.shop.stores.session.snapshot).toEqual({ status: 'guest' });
    expect(browser.jar.has(accessCookie)).toBe(false);
  });

  test.each([
    ['a lost connection', 'NETWORK', 0],
    ['an unreadable answer', 'UNREADABLE_ANSWER', 200],
    ['a bad gateway', 'UNREADABLE_ANSWER', 502],
    ['an outage', 'UNAVAILABLE', 503],
    ['too many refreshes', 'TOO_MANY_ATTEMPTS', 429],
  ])('%s while it is refreshed does not: the next caller tries again', async (_, code, status) => {
    const error = { code, status, detail: '', fields: {} };
    const asked: unknown[] = [];
    const { browser, tab, tokens } = await loggedIn(
      (api) =>
        new Proxy(api, {
          get(target, key) {
            if (key !== 'refreshSession') return Reflect.get(target, key);
            return async (request: Parameters<typeof api.refreshSession>[0]) => {
              asked.push(request.body);
              return asked.length === 1 ? err(error) : target.refreshSession(request);
            };
          },
        }),
    );
    const [access, refresh] = [browser.jar.get(accessCookie), browser.jar.get(refreshCookie)];
    browser.time.advance(600_000);
    expect(await Promise.all([tokens.current(), tokens.current()])).toEqual([err(error), err(error)]);
    expect(tab.shop.stores.session.snapshot.status).toBe('logged_in');
    expect([browser.jar.get(accessCookie), browser.jar.get(refreshCookie)]).toEqual([access, refresh]);
    const fresh = await tokens.current();
    expect(fresh).toEqual(ok(browser.jar.get(accessCookie)?.value));
    expect(fresh).not.toEqual(ok(access?.value));
    expect(browser.jar.get(accessCookie)?.lifetime_seconds).toBe(authCookieSeconds);
    expect(browser.jar.get(refreshCookie)).toEqual(refresh);
    expect(asked).toEqual([{ refresh: refresh?.value }, { refresh: refresh?.value }]);
  });

  test('without a refresh cookie an expired one ends the session', async () => {
    const { browser, tab, tokens } = await loggedIn();
    browser.jar.delete(refreshCookie);
    browser.time.advance(600_000);
    expect(await tokens.current()).toMatchObject({ ok: false });
    expect(tab.shop.stores.session.snapshot).toEqual({ status: 'guest' });
  });

  test('that the server refused is replaced once, and not again by who comes later', async () => {
    const { browser, tokens } = await loggedIn();
    const refused = browser.jar.get(accessCookie)?.value ?? '';
    const first = await tokens.replace(refused);
    expect(first).not.toMatchObject({ value: refused });
    expect(await tokens.replace(refused)).toEqual(first);
  });
});

describe('a learner’s cart', () => {
  test('lies on the server; a refused change is said and changes nothing', async () => {
    const { browser, tab, actions, add } = await openTab();
    await actions.logIn(learnerCredentials);
    await add('zeichentisch', 2);
    const before = tab.cart();
    expect(await add('zeichentisch', 2)).toEqual({ ok: false, error: { code: 'EXCEED_LIMIT' } });
    expect(tab.notice()).toBe('component:giftBox.exceedLimitOf');
    expect(await add('druckwerkstatt', 3)).toEqual({ ok: false, error: { code: 'OUT_OF_STOCK' } });
    expect(await add('albrecht-duerer')).toEqual({ ok: false, error: { code: 'ALREADY_OWNED' } });
    expect(tab.cart()).toEqual(before);
    expect([...browser.server.carts.values()]).toMatchObject([
      { owner: learner.sub, lines: [{ quantity: 2 }] },
    ]);
  });

  test('follows in another tab: lines, coupon and what was paid', async () => {
    const { browser, tab, actions, add } = await openTab();
    await actions.logIn(learnerCredentials);
    const other = browser.openTab({ state: { session: { status: 'logged_in', learner } } });
    await other.start();
    await add('raupen-lesen', 2);
    await add('clara-schumann');
    await actions.applyCoupon('WILLKOMMEN10');
    await actions.setCartQuantity('raupen-lesen', 1);
    await vi.waitFor(() => expect(other.cart()).toEqual(tab.cart()));
    expect(other.cart()).toMatchObject({ amount: 2, code: 'WILLKOMMEN10' });
    await other.shop.actions.removeFromCart('clara-schumann');
    await vi.waitFor(() => expect(tab.cart()).toEqual(other.cart()));
    expect(tab.cart().amount).toBe(1);
  });

  test('that is only read is not announced, so that tabs do not ask each other forever', async () => {
    const { browser, actions, add } = await openTab();
    await actions.logIn(learnerCredentials);
    await add('raupen-lesen');
    const messages: string[] = [];
    browser.hub.openTab().messages$.subscribe((message) => messages.push(message));
    await actions.loadCart();
    expect(messages).toEqual([]);
    await add('raupen-lesen');
    expect(messages).toEqual(['cart_changed']);
  });

  test('gets its shipping cost when it has none', async () => {
    const { browser, tab, actions, add } = await openTab();
    await actions.logIn(learnerCredentials);
    await add('raupen-lesen');
    expect(tab.cart().shipping_cost).toBeNull();
    const [own] = browser.server.carts.values();
    if (own === undefined) throw new Error('The learner has no cart');
    browser.server.carts.set(own.id, { ...own, address: vienna });
    await actions.loadCart();
    expect(tab.cart()).toMatchObject({ shipping_cost: 499, total: 3299 });
  });

  test('changes quantities, takes lines away, takes codes', async () => {
    const { tab, actions, add } = await openTab();
    await actions.logIn(learnerCredentials);
    await add('zeichentisch');
    await add('clara-schumann');
    await actions.setCartQuantity('zeichentisch', 9);
    await actions.applyCoupon('WILLKOMMEN10');
    expect(tab.cart()).toMatchObject({ amount: 4, discounts: { total: 1770 + 990 } });
    await actions.cancelCoupon();
    await actions.removeFromCart('clara-schumann');
    await actions.saveShippingAddress(vienna);
    expect(tab.cart()).toMatchObject({ amount: 3, code: null, shipping_cost: 499 });
    await actions.removeFromCart('zeichentisch');
    expect(tab.notice()).toBe('component:cart.notice.emptyText');
  });

  test('a lost connection is said, and the cart stays', async () => {
    const { tab, actions, add } = await openTab(undefined, { between: failing('updateCart') });
    await actions.logIn(learnerCredentials);
    expect(await add('raupen-lesen')).toMatchObject({ error: { code: 'NETWORK' } });
    expect(tab.notice()).toBe('error:NETWORK.detail');
    expect(tab.shop.stores.cart.snapshot.status).toBe('ready');
  });

  test('is shown as it was last seen when the server cannot be asked', async () => {
    const browser = openTestBrowser();
    const { actions, add } = await openTab(browser);
    await actions.logIn(learnerCredentials);
    await add('raupen-lesen', 2);
    const { tab } = await openTab(browser, {
      state: { session: { status: 'logged_in', learner } },
      between: failing('getOwnCart'),
    });
    expect(tab.shop.stores.cart.snapshot).toMatchObject({ status: 'ready', cart: { amount: 2 } });
  });
});

describe('on load', () => {
  test('a visitor with an access cookie is logged in, though the server could not say so', async () => {
    const browser = openTestBrowser();
    const { actions } = await openTab(browser);
    await actions.logIn(learnerCredentials);
    const { tab } = await openTab(browser);
    expect(tab.shop.stores.session.snapshot).toEqual({ status: 'logged_in', learner });
  });

  test('the learner’s language becomes that of the page', async () => {
    const browser = openTestBrowser();
    const { actions } = await openTab(browser);
    await actions.logIn(learnerCredentials);
    const before = browser.jar.get(accessCookie)?.value;
    const { tab } = await openTab(browser, {
      state: { locale: 'en', session: { status: 'logged_in', learner } },
      address: { path: '/en/kurse', query: '' },
    });
    expect(tab.shop.stores.session.snapshot).toMatchObject({ learner: { preferred_language: 'en' } });
    expect(browser.jar.get(accessCookie)?.value).not.toBe(before);
    expect(browser.jar.get('locale')?.value).toBe('en');
  });

  test('the learner’s own courses are listed', async () => {
    const { tab, actions } = await openTab();
    await actions.logIn(learnerCredentials);
    expect(await tab.shop.queries.listOwnCourses()).toMatchObject({ value: [{ id: 'albrecht-duerer' }] });
    expect(await tab.shop.api.listAddresses({ query: { 'page[size]': 100 } })).toMatchObject({
      value: { items: [{ id: 'home' }] },
    });
  });
});

describe('switching the language', () => {
  test('leads a guest to the same path after half a second', async () => {
    const { browser, tab, actions } = await openTab();
    await actions.switchLocale('en', '/de/kurse?gruppe=hand-und-bild');
    expect(browser.jar.get('locale')?.value).toBe('en');
    browser.time.advance(499);
    expect(tab.navigation.visits).toEqual([]);
    browser.time.advance(1);
    expect(tab.navigation.visits).toEqual(['/en/kurse?gruppe=hand-und-bild']);
  });

  test('is kept with the learner’s profile', async () => {
    const { browser, actions } = await openTab();
    await actions.logIn(learnerCredentials);
    await actions.switchLocale('en', '/de');
    expect(browser.server.users.get(learner.sub)?.learner.preferred_language).toBe('en');
  });
});
