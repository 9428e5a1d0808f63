import { fc, test } from '@fast-check/vitest';
import type { Scheduler } from 'fast-check';
import { describe, expect } from 'vitest';
import { accessCookie, authCookieSeconds, refreshCookie } from '#core/rules/accounts/access.ts';
import { storedCartKey } from '#core/rules/carts/cart-in-storage.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { writeSessionCookies } from '#core/storefront/accounts/session-end.ts';
import { runs } from '#test/run-length.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { recording } from '#test/support/recording.ts';
import { letHappen, slowly } from '#test/support/slowly.ts';
import {
  cardOf,
  openLearner,
  openShopper,
  openTestBrowser,
  type TestBrowser,
  type TestTab,
} from '#test/support/test-browser.ts';
import { loggedIn } from '#test/unit/core/storefront/people.ts';

/**
 * Milliseconds after the login. The token is valid for 600 s and counts as expired 25 s earlier, at 575 s.
 */
const untilMargin = 576_000;

/** Opens tabs of a logged-in learner, with an API that the scheduler delays; records the API calls. */
async function loggedInTabs(scheduler: Scheduler, count: number) {
  const { browser } = await openLearner();
  const calls: string[] = [];
  const tabs = Array.from({ length: count }, () =>
    browser.openTab({ state: loggedIn, between: (api) => slowly(scheduler)(recording(calls)(api)) }),
  );
  await scheduler.waitFor(Promise.all(tabs.map((tab) => tab.start())));
  return { browser, tabs, calls };
}

function expectLoggedOut(browser: TestBrowser, tab: TestTab) {
  expect(tab.shop.stores.session.snapshot).toEqual({ status: 'guest' });
  expect([accessCookie, refreshCookie].map((name) => browser.jar.get(name))).toEqual([undefined, undefined]);
  expect(tab.cart()).toEqual(emptyCart);
  expect(tab.localStorage.read(storedCartKey)).toBeNull();
}

describe('the access token', () => {
  test.prop([fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 6 }), fc.scheduler()], {
    numRuns: runs(60),
  })('is refreshed once for all callers in all tabs', async (tabCount, callers, scheduler) => {
    const { browser, tabs, calls } = await loggedInTabs(scheduler, tabCount);
    const old = browser.jar.get(accessCookie)?.value;
    browser.time.advance(untilMargin);
    calls.length = 0;

    const asked = tabs.flatMap((tab) =>
      Array.from({ length: callers }, () => tab.storefront.accessTokens.current()),
    );
    const answers = await scheduler.waitFor(Promise.all(asked));

    const fresh = browser.jar.get(accessCookie);
    expect(calls).toEqual(['refreshSession']);
    expect(fresh).toMatchObject({ lifetime_seconds: authCookieSeconds });
    expect(fresh?.value).not.toBe(old);
    expect(answers).toEqual(answers.map(() => ({ ok: true, value: fresh?.value })));
  });

  test.prop([fc.scheduler(), fc.nat(3)], { numRuns: runs(100) })(
    'is not written after a logout, however late the response of its refresh is',
    async (scheduler, events) => {
      const { browser, tabs } = await loggedInTabs(scheduler, 2);
      const [leaving, other] = tabs;
      if (leaving === undefined || other === undefined) throw new Error('Two tabs were asked for');
      browser.time.advance(untilMargin);

      const asked = [leaving, other].map((tab) => tab.storefront.accessTokens.current());
      await letHappen(scheduler, events);
      const done = leaving.shop.actions.logOut();
      await scheduler.waitFor(Promise.all([...asked, done]));

      expectLoggedOut(browser, leaving);
      expectLoggedOut(browser, other);
    },
  );
});

const passwordChange = {
  current_password: learnerCredentials.password,
  password: 'vier Birnen im Korb',
  password_confirmation: 'vier Birnen im Korb',
};

describe('logout', () => {
  type Step = (tab: TestTab) => Promise<unknown>;
  const steps: fc.Arbitrary<Step> = fc.constantFrom<Step>(
    ({ shop }) => shop.actions.logIn(learnerCredentials),
    ({ shop }) => shop.actions.addToCart({ product: cardOf('raupen-lesen'), quantity: 1 }),
    ({ shop }) => shop.actions.loadCart(),
    ({ shop }) => shop.actions.applyCoupon('WILLKOMMEN10'),
    ({ storefront }) => storefront.profile.loadProfile(),
    ({ storefront }) => storefront.profile.preferLanguage('en'),
    ({ storefront }) => storefront.accessTokens.current(),
    ({ shop }) => shop.actions.updateProfile({ firstname: 'Émilie' }),
    ({ shop }) => shop.actions.changePassword(passwordChange),
    ({ shop }) => shop.actions.deleteAccount(learnerCredentials.password),
  );

  test.prop([fc.array(steps, { maxLength: 6 }), fc.scheduler(), fc.nat(12), fc.boolean()], {
    numRuns: runs(150),
  })(
    'wins over every pending response: login, profile, cart, token',
    async (actions, scheduler, events, isOld) => {
      const { browser, tabs } = await loggedInTabs(scheduler, 1);
      const [tab] = tabs;
      if (tab === undefined) throw new Error('A tab was asked for');
      if (isOld) browser.time.advance(untilMargin);

      const pending = actions.map((action) => action(tab));
      await letHappen(scheduler, events);
      const done = tab.shop.actions.logOut();
      await scheduler.waitFor(Promise.all([...pending, done]));

      expectLoggedOut(browser, tab);
      expect(tab.navigation.visits).toEqual(['/de']);
    },
  );

  test.prop([fc.scheduler(), fc.nat(6)], { numRuns: runs(60) })(
    'ends a session that is returned after it',
    async (scheduler, events) => {
      const browser = openTestBrowser();
      const tab = browser.openTab({ between: slowly(scheduler) });
      await scheduler.waitFor(tab.start());

      const login = tab.shop.actions.logIn(learnerCredentials);
      await letHappen(scheduler, events);
      await scheduler.waitFor(Promise.all([login, tab.shop.actions.logOut()]));

      expectLoggedOut(browser, tab);
      expect(browser.server.refreshTokens.size).toBe(0);
    },
  );

  test.prop([fc.scheduler(), fc.nat(12)], { numRuns: runs(100) })(
    'wins over a guest cart that is being merged, and over a profile that is being loaded',
    async (scheduler, events) => {
      const { browser, tab: guest, add } = await openShopper();
      await add('raupen-lesen');
      const tab = browser.openTab({ between: slowly(scheduler) });
      await scheduler.waitFor(tab.start());
      const begun = await guest.storefront.shopApi.logIn({ body: learnerCredentials });
      if (!begun.ok) throw new Error('The learner cannot log in');
      writeSessionCookies(tab.cookies, begun.value);

      const arriving = tab.start();
      await letHappen(scheduler, events);
      await scheduler.waitFor(Promise.all([arriving, tab.shop.actions.logOut()]));

      expectLoggedOut(browser, tab);
    },
  );
});
