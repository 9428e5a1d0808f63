import { fc, test } from '@fast-check/vitest';
import type { Scheduler } from 'fast-check';
import { describe, expect } from 'vitest';
import type { Cart } from '#core/model/cart.ts';
import type { Locale } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { type CallFailure, ok, type Result } from '#core/rules/basics/result.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { runs } from '#test/run-length.ts';
import { learnerCredentials, memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { slowly } from '#test/support/slowly.ts';
import { cardOf, openTestBrowser, type TestTab } from '#test/support/test-browser.ts';

type Step = (tab: TestTab) => Promise<unknown>;

const slugs = fc.constantFrom('raupen-lesen', 'clara-schumann', 'zeichentisch', 'druckwerkstatt');

const lineSteps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ slug: slugs, quantity: fc.integer({ min: 1, max: 3 }) }).map<Step>(
    ({ slug, quantity }) =>
      ({ shop }) =>
        shop.actions.addToCart({ product: cardOf(slug), quantity }),
  ),
  fc.record({ slug: slugs, quantity: fc.integer({ min: 0, max: 4 }) }).map<Step>(
    ({ slug, quantity }) =>
      ({ shop }) =>
        shop.actions.setCartQuantity(slug, quantity),
  ),
  slugs.map<Step>(
    (slug) =>
      ({ shop }) =>
        shop.actions.removeFromCart(slug),
  ),
);

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: lineSteps },
    { weight: 1, arbitrary: fc.constant<Step>(({ shop }) => shop.actions.loadCart()) },
    { weight: 1, arbitrary: fc.constant<Step>(({ shop }) => shop.actions.applyCoupon('WILLKOMMEN10')) },
    { weight: 1, arbitrary: fc.constant<Step>(({ shop }) => shop.actions.cancelCode('coupon')) },
  ),
  { minLength: 1, maxLength: 8 },
);

/** Returns the cart without its random id, which differs between two runs. */
function essence({ bundle_cart_unique_id: _, ...cart }: Cart) {
  return cart;
}

async function openTab(scheduler: Scheduler | null, isLearner: boolean): Promise<TestTab> {
  const browser = openTestBrowser();
  const tab = browser.openTab(scheduler === null ? {} : { between: slowly(scheduler) });
  const arrive = async () => {
    await tab.start();
    if (isLearner) await tab.shop.actions.logIn(learnerCredentials);
  };
  await (scheduler === null ? arrive() : scheduler.waitFor(arrive()));
  return tab;
}

describe.each([
  { who: 'a guest', isLearner: false },
  { who: 'a learner', isLearner: true },
])('the cart of $who', ({ isLearner }) => {
  test.prop([steps, fc.scheduler()], { numRuns: runs(60) })(
    'ends as if the actions had run one after the other, on any network',
    async (changes, scheduler) => {
      const inOrder = await openTab(null, isLearner);
      for (const change of changes) await change(inOrder);

      const atOnce = await openTab(scheduler, isLearner);
      await scheduler.waitFor(Promise.all(changes.map((change) => change(atOnce))));

      expect(essence(atOnce.cart())).toEqual(essence(inOrder.cart()));
      expect(atOnce.shop.stores.cart.snapshot).toMatchObject({ status: 'ready', pendingLineId: null });
    },
  );
});

describe('several tabs of a guest', () => {
  const adds = fc.array(fc.record({ slug: slugs, tab: fc.nat(2) }), { minLength: 1, maxLength: 8 });
  const unlimited = {
    ...memoryShopFacts,
    stock: {},
    products: memoryShopFacts.products.map((product) => ({ ...product, max_quantity: null })),
  };
  const product = (slug: string) => ({ ...cardOf(slug), max_quantity: null });

  test.prop([adds, fc.boolean(), fc.scheduler()], { numRuns: runs(60) })(
    'keep everything that one of them added, and all show the same cart',
    async (changes, hasCoupon, scheduler) => {
      const browser = openTestBrowser(unlimited);
      const tabs = [0, 1, 2].map(() => browser.openTab({ between: slowly(scheduler) }));
      await scheduler.waitFor(Promise.all(tabs.map((tab) => tab.start())));
      const [first] = tabs;
      if (hasCoupon && first !== undefined) {
        await scheduler.waitFor(
          first.shop.actions
            .addToCart({ product: product('emmy-noether'), quantity: 1 })
            .then(() => first.shop.actions.applyCoupon('WILLKOMMEN10')),
        );
      }

      await scheduler.waitFor(
        Promise.all(
          changes.map(({ slug, tab }) =>
            tabs[tab]?.shop.actions.addToCart({ product: product(slug), quantity: 1 }),
          ),
        ),
      );

      const carts = tabs.map((tab) => tab.cart());
      expect(carts.map((cart) => cart.amount)).toEqual(carts.map(() => changes.length + (hasCoupon ? 1 : 0)));
      expect(carts).toEqual(carts.map(() => carts[0]));
    },
  );

  test.prop([adds, fc.scheduler()], { numRuns: runs(60) })(
    'keep everything while an old price is read again; all show the new one, and one reports it',
    async (changes, scheduler) => {
      const browser = openTestBrowser(unlimited);
      const old = browser.openTab();
      await old.start();
      const cheap = { ...product('emmy-noether'), price: cents(100) };
      await old.shop.actions.addToCart({ product: cheap, quantity: 1 });
      browser.time.advance(3_600_001);

      const tabs = [0, 1, 2].map(() => browser.openTab({ between: slowly(scheduler) }));
      await scheduler.waitFor(
        Promise.all([
          ...tabs.map((tab) => tab.start()),
          ...changes.map(({ slug, tab }) =>
            tabs[tab]?.shop.actions.addToCart({ product: product(slug), quantity: 1 }),
          ),
        ]),
      );

      const carts = [old, ...tabs].map((tab) => tab.cart());
      expect(carts[0]?.amount).toBe(changes.length + 1);
      expect(carts).toEqual(carts.map(() => carts[0]));
      expect(carts[0]?.products[0]?.price).toBe(cardOf('emmy-noether').price);
      const shown = tabs.flatMap(({ shop }) => shop.stores.notification.snapshot.recent);
      expect(shown).toMatchObject([{ message: { key: 'component:cart.notice.priceText' } }]);
    },
  );
});

describe('tabs of a guest in two languages', () => {
  type Words = (slug: string) => string;
  const namesIn =
    (locale: Locale): Words =>
    (slug) =>
      `${slug} (${locale})`;

  function cartIn(words: Words, cart: Cart): Cart {
    const products = cart.products.map((line) => {
      const product_data = { ...line.product_data, product_name: words(line.product_id) };
      return { ...line, product_data };
    });
    return { ...cart, products };
  }

  /** Wraps an API so that its responses are in the language of the page. */
  const answeringIn =
    (words: Words) =>
    (api: ShopApi): ShopApi => {
      const inWords = async (answer: Promise<Result<Cart, CallFailure>>) => {
        const result = await answer;
        return result.ok ? ok(cartIn(words, result.value)) : result;
      };
      return {
        ...api,
        async listProductCards(input) {
          const cards = await api.listProductCards(input);
          return cards.ok ? ok(cards.value.map((card) => ({ ...card, title: words(card.id) }))) : cards;
        },
        storeGuestCart: (input) => inWords(api.storeGuestCart(input)),
        getCart: (input) => inWords(api.getCart(input)),
        applyCode: (input) => inWords(api.applyCode(input)),
        cancelCode: (input) => inWords(api.cancelCode(input)),
      };
    };

  const changes = fc.array(
    fc.record({
      tab: fc.nat(2),
      slug: slugs,
      kind: fc.constantFrom(...(['add', 'add', 'remove', 'load', 'code'] as const)),
    }),
    { minLength: 1, maxLength: 8 },
  );

  test.prop([changes, fc.scheduler()], { numRuns: runs(60) })(
    'show the same cart, each in its own language',
    async (wanted, scheduler) => {
      const browser = openTestBrowser();
      const pages = (['de', 'en', 'de'] as const).map((locale) => {
        const words = namesIn(locale);
        const between = (api: ShopApi) => slowly(scheduler)(answeringIn(words)(api));
        return { words, tab: browser.openTab({ state: { locale }, between }) };
      });
      await scheduler.waitFor(Promise.all(pages.map(({ tab }) => tab.start())));

      await scheduler.waitFor(
        Promise.all(
          wanted.map(({ tab: place, slug, kind }) => {
            const page = pages[place];
            if (page === undefined) throw new Error('There are three pages');
            const { actions } = page.tab.shop;
            if (kind === 'load') return actions.loadCart();
            if (kind === 'code') return actions.applyCoupon('WILLKOMMEN10');
            if (kind === 'remove') return actions.removeFromCart(slug);
            return actions.addToCart({ product: { ...cardOf(slug), title: page.words(slug) }, quantity: 1 });
          }),
        ),
      );
      await scheduler.waitIdle();

      const [first] = pages;
      for (const { tab, words } of pages) {
        expect(tab.cart()).toEqual(cartIn(words, tab.cart()));
        // A refused code stores the cart on the server, of which the tab that asked shows nothing.
        const both = [tab, first?.tab ?? tab].map(({ cart }) => essence(cartIn(String, cart())));
        expect(both[0]).toEqual(both[1]);
      }
    },
  );
});
