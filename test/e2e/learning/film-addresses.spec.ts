import { newOwner } from '#test/e2e/support/course-owner.ts';
import { isPaused, lessonFilm, positionOf } from '#test/e2e/support/film-state.ts';
import { logIn } from '#test/e2e/support/log-in.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

const free = '/kurse/clara-schumann/lektion/schumann-eine-taste';
/** Its film is a file; streamed films renew their addresses in another way. */
const paid = '/kurse/clara-schumann/lektion/schumann-von-ton-zu-ton';

test('a video that does not load shows an error and can be tried again', async ({ page, language, say }) => {
  let isRefused = true;
  await page.route(/\/media\/(?:films|parts|.*\.(?:webm|mp4))/, (route) =>
    isRefused ? route.fulfill({ status: 403, body: 'Forbidden' }) : route.continue(),
  );
  await page.goto(`/${language}${free}`);
  await expect(page.getByText(say('base', 'lesson.failed_title'))).toBeVisible();
  isRefused = false;
  await page.getByRole('button', { name: say('base', 'lesson.failed_link') }).click();
  await expect(page.getByText(say('base', 'lesson.failed_title'))).toBeHidden();
  await page.getByRole('button', { name: say('base', 'lesson.play'), exact: true }).click();
  await expect.poll(() => positionOf(lessonFilm(page))).toBeGreaterThan(0);
});

test('the slider shows the chosen position while the film has loaded but is not there yet', async ({
  page,
  language,
  say,
  request,
}) => {
  const film = lessonFilm(page);
  // The handler that moves the film does not get its event.
  await page.addInitScript(() =>
    addEventListener('loadedmetadata', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  await page.goto(`/${language}/auth/login?returnTo=${encodeURIComponent(`/${language}${paid}?t=8`)}`);
  await logIn(page, say, await newOwner(request));
  await page.getByRole('button', { name: say('base', 'lesson.play'), exact: true }).click();
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(0);
  await expect.poll(() => positionOf(film)).toBeGreaterThan(0);
  await expect(page.getByRole('slider', { name: say('base', 'lesson.position') })).toHaveValue('8');
});

test('a paid film whose address has expired goes on at the same position with a new one', async ({
  page,
  context,
  language,
  say,
  request,
}) => {
  const film = lessonFilm(page);
  const lesson = (key: string) => say('base', `lesson.${key}`);
  const play = page.getByRole('button', { name: lesson('play'), exact: true });
  const expired = new Set<string>();
  const addresses = () =>
    page.locator('main video source').evaluateAll((all: HTMLSourceElement[]) => all.map(({ src }) => src));
  async function expire(): Promise<readonly string[]> {
    const old = await addresses();
    for (const address of old) expired.add(address);
    return old;
  }
  await page.route(/\/media\/.*\.(?:webm|mp4)/, (route) =>
    expired.has(route.request().url()) ? route.fulfill({ status: 403, body: 'Forbidden' }) : route.continue(),
  );
  await page.goto(`/${language}/auth/login?returnTo=${encodeURIComponent(`/${language}${paid}`)}`);
  await logIn(page, say, await newOwner(request));
  await expect(page).toHaveURL(new RegExp(`/${language}${paid}$`));
  await expect(film).toBeVisible();

  await test.step('before the first play', async () => {
    const old = await expire();
    await play.click();
    await expect.poll(() => positionOf(film)).toBeGreaterThan(1);
    expect(await isPaused(film)).toBe(false);
    expect(old).not.toContain((await addresses())[0]);
    await expect(page.getByText(lesson('failed_title'))).toBeHidden();
  });

  await test.step('in the middle of the film, faster than usual', async () => {
    await page.reload();
    await play.click();
    await page.getByRole('slider', { name: lesson('position') }).fill('9');
    // Both within one task: the second adds to the speed of the first.
    await film.evaluate((video) => {
      for (const _ of [1.25, 1.5])
        video.dispatchEvent(new KeyboardEvent('keydown', { key: '>', bubbles: true, cancelable: true }));
    });
    await expect.poll(() => positionOf(film)).toBeGreaterThan(9);
    const old = await expire();
    // A browser that has loaded the whole film requests nothing more, so the test dispatches the error.
    await film.evaluate((video) => video.dispatchEvent(new Event('error')));
    await expect.poll(addresses).not.toEqual(old);
    await expect.poll(() => positionOf(film)).toBeGreaterThan(10);
    expect(await isPaused(film)).toBe(false);
    expect(await film.evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5);
  });

  await test.step('while its captions get new ones, once there is a connection', async () => {
    const captions = () =>
      page.locator('main video track').evaluateAll((all: HTMLTrackElement[]) => all.map(({ src }) => src));
    const [old, sources] = [await captions(), await addresses()];
    await context.setOffline(true);
    await film.evaluate((video) => video.querySelector('track')?.dispatchEvent(new Event('error')));
    await context.setOffline(false);
    await expect.poll(captions).not.toEqual(old);
    expect(await addresses()).toEqual(sources);
  });
});

test('a link with ?t= opens a lesson at this position, also after the login', async ({
  page,
  language,
  say,
  request,
}) => {
  const film = lessonFilm(page);
  const slider = page.getByRole('slider', { name: say('base', 'lesson.position') });
  await page.goto(`/${language}${free}?t=0:09`);
  await expect(slider).toHaveValue('9');
  expect(await isPaused(film)).toBe(true);
  await page.keyboard.press('Space');
  await expect.poll(() => positionOf(film)).toBeGreaterThan(9);
  await page.keyboard.press('Space');
  await expect.poll(() => isPaused(film)).toBe(true);
  await page.goto(`/${language}${free}?t=4000`);
  await expect(slider).toHaveValue('0');

  await page.goto(`/${language}${paid}?t=8`);
  await page.getByRole('link', { name: say('base', 'lesson.log_in') }).click();
  await logIn(page, say, await newOwner(request));
  await expect(slider).toHaveValue('8');
  await page.getByRole('button', { name: say('base', 'lesson.play'), exact: true }).click();
  await expect.poll(() => positionOf(film)).toBeGreaterThan(8);
});
