import { test as base, expect } from '@playwright/test';
import { forwardVendorHosts } from '#test/braintree-gateway/forward-vendor-hosts.ts';
import { isOnBraintree, simulatedGatewayUrl } from './payment-provider.ts';
import { ownShop } from './shop-places.ts';
import { shopWords } from './shop-words.ts';

interface ShopFixtures {
  /** The language of the project. */
  readonly language: 'de' | 'en';
  /** The shop's words in that language. */
  readonly say: ReturnType<typeof shopWords>;
  /** Leads what the browser asks of the payment provider's hosts to the simulated gateway. Set by every test. */
  readonly paymentHosts: undefined;
  /** An error that a library logs in the world of this test, whatever the shop does; null for none. */
  readonly toleratedFault: RegExp | null;
  /** Fails the test when the page logged an error: hydration, policy, crash. Set by every test. */
  readonly quietConsole: undefined;
}

/** A visitor of the shop: words of the project's language, and a console that has to stay quiet. */
export const test = base.extend<ShopFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures out of this pattern
  language: async ({}, use, info) => use(info.project.name.endsWith('-de') ? 'de' : 'en'),
  say: async ({ language }, use) => use(shopWords(language)),
  paymentHosts: [
    async ({ context }, use) => {
      if (isOnBraintree()) await forwardVendorHosts(context, simulatedGatewayUrl(ownShop()));
      await use(undefined);
    },
    { auto: true },
  ],
  toleratedFault: [null, { option: true }],
  quietConsole: [
    async ({ page, toleratedFault }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (fault) => faults.push(fault.message));
      page.on('console', (message) => {
        // A refused call is said here by the browser itself; journeys look at what the shop makes of it.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          faults.push(message.text());
      });
      await use(undefined);
      const own = faults.filter((fault) => toleratedFault?.test(fault) !== true);
      expect(own, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
