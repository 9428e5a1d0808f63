import { describe, expect, test } from 'vitest';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import type { TestBrowser } from '#test/support/test-browser.ts';
import { openTestBrowser } from '#test/support/test-browser.ts';

async function openTab(
  browser: TestBrowser = openTestBrowser(),
  options: Parameters<TestBrowser['openTab']>[0] = {},
) {
  const tab = browser.openTab(options);
  await tab.start();
  const { actions, stores } = tab.shop;
  return { browser, tab, actions, wished: () => stores.wishes.snapshot.product_ids };
}

describe('the wish list', () => {
  test('shows a press at once, and the server keeps it', async () => {
    const { browser, tab, actions, wished } = await openTab();
    await actions.logIn(learnerCredentials);
    await actions.loadWishes();
    const kept = actions.changeWish('emmy-noether', true);
    expect(wished()).toEqual(['emmy-noether']);
    expect(await kept).toMatchObject({ ok: true });
    expect([...browser.server.wishes.values()]).toEqual([['emmy-noether']]);
    expect(tab.notice()).toBe('component:wish.added');
    await actions.changeWish('emmy-noether', false);
    expect(wished()).toEqual([]);
    expect([...browser.server.wishes.values()]).toEqual([[]]);
  });

  test('presses in a row end as the last one, here and at the server', async () => {
    const { browser, actions, wished } = await openTab();
    await actions.logIn(learnerCredentials);
    await actions.loadWishes();
    await Promise.all([true, false, true, false].map((is) => actions.changeWish('clara-schumann', is)));
    expect(wished()).toEqual([]);
    expect([...browser.server.wishes.values()]).toEqual([[]]);
  });

  test('takes a press back that the server refused, and says why', async () => {
    const { tab, actions, wished } = await openTab();
    await actions.logIn(learnerCredentials);
    await actions.loadWishes();
    expect(await actions.changeWish('gibt-es-nicht', true)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(wished()).toEqual([]);
    expect(tab.shop.stores.notification.snapshot.current).toMatchObject({
      type: 'error',
      title: { key: 'error:NOT_FOUND.title' },
    });
  });

  test('is not asked for on behalf of a guest', async () => {
    const { tab, actions } = await openTab();
    expect(await actions.loadWishes()).toEqual({ ok: true, value: null });
    expect(tab.shop.stores.wishes.snapshot).toEqual({ owner: null, product_ids: [] });
  });

  test('fulfils a guest’s wish after the login, once', async () => {
    const { browser, actions, wished } = await openTab();
    await actions.rememberWish('clara-schumann');
    await actions.loadWishes();
    await actions.logIn(learnerCredentials);
    await Promise.all([actions.loadWishes(), actions.loadWishes()]);
    expect(wished()).toEqual(['clara-schumann']);
    await actions.changeWish('clara-schumann', false);
    await actions.loadWishes();
    expect([...browser.server.wishes.values()]).toEqual([[]]);
  });

  test('agrees in all tabs', async () => {
    const first = await openTab();
    await first.actions.logIn(learnerCredentials);
    await first.actions.loadWishes();
    const second = await openTab(first.browser);
    await second.actions.loadWishes();
    await first.actions.changeWish('emmy-noether', true);
    await expect.poll(() => second.wished()).toEqual(['emmy-noether']);
    expect(second.tab.shop.stores.session.snapshot.status).toBe('logged_in');
  });

  test('is asked for once by all the hearts of a page, also while the server is away', async () => {
    let asked = 0;
    const cutOff = failing('listWishes');
    const { actions } = await openTab(openTestBrowser(), {
      between: (api) =>
        new Proxy(api, {
          get(target, key) {
            if (key === 'listWishes') asked += 1;
            return Reflect.get(cutOff(target), key);
          },
        }),
    });
    await actions.logIn(learnerCredentials);
    asked = 0;
    await Promise.all(Array.from({ length: 12 }, () => actions.loadWishes()));
    expect(asked).toBe(1);
  });

  test('that could not be read is read at the next heart', async () => {
    let isAway = true;
    const cutOff = failing('listWishes');
    const { actions, wished, browser } = await openTab(openTestBrowser(), {
      between: (api) =>
        new Proxy(api, { get: (target, key) => Reflect.get(isAway ? cutOff(target) : target, key) }),
    });
    await actions.logIn(learnerCredentials);
    const sub = [...browser.server.users.keys()][0] ?? '';
    browser.server.wishes.set(sub, ['emmy-noether']);
    expect(await actions.loadWishes()).toMatchObject({ ok: false });
    isAway = false;
    await actions.loadWishes();
    expect(wished()).toEqual(['emmy-noether']);
  });
});
