import { isInSight } from '#test/e2e/support/in-sight.ts';
import { waitUntilReady } from '#test/e2e/support/open-page.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('a locked lesson shows its price and its line of the lesson list in the first view', async ({
  page,
  language,
  say,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  // The last lesson: its line is below the others.
  await page.goto(`/${language}/kurse/albrecht-duerer/lektion/duerer-ein-stueck-wiese`);
  await waitUntilReady(page, say);
  const offer = page.getByRole('complementary', { name: say('base', 'lesson.offer_label') });
  await expect.poll(() => isInSight(offer.getByText(/89/).first())).toBe(true);
  await expect.poll(() => isInSight(offer.getByRole('button', { name: say('base', 'buy.add') }))).toBe(true);
  await expect.poll(() => isInSight(page.getByRole('complementary').locator('a[aria-current]'))).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
