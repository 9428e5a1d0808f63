import { defineConfig } from '@playwright/test';
import { findBrowser } from '#test/e2e/support/find-browser.ts';

process.env.CHROMIUM_PATH ??= findBrowser() ?? undefined;
const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Tests that start shops of their own. They look at the clock, so nothing runs beside them. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: ['process.spec.ts', 'modules.spec.ts', 'direct-pay.spec.ts'],
  outputDir: 'test-results/process',
  reporter: [['list'], ['json', { outputFile: 'test-results/process.json' }]],
  forbidOnly: true,
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-GB',
    viewport: { width: 1366, height: 900 },
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [...rootFlags, '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    },
  },
});
