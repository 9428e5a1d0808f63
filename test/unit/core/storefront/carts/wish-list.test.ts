import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { maxWishListItems } from '#core/model/values.ts';
import { accessCookie } from '#core/rules/accounts/access.ts';
import { parseWishList, serialiseWishList, wishListKey } from '#core/rules/carts/wish-list-in-storage.ts';
import { runs } from '#test/run-length.ts';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials, memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { recording } from '#test/support/recording.ts';
import { slowly } from '#test/support/slowly.ts';
import { openShopper, openTestBrowser } from '#test/support/test-browser.ts';
import { learner } from '#test/unit/core/storefront/people.ts';

async function openTab(...options: Parameters<typeof openShopper>) {
  const opened = await openShopper(...options);
  return { ...opened, listed: () => opened.tab.shop.stores.wishList.snapshot.productIds };
}

describe('the wish list', () => {
  test('shows a change at once, and the server stores it', async () => {
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

  test('has the state of the last of several changes, here and on the server', async () => {
    const { browser, actions, listed } = await openTab();
    await actions.logIn(learnerCredentials);
    await actions.loadWishList();
    await Promise.all([true, false, true, false].map((is) => actions.changeWishList('clara-schumann', is)));
    expect(listed()).toEqual([]);
    expect([...browser.server.wishLists.values()]).toEqual([[]]);
  });

  test('keeps a change that is made while it is loading', async () => {
    const { actions, listed } = await openTab();
    const loading = actions.loadWishList();
    const kept = actions.changeWishList('clara-schumann', true);
    await Promise.all([loading, kept]);
    expect(listed()).toEqual(['clara-schumann']);
  });

  test('undoes a change that the server refused, and shows the reason', async () => {
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

  test('shows what is stored after several changes of which some have failed', async () => {
    const { browser, actions, listed } = await openTab(undefined, { between: failing('addWishListItem') });
    await actions.logIn(learnerCredentials);
    browser.server.wishLists.set(learner.sub, ['emmy-noether']);
    await actions.loadWishList();
    await Promise.all([false, true].map((is) => actions.changeWishList('emmy-noether', is)));
    expect(listed(), 'removed, and not added again').toEqual([]);

    const second = await openTab(undefined, { between: failing('addWishListItem', 'removeWishListItem') });
    await second.actions.logIn(learnerCredentials);
    await second.actions.loadWishList();
    await Promise.all([true, false].map((is) => second.actions.changeWishList('clara-schumann', is)));
    expect(second.listed(), 'neither added nor removed').toEqual([]);
  });

  test('of a guest is stored in the browser, for all its tabs, and not on the server', async () => {
    const first = await openTab();
    const second = await openTab(first.browser);
    for (const { actions } of [first, second]) await actions.loadWishList();
    await first.actions.changeWishList('clara-schumann', true);
    await second.actions.changeWishList('emmy-noether', true);
    await first.actions.changeWishList('nicht-mehr-da', true);
    const list = ['nicht-mehr-da', 'emmy-noether', 'clara-schumann'];
    expect([first.listed(), second.listed()]).toEqual([list, list]);
    const later = await openTab(first.browser);
    await later.actions.loadWishList();
    expect(later.listed()).toEqual(list);
    expect(first.browser.server.wishLists.size).toBe(0);
  });

  test('of a guest has room for 200 products', async () => {
    const { tab, actions, listed } = await openTab();
    const ids = Array.from({ length: maxWishListItems }, (_, index) => `w-${index}`);
    tab.localStorage.write(wishListKey, serialiseWishList(ids) ?? '');
    await actions.loadWishList();
    expect(await actions.changeWishList('emmy-noether', true)).toMatchObject({
      error: { code: 'WISH_LIST_FULL' },
    });
    expect(listed()).toEqual(ids);
    expect(tab.shop.stores.notification.snapshot.current).toMatchObject({
      title: { key: 'error:WISH_LIST_FULL.title' },
    });
  });

  test('of a guest that is unreadable is empty', async () => {
    const { tab, actions, listed } = await openTab();
    for (const text of [
      '',
      'x',
      '{"version":2,"product_ids":["a"]}',
      '{"version":1,"product_ids":["<b>"]}',
    ]) {
      tab.localStorage.write(wishListKey, text);
      await actions.loadWishList();
      expect(listed(), text).toEqual([]);
    }
  });

  test('of a guest is added to the learner’s at the login and removed from the browser', async () => {
    const { browser, tab, actions, listed } = await openTab();
    await actions.loadWishList();
    for (const id of ['clara-schumann', 'emmy-noether']) await actions.changeWishList(id, true);
    const heard: string[] = [];
    browser.hub.openTab().messages$.subscribe((message) => heard.push(message));
    await actions.logIn(learnerCredentials);
    expect(heard.filter((message) => message === 'wish_list_changed')).toHaveLength(1);
    expect(tab.notice(), 'all of it had room').not.toBe('component:wish_list.left_out');
    await Promise.all([actions.loadWishList(), actions.loadWishList()]);
    expect(listed()).toEqual(['emmy-noether', 'clara-schumann']);
    expect(tab.localStorage.read(wishListKey)).toBeNull();
    await actions.changeWishList('clara-schumann', false);
    await actions.logOut();
    await actions.loadWishList();
    expect(listed()).toEqual([]);
    expect([...browser.server.wishLists.values()]).toEqual([['emmy-noether']]);
  });

  test('of a guest reports how many products had no room in the account', async () => {
    const { browser, tab, actions } = await openTab();
    await actions.changeWishList('clara-schumann', true);
    await actions.changeWishList('emmy-noether', true);
    const full = Array.from({ length: maxWishListItems - 1 }, (_, index) => `w-${index}`);
    browser.server.wishLists.set(learner.sub, full);
    await actions.logIn(learnerCredentials);
    expect(tab.shop.stores.notification.snapshot.current).toMatchObject({
      title: { key: 'error:WISH_LIST_FULL.title' },
      message: { key: 'component:wish_list.left_out', params: { count: 1 } },
    });
  });

  test('of a guest stays in the browser when the merge fails, and is merged by the next page', async () => {
    const { browser, tab, actions } = await openTab(undefined, { between: failing('addWishListItems') });
    await actions.changeWishList('clara-schumann', true);
    expect(await actions.logIn(learnerCredentials)).toMatchObject({ ok: true });
    expect(parseWishList(tab.localStorage.read(wishListKey))).toEqual(['clara-schumann']);
    await openTab(browser, { state: { session: tab.shop.stores.session.snapshot } });
    expect(tab.localStorage.read(wishListKey)).toBeNull();
    expect([...browser.server.wishLists.values()]).toEqual([['clara-schumann']]);
  });

  test('of a guest that is added to a loaded list of the learner is shown with it', async () => {
    const { tab, actions, listed } = await openTab();
    await actions.logIn(learnerCredentials);
    await actions.changeWishList('clara-schumann', true);
    await actions.loadWishList();
    tab.localStorage.write(wishListKey, serialiseWishList(['emmy-noether']) ?? '');
    await tab.start();
    expect(listed()).toEqual(['emmy-noether', 'clara-schumann']);
  });

  test('of the learner is changed also by a tab that does not know of the login yet', async () => {
    const first = await openTab();
    const second = await openTab(first.browser, { between: failing('getUser') });
    for (const id of ['clara-schumann', 'emmy-noether']) await second.actions.changeWishList(id, true);
    await first.actions.logIn(learnerCredentials);
    expect(second.tab.shop.stores.session.snapshot.status).toBe('guest');
    await second.actions.changeWishList('emmy-noether', false);
    expect([...first.browser.server.wishLists.values()]).toEqual([['clara-schumann']]);
  });

  test.each([100, 101, 200])('of %i products is read completely, a hundred at a time', async (count) => {
    const [card] = memoryShopFacts.products;
    if (card === undefined) throw new Error('The small shop sells nothing');
    const products = Array.from({ length: count }, (_, index) => ({ ...card, id: `w-${index}` }));
    const calls: string[] = [];
    const browser = openTestBrowser({ ...memoryShopFacts, products });
    const { actions, listed } = await openTab(browser, { between: recording(calls) });
    await actions.logIn(learnerCredentials);
    const ids = products.map(({ id }) => id);
    browser.server.wishLists.set(learner.sub, ids);
    calls.length = 0;
    await actions.loadWishList();
    expect(listed()).toEqual(ids);
    expect(calls.filter((call) => call === 'listWishListItems')).toHaveLength(Math.ceil(count / 100));
    browser.openTab().localStorage.write(wishListKey, serialiseWishList(['emmy-noether']) ?? '');
    expect(listed(), 'a guest’s list of another tab').toEqual(ids);
  });

  test('is requested once by all hearts of a page, also when the request fails', async () => {
    const calls: string[] = [];
    const { actions } = await openTab(undefined, {
      between: (api) => recording(calls)(failing('listWishListItems')(api)),
    });
    await actions.logIn(learnerCredentials);
    calls.length = 0;
    await Promise.all(Array.from({ length: 12 }, () => actions.loadWishList()));
    expect(calls).toEqual(['listWishListItems']);
  });

  test('that could not be read is requested again by the next heart', async () => {
    let isAway = true;
    const cutOff = failing('listWishListItems');
    const { actions, listed, browser } = await openTab(undefined, {
      between: (api) =>
        new Proxy(api, { get: (target, key) => Reflect.get(isAway ? cutOff(target) : target, key) }),
    });
    await actions.logIn(learnerCredentials);
    browser.server.wishLists.set(learner.sub, ['emmy-noether']);
    expect(await actions.loadWishList()).toMatchObject({ ok: false });
    isAway = false;
    await actions.loadWishList();
    expect(listed()).toEqual(['emmy-noether']);
  });
});

const ids = ['clara-schumann', 'emmy-noether', 'zeichentisch'] as const;

/** Generates a click on a heart in one of two tabs, or the login in one of them. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ tab: fc.nat(1), id: fc.constantFrom(...ids), isOnList: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ tab: fc.nat(1), login: fc.constant(true) }) },
);

test.prop([fc.array(step, { minLength: 1, maxLength: 8 }), fc.scheduler()], { numRuns: runs(60) })(
  'wish lists and logins in two tabs end with one list, that of the last changes, on any network',
  async (steps, scheduler) => {
    const first = await openShopper(undefined, { between: slowly(scheduler) });
    const second = await openShopper(first.browser, { between: slowly(scheduler) });
    const tabs = [first, second] as const;
    const model = new Set<string>();
    for (const each of steps) {
      const { actions, tab } = tabs[each.tab === 0 ? 0 : 1];
      if ('login' in each) {
        if (tab.shop.stores.session.snapshot.status === 'guest')
          await scheduler.waitFor(actions.logIn(learnerCredentials));
        await scheduler.waitFor(actions.loadWishList());
      } else {
        await scheduler.waitFor(actions.changeWishList(each.id, each.isOnList));
        if (each.isOnList) model.add(each.id);
        else model.delete(each.id);
      }
    }
    await scheduler.waitFor(Promise.all(tabs.map(({ tab }) => tab.storefront.start())));
    await scheduler.waitFor(Promise.all(tabs.map(({ actions }) => actions.loadWishList())));
    const isLoggedIn = first.browser.jar.has(accessCookie);
    const stored = isLoggedIn
      ? ([...first.browser.server.wishLists.values()][0] ?? [])
      : parseWishList(first.tab.localStorage.read(wishListKey));
    expect(new Set(stored)).toEqual(model);
    expect(new Set(stored).size).toBe(stored.length);
    if (isLoggedIn) expect(first.tab.localStorage.read(wishListKey)).toBeNull();
  },
);
