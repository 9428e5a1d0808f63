import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { newOwner } from '#test/e2e/support/course-owner.ts';
import { captionLanguages, isPaused, lessonFilm, positionOf } from '#test/e2e/support/film-state.ts';
import { logIn } from '#test/e2e/support/log-in.ts';
import { withShopDatabase } from '#test/e2e/support/shop-database.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import type { Say } from '#test/e2e/support/shop-words.ts';

const free = '/kurse/clara-schumann/lektion/schumann-eine-taste';
const paid = '/kurse/clara-schumann/lektion/schumann-das-gewicht-des-arms';

interface Visit {
  readonly page: Page;
  readonly language: string;
  readonly say: Say;
  readonly request: APIRequestContext;
}

/** Opens a paid lesson as a new owner of its course, who logs in there; returns the owner's e-mail address. */
async function openOwnLesson({ page, language, say, request }: Visit): Promise<string> {
  await page.goto(`/${language}${paid}`);
  await page.getByRole('link', { name: say('base', 'lesson.log_in') }).click();
  const email = await newOwner(request);
  await logIn(page, say, email);
  await expect(page).toHaveURL(new RegExp(`/${language}${paid}$`));
  return email;
}

/** Returns the position that the shop has saved for an owner, in seconds; 0 for none. */
async function savedPosition(email: string): Promise<number> {
  let seconds = 0;
  await withShopDatabase(async (db) => {
    const progress = await db
      .selectFrom('lesson_progress')
      .innerJoin('users', 'users.id', 'lesson_progress.user_id')
      .select('position_seconds')
      .where('users.email', '=', email)
      .executeTakeFirst();
    seconds = progress?.position_seconds ?? 0;
  });
  return seconds;
}

/** Replaces picture-in-picture, which a headless browser does not have, by an attribute of the film (`data-window`). */
async function simulatePictureInPicture(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'pictureInPictureEnabled', { get: () => true });
    HTMLVideoElement.prototype.requestPictureInPicture = function request() {
      this.setAttribute('data-window', 'requested');
      return Promise.reject(new Error('no window'));
    };
  });
}

/** The amount of sound that Chromium has decoded, in bytes. */
interface DecodedSound {
  readonly webkitAudioDecodedByteCount: number;
}

test('a film without sound says so and has no mute button', async ({ page, language, say }) => {
  await page.route('**/api/lessons/schumann-eine-taste', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.replace('"has_sound":true', '"has_sound":false') });
  });
  await page.goto(`/${language}/kurse/clara-schumann`);
  await page.getByRole('link', { name: say('base', 'course.watch_first') }).click();
  const player = page.getByRole('region', { name: say('base', 'lesson.player') });
  await expect(player.getByText(say('base', 'lesson.silent'), { exact: true })).toBeVisible();
  // The film begins by itself where the browser allows it.
  const playing = new RegExp(`^(?:${say('base', 'lesson.play')}|${say('base', 'lesson.pause')})$`);
  await expect(player.getByRole('button', { name: playing })).toBeVisible();
  await expect(player.getByRole('button', { name: say('base', 'lesson.mute') })).toHaveCount(0);
});

test('anyone can play a free lesson, with captions, transcript and keyboard shortcuts', {
  tag: '@desktop',
}, async ({ page, language, say }) => {
  const film = lessonFilm(page);
  const lesson = (key: string, values = {}) => say('base', `lesson.${key}`, values);
  await simulatePictureInPicture(page);
  await page.goto(`/${language}/kurse/clara-schumann`);
  const first = page.getByRole('link', { name: say('base', 'course.watch_first') });
  await expect(first).toHaveAttribute('href', new RegExp(`${free}$`));
  await first.click();
  await test.step('it plays in a dialog over the course page first', async () => {
    const dialog = page.getByRole('dialog');
    const video = dialog.locator('video');
    const end = dialog.getByRole('region', { name: say('learning', 'free.ending') });
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.2);
    await video.evaluate((one: HTMLVideoElement) => {
      one.currentTime = one.duration - 0.5;
    });
    await expect(end).toContainText('7');
    await expectNoViolations(page);
    await end.getByRole('button', { name: say('learning', 'free.again') }).click();
    await expect(end).toBeHidden();
    await dialog.getByRole('link', { name: say('learning', 'free.to_lesson') }).click();
  });
  await expect(page).toHaveURL(new RegExp(`/${language}${free}$`));

  const player = page.getByRole('region', { name: lesson('player') });
  await player.getByRole('button', { name: lesson('play'), exact: true }).click();
  await expect.poll(() => positionOf(film)).toBeGreaterThan(1);
  const showing = () => captionLanguages(film);
  await expect.poll(showing).toEqual([language]);
  await expect
    .poll(() =>
      film.evaluate(
        (video: HTMLVideoElement) =>
          [...video.textTracks].flatMap((track) => [...(track.activeCues ?? [])]).length,
      ),
    )
    .toBe(1);

  const decodedBytes = () =>
    film.evaluate((video) => (video as unknown as DecodedSound).webkitAudioDecodedByteCount);
  await expect.poll(decodedBytes).toBeGreaterThan(0);

  await film.focus();
  await page.keyboard.press('Space');
  await expect(player.getByRole('button', { name: lesson('play'), exact: true })).toBeVisible();
  expect(await isPaused(film)).toBe(true);
  // From the start, because nobody knows how far the short film has played.
  const slider = page.getByRole('slider', { name: lesson('position') });
  for (const [key, seconds] of Object.entries({ 0: '0', ArrowRight: '5', l: '15' })) {
    await page.keyboard.press(key);
    await expect(slider).toHaveValue(seconds);
  }
  await page.keyboard.press('j');
  await page.keyboard.press('5');
  const part = () => film.evaluate((video: HTMLVideoElement) => video.currentTime / video.duration);
  await expect.poll(part).toBeCloseTo(0.5);
  await page.keyboard.press('>');
  await page.keyboard.press('m');
  const playback = () =>
    film.evaluate((video: HTMLVideoElement) => [video.playbackRate, video.muted, video.volume]);
  await expect.poll(playback).toEqual([1.25, true, 1]);
  await page.keyboard.press('<');
  await page.keyboard.press('ArrowDown');
  await expect.poll(playback).toEqual([1, false, 0.9]);
  await page.keyboard.press('c');
  await expect.poll(showing).toEqual([]);
  await page.keyboard.press('c');
  await expect.poll(showing).toEqual([language]);

  const chapters = page.getByRole('region', { name: lesson('chapters') });
  const current = chapters.locator('[aria-current]');
  await expect(chapters.getByRole('link')).toHaveCount(3);
  await page.keyboard.press('0');
  await expect(slider).toHaveValue('0');
  await page.keyboard.press('n');
  await expect.poll(() => positionOf(film)).toBe(9);
  await expect(current).toContainText(
    language === 'de' ? 'Drücken statt schlagen' : 'Pressing, not striking',
  );
  await page.keyboard.press('p');
  await expect.poll(() => positionOf(film)).toBe(0);
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    language === 'de' ? /, Hebel und Hammer$/ : /, Lever and hammer$/,
  );
  // Checked first, because the film pauses again at its end.
  await chapters.getByRole('link').last().click();
  await expect.poll(() => isPaused(film)).toBe(false);
  await expect.poll(() => positionOf(film)).toBeGreaterThan(17);

  const transcript = page.getByRole('region', { name: lesson('transcript') });
  await expect(transcript.getByRole('button')).toHaveCount(5);
  await transcript.getByLabel(lesson('search')).fill('hammer');
  await expect(transcript.getByRole('button')).toHaveCount(2);
  await expect(transcript.getByRole('status')).toContainText('2');
  await transcript.getByRole('button').last().click();
  await expect.poll(() => isPaused(film)).toBe(false);
  await expect.poll(() => positionOf(film)).toBeGreaterThan(13);
  await film.evaluate((video: HTMLVideoElement) => video.pause());
  await player.getByRole('button', { name: lesson('picture_in_picture') }).click();
  await expect(film).toHaveAttribute('data-window', 'requested');
  await player.getByRole('button', { name: say('learning', 'player.settings') }).click();
  await player.getByLabel(say('learning', 'player.caption_size')).selectOption('largest');
  await expect(player.locator('[data-caption-size="largest"] video')).toBeVisible();
  await player.getByLabel(lesson('rate')).selectOption('2');
  expect(await film.evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(2);
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(player.getByLabel(lesson('rate'))).toBeHidden();
  await expect(player.getByRole('button', { name: say('learning', 'player.settings') })).toBeFocused();
});

test('film, title and next lesson are visible together, and the header never covers the film', async ({
  page,
  language,
  say,
}) => {
  const film = lessonFilm(page);
  await page.goto(`/${language}${free}`);
  const next = page.getByRole('complementary', { name: say('base', 'lesson.next_label') });
  for (const part of [film, page.getByRole('heading', { level: 1 }), next.getByRole('heading')])
    await expect(part).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.scrollTo(0, 150));
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await expect(film).toBeInViewport();
});

test('an owner continues a lesson at the saved position, from the lesson and from the watch history', {
  tag: '@phone',
}, async ({ page, language, say, request }) => {
  const film = lessonFilm(page);
  const lesson = (key: string, values = {}) => say('base', `lesson.${key}`, values);
  const email = await openOwnLesson({ page, language, say, request });

  const saved = page.waitForResponse(
    (response) => response.url().includes('/api/activities/') && response.request().method() === 'PUT',
  );
  await page.getByRole('button', { name: lesson('play'), exact: true }).click();
  expect((await saved).status()).toBe(200);
  await page.getByRole('slider', { name: lesson('position') }).fill('12');
  await expect.poll(() => positionOf(film)).toBeGreaterThan(12);
  // Leaves the page while the video plays: the position is saved by a request that outlives the page.
  await page.goto(`/${language}/profil/master`);
  await expect.poll(() => savedPosition(email)).toBeGreaterThanOrEqual(12);
  const onward = page.getByRole('region', { name: say('learning', 'continue.title') });
  await expect(onward).toBeVisible();
  await onward.getByRole('link', { name: say('learning', 'continue.next', { number: 2 }) }).click();
  await expect(page).toHaveURL(new RegExp(`/${language}${paid}$`));
  // No video data is loaded before the video is played; the slider shows the saved position.
  const slider = page.getByRole('slider', { name: lesson('position') });
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThanOrEqual(12);
  expect(await isPaused(film)).toBe(true);
  expect(await film.evaluate((video: HTMLVideoElement) => video.readyState)).toBe(0);
  await page.getByRole('button', { name: lesson('from_start') }).click();
  await expect(slider).toHaveValue('0');
});

test('at its end a film counts as watched, and the next one begins by itself unless that is refused', async ({
  page,
  language,
  say,
  request,
}) => {
  const film = lessonFilm(page);
  const lesson = (key: string, values = {}) => say('base', `lesson.${key}`, values);
  const onward = page.getByRole('region', { name: say('learning', 'continue.title') });
  await openOwnLesson({ page, language, say, request });
  const slider = page.getByRole('slider', { name: lesson('position') });
  await expect(slider).toBeEnabled();
  const last = Number(await slider.getAttribute('max')) - 1;
  // While a note is being written the next lesson does not begin.
  const note = page.getByRole('region', { name: say('learning', 'notes.title') }).getByRole('textbox');
  await note.fill('Legato');
  await slider.fill(String(last));
  await page.getByRole('button', { name: lesson('play'), exact: true }).click();
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
  const lessons = page.getByRole('complementary').getByRole('progressbar', { name: lesson('progress') });
  await expect(lessons).toHaveAttribute('aria-valuenow', '1');
  const line = page
    .getByRole('complementary')
    .getByRole('listitem')
    .filter({ hasText: lesson('is_seen') });
  await expect(line.getByRole('link')).toHaveAttribute('aria-current', 'page');
  const ending = page.getByRole('region', { name: lesson('ending.label') });
  await expect(ending).toContainText(lesson('ending.done', { number: 2 }));
  await expectNoViolations(page);
  await test.step('the next lesson begins by itself, unless that is refused for good', async () => {
    const next = (key: string) => say('learning', `onward.${key}`);
    await expect(ending).toContainText(next('soon'));
    await ending.getByRole('button', { name: next('refuse') }).click();
    await note.clear();
    await page.reload();
    await slider.fill(String(last));
    await page.getByRole('button', { name: lesson('play'), exact: true }).click();
    await expect(ending).toContainText(next('waits'));
    await page.getByRole('button', { name: say('learning', 'player.settings') }).click();
    await page.getByLabel(lesson('rate')).selectOption('1.25');
    await page.getByLabel(say('learning', 'player.caption_language')).selectOption('off');
    await page.keyboard.press('Escape');
    await ending.getByRole('button', { name: next('allow') }).click();
  });
  await expect(page).toHaveURL(/schumann-von-ton-zu-ton$/);
  await expect(ending).toBeHidden();
  // The next lesson plays at once here, and after a reload it does not.
  await expect.poll(() => positionOf(film)).toBeGreaterThan(0);
  expect(await isPaused(film)).toBe(false);
  await expect(lessons).toHaveAttribute('aria-valuenow', '1');
  // Speed and captions are those of the last film, also after a reload.
  await page.reload();
  const remembered = () =>
    film.evaluate((video: HTMLVideoElement) => [
      video.playbackRate,
      [...video.textTracks].filter(({ mode }) => mode === 'showing').length,
    ]);
  await expect.poll(remembered).toEqual([1.25, 0]);
  expect(await isPaused(film)).toBe(true);

  await test.step('course list, course page and home page link to the next lesson', async () => {
    // The second lesson is finished, and the third has not been begun.
    const next = { name: say('learning', 'continue.next', { number: 3 }) };
    await page.goto(`/${language}/profil/master`);
    const course = page.getByRole('main').getByRole('article');
    await expect(course).toHaveCount(1);
    await expect(course).toContainText(say('learning', 'shelf.seen_other', { seen: 1, count: 8 }));
    await expect(course).toContainText(say('learning', 'shelf.owned'));
    await expect(course.getByRole('link').first()).toHaveAttribute('href', /schumann-von-ton-zu-ton$/);
    await expect(onward.getByRole('link', next)).toBeVisible();
    await expectNoViolations(page);
    await page.goto(`/${language}/kurse/clara-schumann`);
    await expect(page.getByRole('link', next)).toHaveAttribute('href', /schumann-von-ton-zu-ton$/);
    await page.goto(`/${language}`);
    await expect(onward).toContainText(say('learning', 'shelf.seen_other', { seen: 1, count: 8 }));
    await expectNoViolations(page);
    await onward.getByRole('link', next).click();
    await expect(page).toHaveURL(/schumann-von-ton-zu-ton$/);
  });
});

test('a film that stops within its last second counts as ended', async ({ page, language, say }) => {
  const film = lessonFilm(page);
  await page.goto(`/${language}${free}`);
  const slider = page.getByRole('slider', { name: say('base', 'lesson.position') });
  await expect(slider).toBeEnabled();
  // As slow as possible, so that the film does not reach its end by itself meanwhile.
  await film.evaluate((video: HTMLVideoElement) => {
    video.defaultPlaybackRate = 0.0625;
  });
  await slider.fill(String(Number(await slider.getAttribute('max')) - 4));
  await page.getByRole('button', { name: say('base', 'lesson.play'), exact: true }).click();
  await expect.poll(() => isPaused(film)).toBe(false);
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThanOrEqual(3);
  const length = await film.evaluate((video: HTMLVideoElement) => {
    const still = video.duration - 0.5;
    Object.defineProperty(video, 'currentTime', {
      configurable: true,
      get: () => still,
      set(wanted: number) {
        Reflect.deleteProperty(video, 'currentTime');
        video.dataset.set = String(wanted);
        video.currentTime = wanted;
      },
    });
    return video.duration;
  });
  await expect(film).toHaveAttribute('data-set', String(length));
  await expect(
    page.getByRole('main').getByRole('region', { name: say('base', 'lesson.ending.label') }),
  ).toBeVisible();
});

test('a note and a bookmark are saved at their positions, changed, exported and deleted', async ({
  page,
  language,
  say,
  request,
}) => {
  const film = lessonFilm(page);
  const lesson = (key: string, values = {}) => say('base', `lesson.${key}`, values);
  await openOwnLesson({ page, language, say, request });
  const note = (key: string, values = {}) => say('learning', `notes.${key}`, values);
  const notes = page.getByRole('region', { name: note('title') });
  const lines = notes.getByRole('listitem');
  await page.getByRole('slider', { name: lesson('position') }).fill('7');
  await notes.getByLabel(note('label', { place: '0:07' })).fill('Erst kommen, dann gehen');
  await notes.getByRole('button', { name: note('add', { place: '0:07' }) }).click();
  await page.getByRole('slider', { name: lesson('position') }).fill('3');
  await notes.getByRole('button', { name: note('set_bookmark', { place: '0:03' }) }).click();
  await expect(lines).toHaveText([new RegExp(note('bookmark')), /Erst kommen, dann gehen/]);
  await lines
    .last()
    .getByRole('button', { name: note('edit') })
    .click();
  await lines.last().getByRole('textbox').fill('Legato');
  await lines
    .last()
    .getByRole('button', { name: note('save') })
    .click();
  await expectNoViolations(page);
  const download = page.waitForEvent('download');
  await notes.getByRole('button', { name: note('download') }).click();
  expect((await download).suggestedFilename()).toBe(note('file', { course: 'clara-schumann' }));
  await page.reload();
  await expect(lines).toHaveText([new RegExp(note('bookmark')), /0:07\s*Legato/]);
  await lines
    .first()
    .getByRole('button', { name: note('remove', { place: '0:03' }) })
    .click();
  await expect(lines).toHaveCount(1);
  await lines.getByRole('button', { name: /Legato/ }).click();
  await expect.poll(() => positionOf(film)).toBeGreaterThanOrEqual(7);
  expect(await isPaused(film)).toBe(false);
});

test('a visitor who does not own the course sees an offer, and the video URL is refused', async ({
  page,
  language,
  say,
  request,
}) => {
  await page.goto(`/${language}${paid}`);
  await expect(lessonFilm(page)).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: say('base', 'lesson.offer_label') })).toContainText(
    '99',
  );
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expectNoViolations(page);
  for (const ending of ['webm', 'mp4', 'svg', 'de.vtt']) {
    const response = await request.get(`/media/schumann-das-gewicht-des-arms.${ending}`);
    expect(response.status(), ending).toBe(403);
  }
  const unknown = await page.goto(`/${language}/kurse/clara-schumann/lektion/gibt-es-nicht`);
  expect(unknown?.status()).toBe(404);
  const foreign = await page.goto(`/${language}/kurse/albrecht-duerer/lektion/schumann-eine-taste`);
  expect(foreign?.status()).toBe(404);
});

test('without JavaScript the video has the browser’s controls and the page contains the transcript', async ({
  browser,
  baseURL,
  language,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto(`/${language}${free}`);
  await expect(lessonFilm(page)).toHaveAttribute('controls', '');
  await expect(
    page.getByText(language === 'de' ? /Eine Taste von der Seite/ : /One key from the side/),
  ).toBeVisible();
  await context.close();
});
