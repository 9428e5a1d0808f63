import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/support/shop-test.ts';

/** Records the names of the scripts that the page fetches, without their hashes. */
function recordScripts(page: Page): readonly string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(new URL(request.url()).pathname) ?? [];
    if (name !== undefined) names.push(name);
  });
  return names;
}

test.use({ storageState: { cookies: [], origins: [] } });

test('a page that nobody touches fetches its own code only; the first movement fetches the code for actions', async ({
  page,
  language,
}) => {
  const scripts = recordScripts(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/|\.data(?:\?|$)/.test(request.url())) calls.push(request.url());
  });
  for (const path of ['', '/kurse', '/kurse/albrecht-duerer']) {
    await page.goto(`/${language}${path}`);
    await page.waitForLoadState('networkidle');
  }
  expect(new Set(scripts)).not.toContain('browser-container');
  expect(scripts.filter((name) => name === 'frame')).toHaveLength(3);
  expect(calls, 'calls of the API and prefetched pages').toEqual([]);
  const before = scripts.length;
  await page.mouse.move(200, 200);
  await expect.poll(() => scripts.slice(before)).toContain('browser-container');
});

test('a link in sight is prefetched when the page is used, never without a connection', async ({
  page,
  context,
  language,
}) => {
  await page.goto(`/${language}`);
  await page.waitForLoadState('networkidle');
  const prefetched = page.locator('link[rel="prefetch"]');
  expect(await prefetched.count()).toBe(0);
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  await context.setOffline(true);
  await page.mouse.move(200, 200);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await prefetched.count()).toBe(0);
  expect(loads).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => prefetched.count()).toBeGreaterThan(0);
});
