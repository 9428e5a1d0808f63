import type { BrowserContext, Page, Response } from '@playwright/test';
import { watchRequests } from './quiet.ts';

/**
 * Makes `goto` and `reload` of every page of this context wait until the page is interactive, which is later than
 * its `load` event (docs/decisions/0007). A test that needs the page earlier sets
 * `waitUntil`.
 */
export function waitForPageScripts(context: BrowserContext): void {
  for (const page of context.pages()) waitOn(page);
  context.on('page', waitOn);
}

function waitOn(page: Page): void {
  watchRequests(page);
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    refuseBusyPage(answer);
    if (options?.waitUntil === undefined) await untilItWorks(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    refuseBusyPage(answer);
    if (options?.waitUntil === undefined) await untilItWorks(page);
    return answer;
  };
}

/** A journey would look in vain for what it expects on the page that a busy shop gives instead. */
function refuseBusyPage(answer: Response | null): void {
  // Without a connection, the service worker answers with 503.
  if (answer?.status() === 503 && !answer.fromServiceWorker())
    throw new Error(`The shop was too busy for ${answer.url()}.`);
}

/**
 * Waits until the page is interactive. Documents without the shop's scripts, such as PDFs and the API
 * documentation, need no wait.
 */
async function untilItWorks(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('script[type="module"]') === null ||
      document.documentElement.dataset.works !== undefined,
  );
}
