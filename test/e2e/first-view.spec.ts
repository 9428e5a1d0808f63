import type { Page } from '@playwright/test';
import { expect, test } from './support/shop-test.ts';

const openingPicture = /\/pictures\/buehne-duerer/;

/** Holds the opening's picture back until it is let go. */
async function holdPicture(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(openingPicture, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return () => gate.resolve();
}

/** What the document has asked for of its scripts. */
function askedFor(page: Page): Promise<readonly string[]> {
  const asking = page.locator('script[type="module"], link[rel="modulepreload"]');
  return asking.evaluateAll((elements) => elements.map((element) => element.outerHTML));
}

for (const { happening, does } of [
  { happening: 'the first picture is there', does: 'picture' },
  { happening: 'it has not come for a second and a half', does: 'time' },
] as const)
  test(`scripts are asked for when ${happening}`, async ({ page, language }) => {
    const letGo = await holdPicture(page);
    const start = Date.now();
    await page.clock.install({ time: start });
    await page.clock.pauseAt(start + 1_000);
    await page.goto(`/${language}`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    // Frames are painted meanwhile.
    await page.clock.runFor(1_000);
    expect(await askedFor(page), 'scripts before').toEqual([]);
    if (does === 'picture') {
      letGo();
      await page.waitForLoadState('load');
      await page.clock.runFor(100);
    } else {
      await page.clock.runFor(600);
    }
    await expect.poll(async () => (await askedFor(page)).length).toBeGreaterThan(5);
    letGo();
    await page.clock.resume();
  });

test('a phone fetches the middle of the opening picture, a desktop the whole', async ({
  page,
  language,
}, info) => {
  await page.goto(`/${language}`);
  const source = await page
    .locator('main img')
    .first()
    .evaluate((picture: HTMLImageElement) => picture.currentSrc);
  if (info.project.name.startsWith('phone')) expect(source).toMatch(/buehne-duerer-mitte-\d+\.avif$/);
  else expect(source).toMatch(/buehne-duerer-\d+\.avif$/);
  const fetched = await page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('buehne-duerer')).length,
  );
  expect(fetched, 'pictures of the opening').toBe(1);
});
