import { fc, test } from '@fast-check/vitest';
import type { Scheduler } from 'fast-check';
import { describe, expect } from 'vitest';
import type { Cart } from '#core/model/cart.ts';
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
    { weight: 1, arbitrary: fc.constant<Step>(({ shop }) => shop.actions.cancelCoupon()) },
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
    'ends in the state of the order of the actions, however slow the network',
    async (changes, scheduler) => {
      const patient = await openTab(null, isLearner);
      for (const change of changes) await change(patient);

      const hasty = await openTab(scheduler, isLearner);
      await scheduler.waitFor(Promise.all(changes.map((change) => change(hasty))));

      expect(essence(hasty.cart())).toEqual(essence(patient.cart()));
      expect(hasty.shop.stores.cart.snapshot).toMatchObject({ status: 'ready', pendingLineId: null });
    },
  );
});

describe('several tabs of a guest', () => {
  const adds = fc.array(fc.record({ slug: slugs, tab: fc.nat(2) }), { minLength: 1, maxLength: 8 });

  test.prop([adds, fc.boolean(), fc.scheduler()], { numRuns: runs(60) })(
    'lose nothing that one of them added, and all show the same cart',
    async (changes, hasCoupon, scheduler) => {
      const generous = {
        ...memoryShopFacts,
        stock: {},
        products: memoryShopFacts.products.map((product) => ({ ...product, max_quantity: null })),
      };
      const browser = openTestBrowser(generous);
      const tabs = [0, 1, 2].map(() => browser.openTab({ between: slowly(scheduler) }));
      await scheduler.waitFor(Promise.all(tabs.map((tab) => tab.start())));
      const [first] = tabs;
      const product = (slug: string) => ({ ...cardOf(slug), max_quantity: null });
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
      expect(new Set(carts.map((cart) => JSON.stringify(cart))).size).toBe(1);
    },
  );
});
