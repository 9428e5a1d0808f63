import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { maxWishListItems } from '#core/model/values.ts';
import { savedItemsKey, serialiseWishList, wishListKey } from '#core/rules/carts/wish-list-in-storage.ts';
import { runs } from '#test/run-length.ts';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { cardOf, openShopper } from '#test/support/test-browser.ts';

type Shopper = Awaited<ReturnType<typeof openShopper>>;

const ids = ['zeichentisch', 'emmy-noether', 'raupen-lesen'] as const;
type Id = (typeof ids)[number];

const step = fc.record({
  action: fc.constantFrom('add', 'heart', 'to list', 'to cart', 'log in'),
  id: fc.constantFrom(...ids),
  tab: fc.nat(1),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Pieces in the cart, and the wish list, newest first. */
interface Lists {
  readonly cart: Readonly<Partial<Record<Id, number>>>;
  readonly wishList: readonly string[];
}

function shown({ tab }: Shopper): Lists {
  const { cart, wishList } = tab.shop.stores;
  const pieces = cart.snapshot.cart.products.map(({ product_id, quantity }) => [product_id, quantity]);
  return { cart: Object.fromEntries(pieces), wishList: wishList.snapshot.productIds };
}

async function perform(shopper: Shopper, { action, id }: Step): Promise<void> {
  const { actions, add } = shopper;
  if (action === 'add') await add(id);
  if (action === 'heart') await actions.changeWishList(id, !shown(shopper).wishList.includes(id));
  if (action === 'to list') await actions.moveToWishList(id, id);
  if (action === 'to cart') await actions.moveToCart(cardOf(id));
}

/** Returns both lists after a step. A cart takes at most `max_quantity` of a product. */
function model({ cart, wishList }: Lists, { action, id }: Step): Lists {
  const others = wishList.filter((one) => one !== id);
  const added = wishList.includes(id) ? wishList : [id, ...wishList];
  const inCart = cart[id] ?? 0;
  const hasRoom = inCart < (cardOf(id).max_quantity ?? Number.POSITIVE_INFINITY);
  const { [id]: _, ...rest } = cart;
  const filled = hasRoom ? { ...cart, [id]: inCart + 1 } : cart;
  if (action === 'add') return { cart: filled, wishList };
  if (action === 'heart') return { cart, wishList: wishList.includes(id) ? others : added };
  if (action === 'to list') return { cart: rest, wishList: added };
  if (action === 'to cart') return { cart: filled, wishList: hasRoom ? others : wishList };
  return { cart, wishList };
}

const there = { action: 'to list', id: 'emmy-noether', tab: 0 } as const;
const back = { action: 'to cart', id: 'emmy-noether', tab: 1 } as const;

test.prop([fc.array(step, { minLength: 1, maxLength: 14 })], {
  numRuns: runs(80),
  examples: [
    [[{ ...there, action: 'add' }, there, there, back, back, there, { ...there, action: 'log in' }, back]],
  ],
})(
  'moves between cart and wish list agree in two tabs, before and after the login, and after a reload',
  async (steps) => {
    const first = await openShopper();
    const second = await openShopper(first.browser);
    const tabs = [first, second] as const;
    for (const { actions } of tabs) await actions.loadWishList();
    let expected: Lists = { cart: {}, wishList: [] };
    for (const each of steps) {
      const shopper = tabs[each.tab === 0 ? 0 : 1];
      if (each.action === 'log in') {
        if (shopper.tab.shop.stores.session.snapshot.status === 'guest')
          await shopper.actions.logIn(learnerCredentials);
        await expect
          .poll(() => tabs.map(({ tab }) => tab.shop.stores.session.snapshot.status))
          .toEqual(['logged_in', 'logged_in']);
        for (const { actions } of tabs) await actions.loadWishList();
      } else {
        await perform(shopper, each);
      }
      expected = model(expected, each);
      await expect.poll(() => tabs.map(shown)).toEqual([expected, expected]);
    }
    const later = await openShopper(first.browser, {
      state: { session: first.tab.shop.stores.session.snapshot },
    });
    await later.actions.loadWishList();
    expect(shown(later)).toEqual(expected);
  },
);

describe.each([
  ['a guest', false],
  ['a learner', true],
])('the move of %s', (_, isLoggedIn) => {
  async function open(...options: Parameters<typeof openShopper>): Promise<Shopper> {
    const shopper = await openShopper(...options);
    if (isLoggedIn) await shopper.actions.logIn(learnerCredentials);
    await shopper.actions.loadWishList();
    return shopper;
  }

  test('moves one line with all its pieces, and reports it on the wish list', async () => {
    const shopper = await open();
    const { actions, tab } = shopper;
    const custom_properties = { recipient_name: 'Anna' };
    await actions.addToCart({ product: cardOf('zeichentisch'), quantity: 2, custom_properties });
    await actions.addToCart({ product: cardOf('zeichentisch'), quantity: 1 });
    const [anna] = tab.cart().products;
    await actions.moveToWishList('zeichentisch', anna?.line_id ?? '');
    expect(shown(shopper)).toEqual({ cart: { zeichentisch: 1 }, wishList: ['zeichentisch'] });
    await actions.moveToWishList('zeichentisch', 'zeichentisch');
    expect(shown(shopper)).toEqual({ cart: {}, wishList: ['zeichentisch'] });
    expect(tab.notice()).toBe('component:wish_list.added');
  });

  test('to a full list changes nothing', async () => {
    const shopper = await open();
    const { browser, actions, add, tab } = shopper;
    const full = Array.from({ length: maxWishListItems }, (_each, index) => `w-${index}`);
    tab.localStorage.write(wishListKey, serialiseWishList(full) ?? '');
    for (const sub of browser.server.users.keys()) browser.server.wishLists.set(sub, full);
    await add('emmy-noether');
    expect(await actions.moveToWishList('emmy-noether', 'emmy-noether')).toMatchObject({
      error: { code: 'WISH_LIST_FULL' },
    });
    expect(shown(shopper).cart).toEqual({ 'emmy-noether': 1 });
    expect(tab.shop.stores.notification.snapshot.current?.type).toBe('error');
  });
});

test('a move of a learner without a connection changes neither the cart nor the list', async () => {
  let isAway = false;
  const { actions, add, ...rest } = await openShopper(undefined, {
    between: (api) => {
      const cutOff = failing('addWishListItem')(api);
      return new Proxy(api, { get: (target, key) => Reflect.get(isAway ? cutOff : target, key) });
    },
  });
  const shopper = { ...rest, actions, add };
  await actions.logIn(learnerCredentials);
  await actions.loadWishList();
  for (const id of ['emmy-noether', 'zeichentisch'] as const) await add(id);
  await actions.changeWishList('emmy-noether', true);
  isAway = true;
  for (const id of ['emmy-noether', 'zeichentisch']) await actions.moveToWishList(id, id);
  expect(shown(shopper)).toEqual({
    cart: { 'emmy-noether': 1, zeichentisch: 1 },
    wishList: ['emmy-noether'],
  });
});

describe('the items that an earlier version stored as saved for later', () => {
  /** Writes the saved items of an earlier version. */
  const leave = ({ shared }: Shopper['browser'], text: string) =>
    shared.openTab().write(savedItemsKey as never, text);
  const saved = (...products: readonly object[]) => JSON.stringify({ version: 1, products });

  test('are added to the end of the wish list, up to 200 products, and their key is removed', async () => {
    const { browser, tab, actions } = await openShopper();
    tab.localStorage.write(wishListKey, serialiseWishList(['a', 'b']) ?? '');
    const lines = [
      { product_id: 'b' },
      { product_id: 'c', quantity: 2, product_data: {} },
      { product_id: 'c' },
    ];
    leave(browser, saved(...lines));
    await actions.loadWishList();
    expect(tab.shop.stores.wishList.snapshot.productIds).toEqual(['a', 'b', 'c']);
    expect(tab.localStorage.read(savedItemsKey)).toBeNull();
    const many = Array.from({ length: maxWishListItems }, (_, index) => ({ product_id: `s-${index}` }));
    leave(browser, saved(...many));
    const later = await openShopper(browser);
    await later.actions.loadWishList();
    const listed = later.tab.shop.stores.wishList.snapshot.productIds;
    expect([listed.length, ...listed.slice(0, 4)]).toEqual([200, 'a', 'b', 'c', 's-0']);
  });

  test('are added to the account at the login; unreadable ones are removed', async () => {
    for (const [text, expected] of [
      [saved({ product_id: 'emmy-noether' }), ['emmy-noether']],
      ['{', undefined],
      [saved({ product_id: '<b>' }), undefined],
    ] as const) {
      const { browser, tab, actions } = await openShopper();
      leave(browser, text);
      await actions.logIn(learnerCredentials);
      expect([...browser.server.wishLists.values()][0]).toEqual(expected);
      expect(tab.localStorage.read(savedItemsKey)).toBeNull();
    }
  });
});
