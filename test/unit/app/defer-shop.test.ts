import { describe, expect, test, vi } from 'vitest';
import { createStores } from '#app/create-stores.ts';
import { deferShop } from '#app/defer-shop.ts';
import { noAnalytics } from '#core/rules/analytics.ts';
import { noConsent } from '#core/rules/consent.ts';
import { cardsOnly } from '#core/rules/payment.ts';
import type { InitialState, Shop } from '#core/use-cases/shop.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { openTestBrowser } from '#test/support/test-browser.ts';

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

function openDeferred(fetchShop: () => Promise<Shop>) {
  return deferShop(createStores(state), state, fetchShop);
}

describe('a shop whose code comes later', () => {
  test('is shown at once, and its calls wait', async () => {
    let fetches = 0;
    const real = openTestBrowser().openTab().shop;
    const { shop } = openDeferred(async () => {
      fetches += 1;
      return real;
    });
    expect(shop.stores.cart.snapshot.status).toBe('loading');
    const [list, one] = await Promise.all([
      shop.queries.listProducts({ kind: 'course' }),
      shop.queries.getProduct('raupen-lesen'),
    ]);
    expect([list.ok, one.ok]).toEqual([true, true]);
    expect(fetches).toBe(1);
  });

  test('answers NETWORK when its code cannot be fetched, and tries again with the next call', async () => {
    let fetches = 0;
    const real = openTestBrowser().openTab().shop;
    const { shop } = openDeferred(async () => {
      fetches += 1;
      if (fetches === 1) throw new Error('offline');
      return real;
    });
    expect(await shop.queries.getShopFacts()).toMatchObject({ error: { code: 'NETWORK' } });
    expect(await shop.queries.getShopFacts()).toMatchObject({ ok: true });
  });

  test('keeps progress through the code that comes, and asks for it again at a pause', async () => {
    const tab = openTestBrowser().openTab();
    await tab.shop.actions.logIn(learnerCredentials);
    let fetches = 0;
    const { shop } = openDeferred(async () => {
      fetches += 1;
      if (fetches === 1) throw new Error('offline');
      return tab.shop;
    });
    const kept: boolean[] = [];
    const watching = shop.actions.watchLesson('schumann-eine-taste', (isKept) => kept.push(isKept));
    watching.played(1, 24);
    await vi.waitFor(() => expect(kept).toEqual([false]));
    watching.played(2, 24);
    expect(fetches).toBe(1);
    watching.stopped(3, 24);
    await vi.waitFor(() => expect(kept).toEqual([false, true]));
    watching.left(4, 24);
    await vi.waitFor(() => expect(kept).toEqual([false, true, true]));
    const lesson = await tab.shop.queries.getLesson('schumann-eine-taste');
    expect(lesson).toMatchObject({ value: { progress: { position_seconds: 4 } } });
  });

  test('watches orders through the code that comes', async () => {
    const { shop } = openDeferred(async () => openTestBrowser().openTab().shop);
    const failure = await new Promise((resolve) => {
      shop.actions.watchOrder('unknown').subscribe({ error: resolve });
    });
    expect(failure).toMatchObject({ code: 'NOT_FOUND' });
  });
});
