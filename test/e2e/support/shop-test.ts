import { expect } from '@playwright/test';
import { forwardVendorHosts } from '#test/braintree-gateway/forward-vendor-hosts.ts';
import { checkoutJourneys } from './checkout-journeys.ts';
import { logInNewLearner, type NewLearner } from './new-learner.ts';
import { describePage } from './page-state.ts';
import { isOnBraintree, simulatedGatewayUrl } from './payment-provider.ts';
import { watchPayments } from './payment-watch.ts';
import { ownShop } from './shop-places.ts';
import { createShopper } from './shopper.ts';
import { unnamedStoredData } from './stored-names.ts';
import { readerTest } from './visitor-test.ts';
import { waitForPageScripts } from './wait-for-page-scripts.ts';

interface ShopFixtures {
  /** A new learner, who is logged in in the test's browser. */
  readonly learner: NewLearner;
  /** Goes through cart and checkout in the test's browser page. */
  readonly shopper: ReturnType<typeof createShopper>;
  /** Forwards requests for the payment provider's hosts to the simulated gateway. Active in every test. */
  readonly paymentHosts: undefined;
  /** Fails the test when `watchPayments` has found a fault. Active in every test. */
  readonly paymentWatch: undefined;
  /** A console error that a library logs and the shop cannot prevent; null for none. */
  readonly toleratedFault: RegExp | null;
  /** Fails the test when the browser stores something that the privacy pages do not name. Active in every test. */
  readonly storedNames: undefined;
  /** Makes `goto` and `reload` wait until the page is interactive. Active in every test. */
  readonly pageScripts: undefined;
  /** Fails the test when the page logged an error, such as a hydration error or an exception. Active in every test. */
  readonly quietConsole: undefined;
  /** Adds a description of its page to a failed test. Active in every test. */
  readonly failedPage: undefined;
}

/** Playwright's `test` with the fixtures of the shop. Each test has its own browser page. */
export const test = readerTest.extend<ShopFixtures>({
  learner: async ({ page, context, language, baseURL }, use) =>
    use(await logInNewLearner(page, context, { language, baseURL })),
  shopper: async ({ page, language, say }, use) => use(createShopper(page, language, say)),
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
      // The wallets of the sandbox and of Braintree are tested in separate files.
      if (watch.hasMetProvider() && !info.tags.includes('@sandbox')) {
        const name = [...info.titlePath, ...info.tags].join(' ');
        expect(name, 'pays, so it is tagged @checkout').toMatch(checkoutJourneys);
      }
      expect(await watch.faults(), 'payment hosts, policies and card numbers').toEqual([]);
    },
    { auto: true },
  ],
  storedNames: [
    async ({ context }, use) => {
      await use(undefined);
      expect(await unnamedStoredData(context), 'stored without being named').toEqual([]);
    },
    { auto: true },
  ],
  pageScripts: [
    async ({ context, javaScriptEnabled }, use) => {
      if (javaScriptEnabled) waitForPageScripts(context);
      await use(undefined);
    },
    { auto: true },
  ],
  failedPage: [
    async ({ page }, use, info) => {
      await use(undefined);
      if (info.status !== info.expectedStatus)
        throw new Error(`The page of the failed journey: ${await describePage(page)}.`);
    },
    { auto: true },
  ],
  toleratedFault: [null, { option: true }],
  quietConsole: [
    async ({ page, toleratedFault }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (fault) => faults.push(fault.message));
      page.on('console', (message) => {
        // The browser logs every failed request as an error; tests check separately how the shop handles failures.
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
