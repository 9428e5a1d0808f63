import { describe, expect, test } from 'vitest';
import { createLazyShop } from '#app/browser/lazy-shop.ts';
import { createStores } from '#core/storefront/kernel/stores.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { guestState, openTestBrowser } from '#test/support/test-browser.ts';

function openLazy(fetchShop: () => Promise<Shop>) {
  return createLazyShop(createStores(guestState), guestState, fetchShop);
}

/** Opens a shop whose code is fetched at the second try. */
function openOffline(real: Shop) {
  const fetched = { count: 0 };
  const lazy = openLazy(async () => {
    fetched.count += 1;
    if (fetched.count === 1) throw new Error('offline');
    return real;
  });
  return { ...lazy, fetched };
}

describe('a shop whose code is loaded later', () => {
  test('has its stores at once, and its calls wait for the code', async () => {
    let fetches = 0;
    const real = openTestBrowser().openTab().shop;
    const { shop } = openLazy(async () => {
      fetches += 1;
      return real;
    });
    expect(shop.stores.cart.snapshot.status).toBe('loading');
    const [list, one] = await Promise.all([
      shop.api.listProducts({ query: { filter: { kind: 'course' } } }),
      shop.api.getProduct({ params: { slug: 'raupen-lesen' } }),
    ]);
    expect([list.ok, one.ok]).toEqual([true, true]);
    expect(fetches).toBe(1);
  });

  test('returns the same function for a name each time, because React compares by identity', () => {
    const { shop } = openLazy(async () => openTestBrowser().openTab().shop);
    expect(shop.actions.addToCart).toBe(shop.actions.addToCart);
    expect(shop.actions.addToCart).not.toBe(shop.actions.loadCart);
  });

  test('refuses a call that the shop does not have', async () => {
    const { shop } = openLazy(async () => openTestBrowser().openTab().shop);
    const { addToCard } = shop.actions as unknown as { readonly addToCard: () => Promise<unknown> };
    await expect(addToCard()).rejects.toThrow('is not a function');
  });

  test('makes calls in their order, and loses none', async () => {
    const made: string[] = [];
    const view = () => shop.actions.viewPage({ path: '/de', query: '', params: {} }, null);
    const real = openTestBrowser().openTab().shop;
    const actions = {
      ...real.actions,
      viewPage: () => made.push('view'),
      closeAnnouncement: () => made.push('close'),
    };
    let load: () => void = () => {};
    const { shop } = openLazy(
      () => new Promise((resolve) => (load = () => resolve({ ...real, actions } as unknown as Shop))),
    );
    view();
    shop.actions.closeAnnouncement();
    view();
    expect(made).toEqual([]);
    load();
    await expect.poll(() => made).toEqual(['view', 'close', 'view']);
  });

  test('does not load its code for page views, which wait for it', async () => {
    const seen: string[] = [];
    const real = openTestBrowser().openTab().shop;
    const actions = { ...real.actions, viewPage: ({ path }: { path: string }) => seen.push(path) };
    const { shop, open, fetched } = openOffline({ ...real, actions } as unknown as Shop);
    const view = (path: string) => shop.actions.viewPage({ path, query: '', params: {} }, null);
    view('/de');
    expect(fetched.count).toBe(0);
    await expect(open()).rejects.toThrow('offline');
    view('/de/kurse');
    await open();
    await expect.poll(() => seen).toEqual(['/de', '/de/kurse']);
  });

  test('fails with NETWORK if its code cannot be fetched, and tries again with the next call', async () => {
    const { shop } = openOffline(openTestBrowser().openTab().shop);
    expect(await shop.api.getShopFacts()).toMatchObject({ error: { code: 'NETWORK' } });
    expect(await shop.api.getShopFacts()).toMatchObject({ ok: true });
  });

  test('saves progress once its code is loaded, and tries to load it again at a pause', async () => {
    const tab = openTestBrowser().openTab();
    await tab.shop.actions.logIn(learnerCredentials);
    const { shop, fetched } = openOffline(tab.shop);
    const kept: (number | null)[] = [];
    const watching = shop.actions.watchLesson('schumann-eine-taste', (stored) =>
      kept.push(stored?.position_seconds ?? null),
    );
    watching.played(1, 24);
    await expect.poll(() => kept).toEqual([null]);
    watching.played(2, 24);
    expect(fetched.count).toBe(1);
    watching.stopped(3, 24);
    await expect.poll(() => kept).toEqual([null, 3]);
    watching.left(4, 24);
    await expect.poll(() => kept).toEqual([null, 3, 4]);
    const lesson = await tab.shop.api.getLesson({ params: { id: 'schumann-eine-taste' } });
    expect(lesson).toMatchObject({ value: { progress: { position_seconds: 4 } } });
  });

  test('watches orders once its code is loaded', async () => {
    const { shop } = openLazy(async () => openTestBrowser().openTab().shop);
    const failure = await new Promise((resolve) => {
      shop.actions.watchOrder('01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70').subscribe({ error: resolve });
    });
    expect(failure).toMatchObject({ code: 'NOT_FOUND' });
  });
});
