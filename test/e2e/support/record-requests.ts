import type { Page } from '@playwright/test';

/** Records the URLs that a page requests from now on and that match a pattern. */
export function recordRequests(page: Page, pattern: RegExp): readonly string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (pattern.test(request.url())) urls.push(request.url());
  });
  return urls;
}
