import { expect } from '@playwright/test';
import { forwardVendorHosts } from '#test/braintree-gateway/forward-vendor-hosts.ts';
import { checkoutJourneys } from './checkout-journeys.ts';
import { waitForLife } from './living-pages.ts';
import { isOnBraintree, simulatedGatewayUrl } from './payment-provider.ts';
import { watchPayments } from './payment-watch.ts';
import { ownShop } from './shop-places.ts';
import { readerTest } from './visitor-test.ts';

interface ShopFixtures {
  /** Routes requests for the payment provider's servers to the simulated gateway. Active in every test. */
  readonly paymentHosts: undefined;
  /** Fails the test when `watchPayments` found a fault. Active in every test. */
  readonly paymentWatch: undefined;
  /** An error in the console that a library logs and the shop cannot prevent; null for none. */
  readonly toleratedFault: RegExp | null;
  /** Makes navigation wait until the page works. Active in every test. */
  readonly livingPages: undefined;
  /** Fails the test when the page logged an error: hydration, policy, crash. Active in every test. */
  readonly quietConsole: undefined;
}

/** Tests with a browser page of their own. An error in its console fails the test. */
export const test = readerTest.extend<ShopFixtures>({
  paymentHosts: [
    async ({ context }, use) => {
      if (isOnBraintree()) await forwardVendorHosts(context, simulatedGatewayUrl(ownShop()));
      await use(undefined);
    },
    { auto: true },
  ],
  paymentWatch: [
    async ({ context }, use, info) => {
      const watch = await watchPayments(context);
      await use(undefined);
      if (watch.hasMetProvider()) {
        const name = [...info.titlePath, ...info.tags].join(' ');
        expect(name, 'pays, so it is tagged @checkout').toMatch(checkoutJourneys);
      }
      expect(await watch.faults(), 'payment hosts, policies and card numbers').toEqual([]);
    },
    { auto: true },
  ],
  livingPages: [
    async ({ context, javaScriptEnabled }, use) => {
      if (javaScriptEnabled) waitForLife(context);
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
        // The browser logs failed calls; journeys check how the shop handles them.
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
