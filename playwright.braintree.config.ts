import '#test/e2e/support/pay-on-braintree.ts';
import { defineConfig } from '@playwright/test';
import { checkoutJourneys, providerJourneys } from '#test/e2e/support/checkout-journeys.ts';
import journeys from './playwright.config.ts';

/**
 * Checkout on Braintree, with the vendor's own code in browser and host against a simulated gateway: journeys of the
 * sandbox that pay once more, chosen by configuration alone (`npm run test:long`: all of them), and those that only a real
 * provider has.
 */
export default defineConfig({
  ...journeys,
  testIgnore: ['process.spec.ts', 'modules.spec.ts', 'direct-pay.spec.ts'],
  grep: process.env.TEST_COUNTS === 'full' ? checkoutJourneys : providerJourneys,
  projects: (journeys.projects ?? []).map(({ grepInvert: _, ...project }) => project),
  outputDir: 'test-results/braintree',
  reporter: [['list'], ['json', { outputFile: 'test-results/braintree.json' }]],
});
