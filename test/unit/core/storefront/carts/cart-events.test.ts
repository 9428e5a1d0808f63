import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { quantities } from '#core/rules/carts/cart-lines.ts';
import { runs } from '#test/run-length.ts';
import type { MemoryAnalytics } from '#test/support/memory-analytics.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { slowly } from '#test/support/slowly.ts';
import {
  cardOf,
  openLearner,
  openShopper,
  openTestBrowser,
  type TestTab,
} from '#test/support/test-browser.ts';

const consent = { isDecided: true, marketing: true, statistics: true, preferences: true };

type Step = (tab: TestTab) => Promise<unknown>;

const slugs = fc.constantFrom('raupen-lesen', 'clara-schumann', 'zeichentisch', 'geschenk-clara-schumann');
const greetings = fc.constantFrom({}, { greeting: 'Alles Gute' }, { greeting: 'Viel Freude' });
const lines = fc.nat(4);

/** Returns a line of the cart, if it has one there. */
const lineOf = ({ cart }: TestTab, place: number) => cart().products[place];

const steps = fc.array(
  fc.oneof(
    fc.tuple(slugs, fc.integer({ min: 1, max: 3 }), greetings).map<Step>(
      ([slug, quantity, custom_properties]) =>
        ({ shop }) =>
          shop.actions.addToCart({ product: cardOf(slug), quantity, custom_properties }),
    ),
    fc.tuple(slugs, slugs).map<Step>(
      (both) =>
        ({ shop }) =>
          shop.actions.addProducts(both.map((slug) => ({ product: cardOf(slug), quantity: 1 }))),
    ),
    fc
      .tuple(lines, fc.integer({ min: 0, max: 5 }), fc.boolean())
      .map<Step>(([place, quantity, isLine]) => async (tab) => {
        const line = lineOf(tab, place);
        if (line === undefined) return;
        await tab.shop.actions.setCartQuantity(line.product_id, quantity, isLine ? line.line_id : undefined);
      }),
    fc
      .tuple(lines, fc.constantFrom('line', 'product', 'undo', 'wish list'))
      .map<Step>(([place, how]) => async (tab) => {
        const item = lineOf(tab, place);
        const { removeFromCart, moveToWishList, putBackIntoCart } = tab.shop.actions;
        if (item === undefined) return;
        const { product_id, line_id, quantity } = item;
        if (how === 'wish list') return moveToWishList(product_id, line_id);
        await removeFromCart(product_id, how === 'product' ? undefined : line_id);
        if (how === 'undo') await putBackIntoCart({ item, quantity });
      }),
    fc.tuple(lines, greetings).map<Step>(([place, properties]) => async (tab) => {
      const line = lineOf(tab, place);
      if (line !== undefined) await tab.shop.actions.editCartLine(line.line_id, properties);
    }),
    fc.constant<Step>(({ shop }) => shop.actions.loadCart()),
    fc.constant<Step>(({ shop }) => shop.actions.applyCoupon('WILLKOMMEN10')),
  ),
  { minLength: 1, maxLength: 12 },
);

/** Returns the pieces added less the pieces removed, by product, without sums of 0. */
function trackedPieces({ events }: MemoryAnalytics): ReadonlyMap<string, number> {
  const pieces = events.flatMap((event) => {
    if (event.name !== 'add_to_cart' && event.name !== 'remove_from_cart') return [];
    const { product_id, quantity } = event.item;
    expect(quantity).toBeGreaterThan(0);
    return [{ product_id, quantity: event.name === 'add_to_cart' ? quantity : -quantity }];
  });
  return new Map([...quantities(pieces)].filter(([, quantity]) => quantity !== 0));
}

describe.each([
  ['a guest', openShopper],
  ['a learner', openLearner],
] as const)('the cart of %s', (_, open) => {
  test.prop([steps], { numRuns: runs(150) })(
    'has events that add up to its pieces, after any actions',
    async (changes) => {
      const { tab, browser } = await open(undefined, { state: { consent } });
      for (const change of changes) await change(tab);
      expect(trackedPieces(browser.analytics)).toEqual(quantities(tab.cart().products));
    },
  );

  test('has one event for each change', async () => {
    const { browser, actions, add } = await open(undefined, { state: { consent } });
    const { analytics } = browser;
    let seen = analytics.events.length;
    const newEvents = () => {
      const events = analytics.events.slice(seen);
      seen = analytics.events.length;
      return events.map((event) => [event.name, 'item' in event ? event.item.quantity : null]);
    };
    await add('raupen-lesen', 2);
    expect(newEvents()).toEqual([['add_to_cart', 2]]);
    await actions.setCartQuantity('raupen-lesen', 3);
    await actions.setCartQuantity('raupen-lesen', 6);
    expect(newEvents()).toEqual([
      ['add_to_cart', 1],
      ['add_to_cart', 3],
    ]);
    await actions.setCartQuantity('raupen-lesen', 6);
    expect(newEvents()).toEqual([]);
    await actions.setCartQuantity('raupen-lesen', 5);
    expect(newEvents()).toEqual([['remove_from_cart', 1]]);
    await actions.addToCart({
      product: cardOf('raupen-lesen'),
      quantity: 4,
      custom_properties: { greeting: 'Da' },
    });
    newEvents();
    await actions.removeFromCart('raupen-lesen');
    expect(newEvents()).toEqual([
      ['remove_from_cart', 5],
      ['remove_from_cart', 4],
    ]);
    await actions.removeFromCart('raupen-lesen');
    expect(newEvents()).toEqual([]);
  });

  test('has no event for a refused change', async () => {
    const { browser, add } = await open(undefined, { state: { consent } });
    await add('zeichentisch', 4);
    expect(trackedPieces(browser.analytics)).toEqual(new Map());
  });
});

test.prop(
  [fc.array(fc.tuple(fc.nat(2), fc.constantFrom('add', 'set', 'remove')), { maxLength: 8 }), fc.scheduler()],
  { numRuns: runs(60) },
)('each tab of a guest reports only its own changes', async (changes, scheduler) => {
  const browser = openTestBrowser();
  const tabs = [0, 1, 2].map(() => browser.openTab({ state: { consent }, between: slowly(scheduler) }));
  await scheduler.waitFor(Promise.all(tabs.map((tab) => tab.start())));
  const product = cardOf('raupen-lesen');
  await scheduler.waitFor(
    Promise.all(
      changes.map(([place, what], index) => {
        const actions = tabs[place]?.shop.actions;
        if (what === 'add') return actions?.addToCart({ product, quantity: 2 });
        return what === 'set'
          ? actions?.setCartQuantity(product.id, index + 1)
          : actions?.removeFromCart(product.id);
      }),
    ),
  );
  for (const tab of tabs) expect(trackedPieces(browser.analytics)).toEqual(quantities(tab.cart().products));
});

test('a cart that is merged at the login has no event', async () => {
  const { browser, tab, actions, add } = await openShopper(undefined, { state: { consent } });
  await add('raupen-lesen', 2);
  const before = trackedPieces(browser.analytics);
  await actions.logIn(learnerCredentials);
  expect(tab.cart().amount).toBe(2);
  expect(trackedPieces(browser.analytics)).toEqual(before);
});
