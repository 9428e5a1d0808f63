import { describe, expect, test } from 'vitest';
import { accessCookie, authCookieSeconds, refreshCookie } from '#core/rules/accounts/access.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import type { AccessTokens } from '#ports/browser/access-tokens.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { recording } from '#test/support/recording.ts';
import { openLearner, openShopper } from '#test/support/test-browser.ts';
import { answering } from '#test/unit/core/storefront/orders/order-shopper.ts';

describe('the access token', () => {
  async function loggedIn(between = (api: ShopApi) => api) {
    const opened = await openLearner(undefined, { between });
    return { ...opened, tokens: opened.tab.storefront.accessTokens };
  }

  test('is null for a guest, and not refreshed while it is valid', async () => {
    const guest = await openShopper();
    expect(await guest.tab.storefront.accessTokens.current()).toEqual({ ok: true, value: null });
    expect(await guest.tab.storefront.accessTokens.replace('anything')).toEqual({ ok: true, value: null });
    const { browser, tokens } = await loggedIn();
    browser.time.advance(574_000);
    const good = { ok: true, value: browser.jar.get(accessCookie)?.value };
    expect(await Promise.all([tokens.current(), tokens.current()])).toEqual([good, good]);
  });

  test('is refreshed in time, and once, also on a device whose clock is a day ahead', async () => {
    const calls: string[] = [];
    const { browser, tab } = await openLearner(undefined, {
      clockAhead: 86_400_000,
      between: recording(calls),
    });
    const refreshes = () => calls.filter((name) => name === 'refreshSession').length;
    const tokens = tab.storefront.accessTokens;
    await tokens.current();
    const first = refreshes();
    expect(first).toBeLessThanOrEqual(1);
    for (const wait of [0, 287_000, 287_000]) {
      browser.time.advance(wait);
      await tokens.current();
    }
    expect(refreshes(), 'refreshes of a token that is good').toBe(first);
    browser.time.advance(27_000);
    await tokens.current();
    expect(refreshes(), 'refreshes of a token that has expired').toBe(first + 1);
  });

  test('an unreadable one is refreshed as an expired one is', async () => {
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
    expect(await tokens.current()).toMatchObject({ ok: false, error: { code: 'REFRESH_REFUSED' } });
    expect(tab.shop.stores.session.snapshot).toEqual({ status: 'guest' });
    expect(browser.jar.has(accessCookie)).toBe(false);
  });

  test.each([
    ['a lost connection', 'NETWORK'],
    ['an unreadable answer', 'UNREADABLE_ANSWER'],
    ['an outage', 'UNAVAILABLE'],
    ['too many refreshes', 'TOO_MANY_ATTEMPTS'],
  ])('%s during the refresh does not: the next caller tries again', async (_, code) => {
    const error = { code, detail: '', fields: {} };
    const asked: unknown[] = [];
    const { browser, tab, tokens } = await loggedIn(
      answering('refreshSession', async (answer, request) => {
        asked.push(request);
        return asked.length === 1 ? err(error) : answer();
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
    const sent = { body: { refresh: refresh?.value } };
    expect(asked).toMatchObject([sent, sent]);
  });

  test('without a refresh cookie an expired one ends the session', async () => {
    const { browser, tab, tokens } = await loggedIn();
    browser.jar.delete(refreshCookie);
    browser.time.advance(600_000);
    expect(await tokens.current()).toMatchObject({ ok: false });
    expect(tab.shop.stores.session.snapshot).toEqual({ status: 'guest' });
  });

  test.each([
    ['asked for', (tokens: AccessTokens) => tokens.current()],
    ['replaced', (tokens: AccessTokens) => tokens.replace('refused')],
  ])(
    'that is missing when it is %s ends the session of this page: another page has ended it',
    async (_, ask) => {
      const { browser, tab, tokens } = await loggedIn();
      browser.jar.delete(accessCookie);
      browser.jar.delete(refreshCookie);
      expect(await ask(tokens)).toEqual(ok(null));
      expect(tab.shop.stores.session.snapshot).toEqual({ status: 'guest' });
      expect(tab.navigation.visits).toEqual(['/de']);
    },
  );

  test('that the server refused is replaced once, and not again for a later caller', async () => {
    const { browser, tokens } = await loggedIn();
    const refused = browser.jar.get(accessCookie)?.value ?? '';
    const first = await tokens.replace(refused);
    expect(first).not.toMatchObject({ value: refused });
    expect(await tokens.replace(refused)).toEqual(first);
  });
});
