import type { Locator } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expectMessage } from '#test/e2e/support/expect-message.ts';
import { captionLanguages, isPaused, positionOf } from '#test/e2e/support/film-state.ts';
import { isInSight } from '#test/e2e/support/in-sight.ts';
import { waitUntilReady } from '#test/e2e/support/open-page.ts';
import { recordRequests } from '#test/e2e/support/record-requests.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

const filmFiles = /\.(webm|mp4|m3u8|m4s)(\?|$)/;

test('the TV page lists a trailer for every course, loads it when it is played, and links to the course', async ({
  page,
  language,
  say,
}) => {
  const films = recordRequests(page, filmFiles);
  await page.goto(`/${language}/tv`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    say('base', 'tv.title', { shop: 'Meisterhand' }),
  );
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
  await expect.poll(() => positionOf(first)).toBeGreaterThan(0.2);
  await expect(first).toBeFocused();
  // Playing the second video pauses the first one.
  await cards.nth(1).getByRole('button').click();
  await expect.poll(() => isPaused(first)).toBe(true);
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

test('the trailer of the hero plays in a dialog, does not shift the page, and stops when the dialog closes', {
  tag: '@phone',
}, async ({ page, language, say }) => {
  const films = recordRequests(page, filmFiles);
  await page.goto(`/${language}`);
  await waitUntilReady(page, say);
  const button = page.getByRole('button', { name: say('base', 'home.hero.trailer') });
  const place = () => button.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const before = await place();
  expect(films).toEqual([]);
  await button.click();
  const dialog = page.getByRole('dialog');
  const video = dialog.locator('video');
  await expect.poll(() => positionOf(video)).toBeGreaterThan(0.2);
  // It is streamed in several sizes, never fetched as one file.
  expect(films.some((address) => address.includes('/trailer-albrecht-duerer/master.m3u8'))).toBe(true);
  expect(films.filter((address) => /\.(webm|mp4)/.test(address))).toEqual([]);
  await expect.poll(() => captionLanguages(video)).toEqual([language]);
  // The browser's own controls would push the captions into the middle of a small picture.
  await expect(video).not.toHaveAttribute('controls');
  await expect(video).toBeFocused();
  for (const pauses of [true, false]) {
    await page.keyboard.press('Space');
    await expect.poll(() => isPaused(video)).toBe(pauses);
  }
  await dialog.getByText(say('base', 'film.text')).click();
  await expect(dialog.locator('details p')).toBeInViewport();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(video).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect.poll(place).toBe(before);
});

test('a trailer plays in place of the course’s picture, and ends with title, price and button', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}/kurse/clara-schumann`);
  const title = page.getByRole('heading', { level: 1 });
  const place = () => title.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const before = await place();
  await page.getByRole('button', { name: say('base', 'course.trailer') }).click();
  const video = page.getByRole('main').locator('video');
  await expect(video).toBeFocused();
  await expect.poll(() => positionOf(video)).toBeGreaterThan(0.2);
  await expect.poll(() => captionLanguages(video)).toEqual([language]);
  expect(await place()).toBe(before);
  await expectNoViolations(page);
  await video.evaluate((film: HTMLVideoElement) => {
    film.currentTime = film.duration;
  });
  const offer = page.getByRole('region', { name: say('learning', 'free.ending') });
  await expect(offer.getByRole('heading')).toHaveText((await title.textContent()) ?? '');
  await expect(offer).toContainText(language === 'de' ? '99,00\u00a0€' : '€99.00');
  await offer.getByRole('button', { name: say('base', 'buy.add'), exact: true }).click();
  await expect(offer.getByRole('link', { name: say('base', 'buy.to_checkout') })).toBeVisible();
  await expectMessage(page, say('base', 'buy.added'));
  await expectNoViolations(page);
});

test('on a phone in landscape a film and its controls are visible together', async ({
  page,
  language,
  say,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const controls = say('base', 'lesson.full_screen');
  async function expectBoth(place: Locator): Promise<void> {
    const parts = [place.locator('video'), place.getByRole('button', { name: controls })];
    await parts[1]?.scrollIntoViewIfNeeded();
    await expect.poll(() => Promise.all(parts.map(isInSight))).toEqual([true, true]);
  }
  await page.goto(`/${language}/kurse/clara-schumann`);
  await page.getByRole('button', { name: say('base', 'course.trailer') }).click();
  await expectBoth(page.getByRole('main'));
  await page.goto(`/${language}/kurse/clara-schumann/lektion/schumann-eine-taste`);
  await expectBoth(page.getByRole('main'));
});

test('a trailer ends when its page is left: the next course shows its picture', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}/kurse/clara-schumann`);
  await page
    .getByRole('button', { name: say('base', 'course.trailer') })
    .first()
    .click();
  await expect(page.locator('video')).toBeVisible();
  const next = page.getByRole('main').locator('article a[href*="/kurse/"]').first();
  const address = await next.getAttribute('href');
  await next.click();
  await expect(page).toHaveURL((url) => url.pathname === address);
  await expect(page.getByRole('button', { name: say('base', 'course.trailer') }).first()).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
});
