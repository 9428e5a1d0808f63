import { quiet } from '#test/e2e/support/quiet.ts';
import { recordRequests } from '#test/e2e/support/record-requests.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('a card plays a silent preview while a mouse or the focus rests on it, and loads it only then', async ({
  page,
  language,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  const requests = recordRequests(page, /\.(?:webm|mp4)|play-preview/);
  // A preview of three seconds may be over before a busy machine checks it: here it plays sixteen times as long.
  await page.addInitScript(() =>
    addEventListener(
      'playing',
      ({ target }) => {
        const isSlow = document.documentElement.dataset.speed !== 'usual';
        if (isSlow && target instanceof HTMLVideoElement) target.playbackRate = 1 / 16;
      },
      true,
    ),
  );
  await page.goto(`/${language}/kurse`);
  const [first, second] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)];
  const video = page.locator('article video');
  await quiet(page);
  expect(requests).toEqual([]);
  // The first row of posters begins in the upper half of the screen.
  const poster = await first.boundingBox();
  expect(poster?.y).toBeLessThan(360);

  // The first movement only loads the code.
  await page.mouse.move(2, 2);
  await quiet(page);
  await first.hover();
  await expect(first.locator('video[data-shown]')).toBeVisible();
  expect(
    await video.evaluate((film: HTMLVideoElement) => [film.muted, film.controls, film.ariaHidden]),
  ).toEqual([true, false, 'true']);
  await second.hover();
  await expect(second.locator('video[data-shown]')).toBeVisible();
  await expect(video).toHaveCount(1);
  await video.evaluate((film: HTMLVideoElement) => {
    document.documentElement.dataset.speed = 'usual';
    film.playbackRate = 1;
  });
  // It ends and is not repeated while the mouse stays.
  await expect(video).toHaveCount(0);
  await page.mouse.move(2, 2);
  await page.evaluate(() => delete document.documentElement.dataset.speed);

  await first.getByRole('link').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(first.locator('video[data-shown]')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(video).toHaveCount(0);
});
