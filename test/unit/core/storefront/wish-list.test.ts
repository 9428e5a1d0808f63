import { describe, expect, test } from 'vitest';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { openShopper } from '#test/support/test-browser.ts';

async function openTab(...options: Parameters<typeof openShopper>) {
  const opened = await openShopper(...options);
  return { ...opened, listed: () => opened.tab.shop.stores.wishList.snapshot.productIds };
}

describe('the wish list', () => {
  test('shows a press at once, and the server keeps it', async () => {
    const { browser, tab, actions, listed } = await openTab();
    await actions.logIn(learnerCredentials);
    await actions.loadWishList();
    const kept = actions.changeWishList('emmy-noether', true);
    expect(listed()).toEqual(['emmy-noether']);
    expect(await kept).toMatchObject({ ok: true });
    expect([...browser.server.wishLists.values()]).toEqual([['emmy-noether']]);
    expect(tab.notice()).toBe('component:wish_list.added');
    await actions.changeWishList('emmy-noether', false);
    expect(listed()).toEqual([]);
    expect([...browser.server.wishLists.values()]).toEqual([[]]);
  });

  test('presses in a row end as the last one, here and at the server', async () => {
    const { browser, actions, listed } = await openTab();
    await actions.logIn(learnerCredentials);
    await actions.loadWishList();
    await Promise.all([true, false, true, false].map((is) => actions.changeWishList('clara-schumann', is)));
    expect(listed()).toEqual([]);
    expect([...browser.server.wishLists.values()]).toEqual([[]]);
  });

  test('takes a press back that the server refused, and says why', async () => {
    const { tab, actions, listed } = await openTab();
    await actions.logIn(learnerCredentials);
    await actions.loadWishList();
    expect(await actions.changeWishList('gibt-es-nicht', true)).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
    expect(listed()).toEqual([]);
    expect(tab.shop.stores.notification.snapshot.current).toMatchObject({
      type: 'error',
      title: { key: 'error:NOT_FOUND.title' },
    });
  });

  test('is not asked for on behalf of a guest', async () => {
    const { tab, actions } = await openTab();
    expect(await actions.loadWishList()).toEqual({ ok: true, value: null });
    expect(tab.shop.stores.wishList.snapshot).toEqual({ owner: null, productIds: [] });
  });

  test('fulfils a guest’s wish after the login, once', async () => {
    const { browser, actions, listed } = await openTab();
    await actions.rememberWishListItem('clara-schumann');
    await actions.loadWishList();
    await actions.logIn(learnerCredentials);
    await Promise.all([actions.loadWishList(), actions.loadWishList()]);
    expect(listed()).toEqual(['clara-schumann']);
    await actions.changeWishList('clara-schumann', false);
    await actions.loadWishList();
    expect([...browser.server.wishLists.values()]).toEqual([[]]);
  });

  test('agrees in all tabs', async () => {
    const first = await openTab();
    await first.actions.logIn(learnerCredentials);
    await first.actions.loadWishList();
    const second = await openTab(first.browser);
    await second.actions.loadWishList();
    await first.actions.changeWishList('emmy-noether', true);
    await expect.poll(() => second.listed()).toEqual(['emmy-noether']);
    expect(second.tab.shop.stores.session.snapshot.status).toBe('logged_in');
  });

  test('is asked for once by all the hearts of a page, also while the server is away', async () => {
    let asked = 0;
    const cutOff = failing('listWishListItems');
    const { actions } = await openTab(undefined, {
      between: (api) =>
        new Proxy(api, {
          get(target, key) {
            if (key === 'listWishListItems') asked += 1;
            return Reflect.get(cutOff(target), key);
          },
        }),
    });
    await actions.logIn(learnerCredentials);
    asked = 0;
    await Promise.all(Array.from({ length: 12 }, () => actions.loadWishList()));
    expect(asked).toBe(1);
  });

  test('that could not be read is read at the next heart', async () => {
    let isAway = true;
    const cutOff = failing('listWishListItems');
    const { actions, listed, browser } = await openTab(undefined, {
      between: (api) =>
        new Proxy(api, { get: (target, key) => Reflect.get(isAway ? cutOff(target) : target, key) }),
    });
    await actions.logIn(learnerCredentials);
    const sub = [...browser.server.users.keys()][0] ?? '';
    browser.server.wishLists.set(sub, ['emmy-noether']);
    expect(await actions.loadWishList()).toMatchObject({ ok: false });
    isAway = false;
    await actions.loadWishList();
    expect(listed()).toEqual(['emmy-noether']);
  });
});
