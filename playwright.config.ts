import { defineConfig } from '@playwright/test';
import { answeredConsent } from '#test/e2e/support/answered-consent.ts';
import { findBrowser } from '#test/e2e/support/find-browser.ts';
import { chooseShopPlaces, takeOwnShop } from '#test/e2e/support/shop-places.ts';
import { isLongRun } from '#test/run-length.ts';

// Set once by the first process that reads this file; the workers inherit it.
process.env.CHROMIUM_PATH ??= findBrowser() ?? undefined;
/**
 * Each has a shop of its own. One more than the smallest machine has cores, because journeys wait for mails, jobs and
 * what the page shows only after a moment; a fourth shop costs more processor time to start than it saves.
 */
const workers = 3;
const shop = takeOwnShop(await chooseShopPlaces(workers));

const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Other widths, in both languages, for `test:long`: every public page loads without an error and fits. */
const otherWidths = [360, 768, 1024, 1920].flatMap((width) =>
  (['de', 'en'] as const).map((language) => ({
    name: `${width}-${language}`,
    testMatch: 'public-pages-in-browser.spec.ts',
    use: {
      locale: language === 'de' ? 'de-DE' : 'en-GB',
      viewport: { width, height: 900 },
      ...(width < 1024 ? { hasTouch: true, isMobile: true } : {}),
    },
  })),
);

export default defineConfig({
  testDir: 'test/e2e',
  // playwright.process.config.ts, playwright.braintree.config.ts
  testIgnore: ['process.spec.ts', 'modules.spec.ts', 'direct-pay.spec.ts', 'braintree*.spec.ts'],
  globalSetup: './test/e2e/e2e-global-setup.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  forbidOnly: true,
  fullyParallel: false,
  workers,
  // Only what hangs takes as long as these limits, also on a machine that does other things.
  timeout: 900_000,
  retries: 0,
  expect: { timeout: 120_000 },
  use: {
    actionTimeout: 240_000,
    navigationTimeout: 240_000,
    baseURL: `http://localhost:${shop.port}`,
    // Journeys begin with an answered consent banner; consent.spec.ts asks it.
    storageState: answeredConsent('localhost'),
    // A service worker hides requests from `page.route`; offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Moving pages cost a tenth of the processor's time; in the long run they move as for most people.
    ...(isLongRun ? {} : { contextOptions: { reducedMotion: 'reduce' } }),
    screenshot: 'only-on-failure',
    // Snapshots of the document run scripts in pages that must not run any, and cost a fifth of the time.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        ...rootFlags,
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        // Journeys are too short for optimised code to pay: compiling it cost a tenth of the browser's time.
        ...(isLongRun ? [] : ['--js-flags=--no-maglev,--no-opt']),
        // A frame of another site has a process and memory of its own, as in a shopper's browser; the headless shell does not do it by itself.
        '--site-per-process',
      ],
    },
  },
  projects: [
    {
      // A journey tagged `@phone` runs in this project in `npm test`, one tagged `@desktop` in the other.
      name: 'phone-de',
      ...(isLongRun ? {} : { grep: /@phone/ }),
      use: { locale: 'de-DE', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop-en',
      ...(isLongRun ? {} : { grep: /@desktop/ }),
      use: { locale: 'en-GB', viewport: { width: 1366, height: 900 } },
    },
    ...(isLongRun ? otherWidths : []),
  ],
});
