import type { BrowserContext, Page } from '@playwright/test';

/**
 * Lets `goto` and `reload` of every page of this context end when the page works, not only when it is loaded: scripts
 * come after the first paint (docs/decisions/0007), and people do not press keys within milliseconds. Who looks at a page
 * before that, or at one that never comes to life, says what to wait for by `waitUntil`.
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

/** Documents of others, such as the API's pages and papers, have no scripts of the shop and work at once. */
async function untilItWorks(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.getElementById('page-scripts') === null ||
      document.documentElement.dataset.works !== undefined,
  );
}
