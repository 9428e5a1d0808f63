import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { quantities } from '#core/rules/carts/cart-lines.ts';
import { runs } from '#test/run-length.ts';
import type { MemoryAnalytics } from '#test/support/memory-analytics.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { slowly } from '#test/support/slowly.ts';
import { cardOf, openTestBrowser, type TestTab } from '#test/support/test-browser.ts';

const consent = { isDecided: true, marketing: true, statistics: true, preferences: true };

type Step = (tab: TestTab) => Promise<unknown>;

const slugs = fc.constantFrom('raupen-lesen', 'clara-schumann', 'zeichentisch', 'geschenk-clara-schumann');
const greetings = fc.constantFrom({}, { greeting: 'Alles Gute' }, { greeting: 'Viel Freude' });
const lines = fc.nat(4);

/** A line of the cart, or none. */
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

/** Pieces added less pieces removed, by product, without what came to nothing. */
function toldOf({ events }: MemoryAnalytics): ReadonlyMap<string, number> {
  const told = events.flatMap((event) => {
    if (event.name !== 'add_to_cart' && event.name !== 'remove_from_cart') return [];
    const { product_id, quantity } = event.item;
    expect(quantity).toBeGreaterThan(0);
    return [{ product_id, quantity: event.name === 'add_to_cart' ? quantity : -quantity }];
  });
  return new Map([...quantities(told)].filter(([, quantity]) => quantity !== 0));
}

describe.each([
  ['a guest', false],
  ['a learner', true],
] as const)('of the cart of %s', (_, isLearner) => {
  async function arrive() {
    const browser = openTestBrowser();
    const tab = browser.openTab({ state: { consent } });
    await tab.start();
    if (isLearner) await tab.shop.actions.logIn(learnerCredentials);
    return { tab, analytics: browser.analytics };
  }

  test.prop([steps], { numRuns: runs(150) })(
    'analytics hears of as many pieces as there are, whatever was done',
    async (changes) => {
      const { tab, analytics } = await arrive();
      for (const change of changes) await change(tab);
      expect(toldOf(analytics)).toEqual(quantities(tab.cart().products));
    },
  );

  test('analytics hears of each change, one by one', async () => {
    const { tab, analytics } = await arrive();
    const { actions } = tab.shop;
    let heard = analytics.events.length;
    const told = () => {
      const news = analytics.events.slice(heard);
      heard = analytics.events.length;
      return news.map((event) => [event.name, 'item' in event ? event.item.quantity : null]);
    };
    await actions.addToCart({ product: cardOf('raupen-lesen'), quantity: 2 });
    expect(told()).toEqual([['add_to_cart', 2]]);
    await actions.setCartQuantity('raupen-lesen', 3);
    await actions.setCartQuantity('raupen-lesen', 6);
    expect(told()).toEqual([
      ['add_to_cart', 1],
      ['add_to_cart', 3],
    ]);
    await actions.setCartQuantity('raupen-lesen', 6);
    expect(told()).toEqual([]);
    await actions.setCartQuantity('raupen-lesen', 5);
    expect(told()).toEqual([['remove_from_cart', 1]]);
    await actions.addToCart({
      product: cardOf('raupen-lesen'),
      quantity: 4,
      custom_properties: { greeting: 'Da' },
    });
    told();
    await actions.removeFromCart('raupen-lesen');
    expect(told()).toEqual([
      ['remove_from_cart', 5],
      ['remove_from_cart', 4],
    ]);
    await actions.removeFromCart('raupen-lesen');
    expect(told()).toEqual([]);
  });

  test('analytics hears nothing of a change that was refused', async () => {
    const { tab, analytics } = await arrive();
    await tab.shop.actions.addToCart({ product: cardOf('zeichentisch'), quantity: 4 });
    expect(toldOf(analytics)).toEqual(new Map());
  });
});

test.prop(
  [fc.array(fc.tuple(fc.nat(2), fc.constantFrom('add', 'set', 'remove')), { maxLength: 8 }), fc.scheduler()],
  {
    numRuns: runs(60),
  },
)('each tab of a guest tells of its own changes only', async (changes, scheduler) => {
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
  for (const tab of tabs) expect(toldOf(browser.analytics)).toEqual(quantities(tab.cart().products));
});

test('a merged cart at a login is no event', async () => {
  const browser = openTestBrowser();
  const tab = browser.openTab({ state: { consent } });
  await tab.start();
  await tab.shop.actions.addToCart({ product: cardOf('raupen-lesen'), quantity: 2 });
  const before = toldOf(browser.analytics);
  await tab.shop.actions.logIn(learnerCredentials);
  expect(tab.cart().amount).toBe(2);
  expect(toldOf(browser.analytics)).toEqual(before);
});
