import { quiet } from '#test/e2e/support/quiet.ts';
import { recordRequests } from '#test/e2e/support/record-requests.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { measuredPages, scriptsOfPage } from '#test/support/page-scripts.ts';

test.use({ storageState: { cookies: [], origins: [] } });

test('a page that nobody touches fetches its own code only; the first movement fetches the code for actions', async ({
  page,
  language,
}) => {
  const scripts = recordRequests(page, /\/assets\/.+\.js$/);
  const calls = recordRequests(page, /\/api\/|\.data(?:\?|$)/);
  let before = 0;
  for (const { path } of measuredPages) {
    before = scripts.length;
    const address = path?.replace(':slug', 'albrecht-duerer') ?? '';
    await page.goto(`/${language}/${address}`);
    await quiet(page);
    const loaded = scripts.slice(before).map((url) => new URL(url).pathname);
    expect(new Set(loaded)).toEqual(scriptsOfPage(path));
  }
  expect(calls, 'calls of the API and prefetched pages').toEqual([]);
  before = scripts.length;
  await page.mouse.move(200, 200);
  await expect.poll(() => scripts.slice(before).join()).toContain('/browser-container-');
});

test('a link in sight is prefetched when the page is used, never without a connection or in the checkout', async ({
  page,
  context,
  language,
}) => {
  await page.goto(`/${language}`);
  await quiet(page);
  const prefetched = page.locator('link[rel="prefetch"]');
  expect(await prefetched.count()).toBe(0);
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  await context.setOffline(true);
  await page.mouse.move(200, 200);
  // The code of the form cannot be loaded either, and the page must not reload.
  const newsletter = page.locator('section[aria-labelledby="newsletter-title"]');
  await newsletter.scrollIntoViewIfNeeded();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(newsletter).toBeAttached();
  expect(await prefetched.count()).toBe(0);
  expect(loads).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => prefetched.count()).toBeGreaterThan(0);
  await expect(newsletter.getByRole('textbox')).toBeVisible();
  expect(loads).toEqual([]);

  await page.goto(`/${language}/checkout/shop`);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await quiet(page);
  await page.mouse.move(300, 300);
  await quiet(page);
  expect(await prefetched.count()).toBe(0);
});
