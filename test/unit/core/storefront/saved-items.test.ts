import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { mostSavedItems } from '#core/model/values.ts';
import { createCartItem } from '#core/rules/cart.ts';
import { parseSavedItems, savedItemsKey, serialiseSavedItems } from '#core/rules/stored-cart.ts';
import { toProductData } from '#core/storefront/cart/cart-actions.ts';
import { runs } from '#test/run-count.ts';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials, memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import type { TestTab } from '#test/support/test-browser.ts';
import { cardOf, openShopper } from '#test/support/test-browser.ts';

const ids = ['zeichentisch', 'emmy-noether', 'raupen-lesen'] as const;
type Id = (typeof ids)[number];

/** A course, of which a cart takes one, saved twice. */
const savedTwice = (['add', 'save', 'add', 'save'] as const).map((action) => ({
  action,
  id: 'emmy-noether' as const,
}));

const step = fc.record({
  action: fc.constantFrom('add', 'save', 'restore', 'remove'),
  id: fc.constantFrom(...ids),
});

function shown(tab: TestTab) {
  const { cart, savedItems } = tab.shop.stores;
  const pieces = (items: readonly { product_id: string; quantity: number }[]) =>
    new Map(items.map(({ product_id, quantity }) => [product_id, quantity]));
  return { cart: pieces(cart.snapshot.cart.products), saved: pieces(savedItems.snapshot.items) };
}

/** What a step does to the quantities of both lists; `limit` is the highest quantity of the product in a cart. */
function model(lists: ReturnType<typeof shown>, { action, id }: { action: string; id: Id }) {
  const limit = cardOf(id).max_quantity ?? Number.POSITIVE_INFINITY;
  const [inCart, inSaved] = [lists.cart.get(id) ?? 0, lists.saved.get(id) ?? 0];
  const set = (list: Map<string, number>, quantity: number) =>
    quantity === 0 ? list.delete(id) : list.set(id, quantity);
  if (action === 'add' && inCart < limit) set(lists.cart, inCart + 1);
  if (action === 'save' && inCart > 0) {
    // A saved item, too, holds at most what a cart can take.
    set(lists.saved, Math.min(limit, inSaved + inCart));
    set(lists.cart, 0);
  }
  if (action === 'restore' && inSaved > 0 && inCart + inSaved <= limit) {
    set(lists.cart, inCart + inSaved);
    set(lists.saved, 0);
  }
  if (action === 'remove') set(lists.saved, 0);
}

describe.each([
  ['a guest', false],
  ['a learner', true],
])('what %s saves for later', (_, isLoggedIn) => {
  test.prop([fc.array(step, { minLength: 1, maxLength: 14 })], {
    numRuns: runs(60),
    examples: [[savedTwice]],
  })('moves between the cart and the saved items, and is the same after a reload', async (steps) => {
    const { browser, tab, actions, add } = await openShopper();
    if (isLoggedIn) await actions.logIn(learnerCredentials);
    await actions.loadSavedItems();
    const expected = shown(tab);
    for (const { action, id } of steps) {
      const saved = tab.shop.stores.savedItems.snapshot.items.find((item) => item.product_id === id);
      if (action === 'add') await add(id);
      if (action === 'save') await actions.saveForLater(id);
      if (action === 'restore' && saved !== undefined) await actions.restoreSaved(saved);
      if (action === 'remove') await actions.removeSaved(id);
      model(expected, { action, id });
      expect(shown(tab)).toEqual(expected);
    }
    const { tab: later, actions: laterActions } = await openShopper(browser, {
      state: { session: tab.shop.stores.session.snapshot },
    });
    await laterActions.loadSavedItems();
    expect(shown(later)).toEqual(expected);
  });

  test('has room for fifty items, and the cart keeps the line that does not fit', async () => {
    const { browser, tab, actions, add } = await openShopper();
    if (isLoggedIn) await actions.logIn(learnerCredentials);
    const item = createCartItem('zeichentisch', toProductData(cardOf('zeichentisch')));
    const many = Array.from({ length: mostSavedItems }, (_each, index) =>
      createCartItem('zeichentisch', item.product_data, 1, { greeting: `Nummer ${index}` }),
    );
    tab.localStorage.write(savedItemsKey, serialiseSavedItems(many) ?? '');
    browser.server.savedItems.set(memoryShopFacts.users[0]?.learner.sub ?? '', many);
    await add('emmy-noether');
    expect(await actions.saveForLater('emmy-noether')).toMatchObject({ error: { code: 'SAVED_ITEMS_FULL' } });
    expect(tab.cart().products.map(({ product_id }) => product_id)).toEqual(['emmy-noether']);
    expect(tab.shop.stores.notification.snapshot.current?.type).toBe('error');
  });
});

describe('the login', () => {
  test('takes what a guest has saved along, with recipient and greeting, once', async () => {
    const { browser, tab, actions } = await openShopper();
    const custom_properties = { recipient_name: 'Anna', greeting: 'Viel Freude' };
    await actions.addToCart({ product: cardOf('zeichentisch'), quantity: 2, custom_properties });
    const [line] = tab.cart().products;
    await actions.saveForLater(line?.line_id ?? '');
    await actions.logIn(learnerCredentials);
    await actions.loadSavedItems();
    expect(tab.localStorage.read(savedItemsKey)).toBeNull();
    expect([...browser.server.savedItems.values()]).toMatchObject([
      [{ product_id: 'zeichentisch', quantity: 2, custom_properties }],
    ]);
    expect(tab.shop.stores.savedItems.snapshot.items).toMatchObject([{ line_id: line?.line_id }]);
    await actions.logOut();
    await actions.loadSavedItems();
    expect(tab.shop.stores.savedItems.snapshot.items).toEqual([]);
  });

  test('leaves it in the browser when it could not be taken along', async () => {
    const { browser, tab, actions, add } = await openShopper(undefined, {
      between: failing('addSavedItems'),
    });
    await add('zeichentisch');
    await actions.saveForLater('zeichentisch');
    expect(await actions.logIn(learnerCredentials)).toMatchObject({ ok: true });
    expect(parseSavedItems(tab.localStorage.read(savedItemsKey))).toHaveLength(1);
    await openShopper(browser, { state: { session: tab.shop.stores.session.snapshot } });
    expect(tab.localStorage.read(savedItemsKey)).toBeNull();
    expect([...browser.server.savedItems.values()]).toHaveLength(1);
  });
});

test('two tabs of a guest show the same, and what is unreadable is no list', async () => {
  const first = await openShopper();
  const second = await openShopper(first.browser);
  for (const { actions } of [first, second]) await actions.loadSavedItems();
  await first.add('zeichentisch');
  await first.actions.saveForLater('zeichentisch');
  expect(shown(second.tab).saved).toEqual(new Map([['zeichentisch', 1]]));
  for (const text of ['{', '{"version":1,"products":[{}]}', '{"version":2,"products":[]}'])
    expect(parseSavedItems(text)).toEqual([]);
});

test('several products go into the cart together, or none of them', async () => {
  const { tab, actions } = await openShopper();
  const wanted = (id: string, quantity: number) => ({ product: cardOf(id), quantity });
  await actions.addProducts([wanted('emmy-noether', 1), wanted('zeichentisch', 2)]);
  expect(shown(tab).cart).toEqual(new Map(Object.entries({ 'emmy-noether': 1, zeichentisch: 2 })));
  await actions.addProducts([wanted('raupen-lesen', 1), wanted('zeichentisch', 2)]);
  expect(shown(tab).cart).toEqual(new Map(Object.entries({ 'emmy-noether': 1, zeichentisch: 2 })));
});
