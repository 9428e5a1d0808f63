import { expect, type Page, type Request } from '@playwright/test';

const underWay = new WeakMap<Page, Set<Request>>();

/** Records the requests of a page that have not ended, for `quiet`. Films are fetched for as long as they play. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    if (request.resourceType() !== 'media') requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  // What the last document asked for has gone with it.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) requests.clear();
  });
}

/** Waits until the page has loaded, waits for no response, and has nothing left to do in the background. */
export async function quiet(page: Page): Promise<void> {
  const requests = underWay.get(page);
  if (requests === undefined) throw new Error('watchRequests has not seen this page');
  await page.waitForLoadState('load');
  await expect
    .poll(async () => {
      try {
        // A busy machine may give a page no idle time at all.
        for (let turn = 0; turn < 2; turn += 1)
          await page.evaluate(
            () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })),
          );
      } catch (error) {
        // Another document comes.
        return [String(error)];
      }
      return [...requests].map((request) => request.url());
    })
    .toEqual([]);
}
