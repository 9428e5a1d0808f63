import type { BrowserContext, Page, Response } from '@playwright/test';
import { watchRequests } from './quiet.ts';

/**
 * Makes `goto` and `reload` of every page of this context wait until the page is interactive, which is later than its
 * `load` event (docs/decisions/0007). A test that needs the page earlier sets `waitUntil`.
 */
export function waitForPageScripts(context: BrowserContext): void {
  for (const page of context.pages()) waitAfterNavigation(page);
  context.on('page', waitAfterNavigation);
}

function waitAfterNavigation(page: Page): void {
  watchRequests(page);
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    throwIfBusy(response);
    if (options?.waitUntil === undefined) await waitForScripts(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    throwIfBusy(response);
    if (options?.waitUntil === undefined) await waitForScripts(page);
    return response;
  };
}

/** Fails at once on the page of an overloaded shop, on which a test would wait in vain. */
function throwIfBusy(response: Response | null): void {
  // Without a connection, the service worker answers with 503.
  if (response?.status() === 503 && !response.fromServiceWorker())
    throw new Error(`The shop was too busy for ${response.url()}.`);
}

/** Waits until a page of the shop is interactive. */
export async function waitUntilInteractive(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.works !== undefined);
}

/** Waits until the page is interactive. Documents without the shop's scripts, such as PDFs, need no wait. */
async function waitForScripts(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('script[type="module"]') === null ||
      document.documentElement.dataset.works !== undefined,
  );
}
