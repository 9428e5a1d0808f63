import type { BrowserContext, Page } from '@playwright/test';

/**
 * Makes `goto` and `reload` of every page of this context wait until the page works, not only until it has loaded:
 * scripts run after the first paint (docs/decisions/0007). A test that needs the page earlier sets `waitUntil`.
 */
export function waitForLife(context: BrowserContext): void {
  for (const page of context.pages()) waitOn(page);
  context.on('page', waitOn);
}

function waitOn(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil === undefined) await untilItWorks(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil === undefined) await untilItWorks(page);
    return answer;
  };
}

/** Documents without scripts of the shop, such as PDFs and the API's pages, work at once. */
async function untilItWorks(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.getElementById('page-scripts') === null ||
      document.documentElement.dataset.works !== undefined,
  );
}
