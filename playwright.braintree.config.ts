import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

// Chooses the provider of the shops under test; the workers inherit it.
process.env.E2E_PROVIDER = 'braintree';

/**
 * Checkout on Braintree, with the vendor's own code in browser and host against a simulated gateway: the journeys of the
 * sandbox once more, chosen by configuration alone, and those that only a real provider has.
 */
export default defineConfig({
  ...journeys,
  testMatch: ['buy-a-course.spec.ts', 'purchases.spec.ts', 'braintree*.spec.ts'],
  testIgnore: [],
  outputDir: 'test-results/braintree',
  reporter: [['list'], ['json', { outputFile: 'test-results/braintree.json' }]],
});
