import { expect, type Page, type Request } from '@playwright/test';

const pendingRequests = new WeakMap<Page, Set<Request>>();

/** Records the pending requests of a page for `quiet`, except those for films, which last as long as the film plays. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  pendingRequests.set(page, requests);
  page.on('request', (request) => {
    if (request.resourceType() !== 'media') requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  // A navigation ends the requests of the last document.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) requests.clear();
  });
}

/** Waits until the page has loaded, waits for no response, and has nothing left to do in the background. */
export async function quiet(page: Page): Promise<void> {
  const requests = pendingRequests.get(page);
  if (requests === undefined) throw new Error('watchRequests has not seen this page');
  await page.waitForLoadState('load');
  await expect
    .poll(async () => {
      try {
        // On a busy machine a page may have no idle time at all.
        for (let turn = 0; turn < 2; turn += 1)
          await page.evaluate(
            () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })),
          );
      } catch (error) {
        // The page navigates to another document.
        return [String(error)];
      }
      return [...requests].map((request) => request.url());
    })
    .toEqual([]);
}
