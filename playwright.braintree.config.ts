import '#test/e2e/support/pay-on-braintree.ts';
import { defineConfig } from '@playwright/test';
import { checkoutJourneys } from '#test/e2e/support/checkout-journeys.ts';
import { isLongRun } from '#test/run-length.ts';
import journeys from './playwright.config.ts';

/**
 * Checkout on Braintree, with the vendor's own code in browser and host against a simulated gateway: in `npm test` the
 * journeys tagged `@braintree`, in `npm run test:long` every journey that pays, in both projects.
 */
export default defineConfig({
  ...journeys,
  // Few files have most of these journeys; each test leaves the gateway of its worker as it was.
  fullyParallel: true,
  testIgnore: ['process.spec.ts', 'modules.spec.ts', 'direct-pay.spec.ts'],
  grep: isLongRun ? checkoutJourneys : /@braintree/,
  projects: (journeys.projects ?? [])
    .filter(({ name }) => isLongRun || name === 'desktop-en')
    .map(({ grep: _, ...project }) => project),
  outputDir: 'test-results/braintree',
  reporter: [['list'], ['json', { outputFile: 'test-results/braintree.json' }]],
});
