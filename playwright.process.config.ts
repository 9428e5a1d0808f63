import { defineConfig } from '@playwright/test';
import { findBrowser } from '#test/e2e/support/find-browser.ts';

process.env.CHROMIUM_PATH ??= findBrowser() ?? undefined;
const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Tests that start shops of their own. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: ['process.spec.ts', 'modules.spec.ts', 'direct-pay.spec.ts'],
  outputDir: 'test-results/process',
  reporter: [['list'], ['json', { outputFile: 'test-results/process.json' }]],
  forbidOnly: true,
  workers: 1,
  timeout: 900_000,
  retries: 0,
  expect: { timeout: 120_000 },
  use: {
    locale: 'en-GB',
    viewport: { width: 1366, height: 900 },
    serviceWorkers: 'block',
    // Snapshots of the document run scripts in pages that must not run any, and cost a fifth of the time.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [...rootFlags, '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    },
  },
});
