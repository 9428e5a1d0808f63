import { test as base, type Page } from '@playwright/test';
import { watchPayments } from './payment-watch.ts';
import { type Say, shopWords } from './shop-words.ts';
import { waitForPageScripts } from './wait-for-page-scripts.ts';

interface ReaderFixtures {
  /** The language of the Playwright project. */
  readonly language: 'de' | 'en';
  /** Returns the shop's texts in this language. */
  readonly say: Say;
}

/** Playwright's `test` with the project's language and texts, for tests that need no browser page of their own. */
export const readerTest = base.extend<ReaderFixtures, { readonly parser: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures out of this pattern
  language: async ({}, use, info) => use(info.project.name.endsWith('-de') ? 'de' : 'en'),
  say: async ({ language }, use) => use(shopWords(language)),
  /** A browser page that opens no URL; `readPage` uses its HTML parser. One for each worker. */
  parser: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      await use(page);
      await page.close();
    },
    { scope: 'worker' },
  ],
});

/** A browser page that one visitor uses for many pages, so that the browser caches scripts and styles. */
interface Visitor {
  readonly page: Page;
  /** Returns the faults so far: connections to payment hosts, policy violations, card numbers. */
  faults(): Promise<readonly string[]>;
}

/** Playwright's `test` for tests that each open one public page and change nothing. */
export const visitorTest = readerTest.extend<object, { readonly visitor: Visitor }>({
  visitor: [
    async ({ browser }, use, info) => {
      const context = await browser.newContext(info.project.use);
      const watch = await watchPayments(context);
      waitForPageScripts(context);
      await use({ page: await context.newPage(), faults: () => watch.faults() });
      await context.close();
    },
    { scope: 'worker' },
  ],
});
