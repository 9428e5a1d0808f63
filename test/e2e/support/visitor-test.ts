import type { Page } from '@playwright/test';
import { test as base } from '@playwright/test';
import { waitForLife } from './living-pages.ts';
import { watchPayments } from './payment-watch.ts';
import { shopWords } from './shop-words.ts';

interface ReaderFixtures {
  /** The language of the project. */
  readonly language: 'de' | 'en';
  /** The shop's words in that language. */
  readonly say: ReturnType<typeof shopWords>;
}

/** Tests that know the language of their project and need no page of their own. */
export const readerTest = base.extend<ReaderFixtures, { readonly parser: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures out of this pattern
  language: async ({}, use, info) => use(info.project.name.endsWith('-de') ? 'de' : 'en'),
  say: async ({ language }, use) => use(shopWords(language)),
  /** A browser page that opens no address and lends its HTML parser to `readPage`. One per worker. */
  parser: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      await use(page);
      await page.close();
    },
    { scope: 'worker' },
  ],
});

/** A browser that one visitor uses for many pages, so that scripts and styles are fetched and compiled once. */
interface Visitor {
  readonly page: Page;
  /** What went wrong so far: payment hosts, policies, card numbers. */
  faults(): Promise<readonly string[]>;
}

/** Tests that open one public page each and change nothing. */
export const visitorTest = readerTest.extend<object, { readonly visitor: Visitor }>({
  visitor: [
    async ({ browser }, use, info) => {
      const context = await browser.newContext(info.project.use);
      const watch = await watchPayments(context);
      waitForLife(context);
      await use({ page: await context.newPage(), faults: () => watch.faults() });
      await context.close();
    },
    { scope: 'worker' },
  ],
});
