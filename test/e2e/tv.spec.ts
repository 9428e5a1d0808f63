import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('the TV page lists a trailer for every course, loads it when it is played, and links to the course', async ({
  page,
  language,
  say,
}) => {
  const films: string[] = [];
  page.on('request', (request) => {
    if (/\.(webm|mp4)(\?|$)/.test(request.url())) films.push(request.url());
  });
  await page.goto(`/${language}/tv`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('base', 'tv.title'));
  const robots = page.locator('meta[name="robots"]');
  await expect(robots).toHaveAttribute('content', language === 'de' ? /^index/ : /^noindex/);
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(12);
  await expectNoViolations(page);
  expect(films).toEqual([]);

  const text = cards.nth(0).locator('details');
  const sentence = language === 'de' ? /^Die Kamera beginnt / : /^The camera begins /;
  await expect(text.getByText(sentence)).toBeHidden();
  await text.getByText(say('base', 'film.text')).click();
  await expect(text.getByText(sentence)).toBeVisible();
  expect(films).toEqual([]);

  await cards.nth(0).getByRole('button').click();
  const first = cards.nth(0).locator('video');
  await expect
    .poll(() => first.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.2);
  await expect(first).toBeFocused();
  // Playing the second video pauses the first one.
  await cards.nth(1).getByRole('button').click();
  await expect.poll(() => first.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  await expectNoViolations(page);

  const conversations = page.getByRole('region', { name: say('base', 'tv.conversations') });
  const answer = conversations.locator('dd').first();
  await expect(answer).toBeHidden();
  await conversations.locator('summary').first().click();
  await expect(answer).toBeVisible();
  await expectNoViolations(page);

  await cards.nth(1).getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/${language}/kurse/[a-z-]+$`));
});

test('a course trailer opens in a dialog, does not shift the page, and stops when the dialog closes', async ({
  page,
  language,
  say,
}) => {
  const films: string[] = [];
  page.on('request', (request) => {
    if (/trailer-.*\.(webm|mp4)/.test(request.url())) films.push(request.url());
  });
  await page.goto(`/${language}/kurse/clara-schumann`);
  const button = page.getByRole('button', { name: say('base', 'course.trailer') });
  const place = () => button.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const before = await place();
  expect(films).toEqual([]);
  await button.click();
  const dialog = page.getByRole('dialog');
  const video = dialog.locator('video');
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0.2);
  // The browser's own controls would push the captions into the middle of a small picture.
  await expect(video).not.toHaveAttribute('controls');
  await expect(dialog.getByRole('button', { name: say('base', 'lesson.pause') })).toBeVisible();
  await dialog.getByText(say('base', 'film.text')).click();
  await expect(dialog.locator('details p')).toBeInViewport();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(video).toHaveCount(0);
  await expect(button).toBeFocused();
  expect(await place()).toBe(before);
});
