import type { Locator, Page } from '@playwright/test';
import { recordRequests } from '#test/e2e/support/record-requests.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

// Several tests block the modules, which the browser reports.
test.use({ toleratedFault: /Failed to fetch dynamically imported module/ });

/** Delays the first picture until the returned function is called. */
async function holdPicture(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(/\/pictures\/buehne-duerer/, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

for (const trigger of ['the first picture is painted', 'a visitor presses something', '1.5 seconds are over'])
  test(`modules are requested when ${trigger}`, async ({ page, language }) => {
    const releasePicture = await holdPicture(page);
    const requested = recordRequests(page, /\/assets\/.*\.js$/);
    const start = Date.now();
    await page.clock.install({ time: start });
    await page.clock.pauseAt(start + 1_000);
    await page.goto(`/${language}`, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    // Lets one second pass on the test's clock, in which the page is painted.
    await page.clock.runFor(1_000);
    expect(requested, 'modules before').toEqual([]);
    if (trigger === 'the first picture is painted') {
      releasePicture();
      await page.waitForLoadState('load');
      await page.clock.runFor(100);
      // The browser may report the paint late, and then the page waits for its next timer. This ends before 1.5 s.
      await expect.poll(() => page.clock.runFor(1).then(() => requested.length)).toBeGreaterThan(5);
    } else if (trigger === 'a visitor presses something') {
      await page.mouse.click(5, 5);
    } else {
      await page.clock.runFor(600);
    }
    await expect.poll(() => requested.length).toBeGreaterThan(5);
    releasePicture();
    await page.clock.resume();
  });

test('a phone fetches the middle of the hero picture, a desktop the whole', async ({
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
  expect(fetched, 'versions of the hero picture').toBe(1);
});

test.describe('pictures below the initial viewport', () => {
  /** Locates the first picture that loads lazily, just below the initial viewport. */
  const poster = (page: Page) => page.locator('main img[loading="lazy"]').first();
  const isFetched = (page: Page) =>
    poster(page).evaluate((picture: HTMLImageElement) => picture.currentSrc !== '');

  /** Sets the time limit of the wait (an animation) to 1000 s, so that only the tested event ends the wait. */
  async function delayPictures(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('img { animation-duration: 1000s !important; }');
      document.adoptedStyleSheets = [sheet];
    });
  }

  test('wait for the initial viewport, and load without scripts, too', async ({ page, language }) => {
    await page.route('**/*.js', (route) => route.abort());
    await delayPictures(page);
    await page.goto(`/${language}`, { waitUntil: 'load' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // After two animation frames the page has sent all requests that it sends immediately.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await isFetched(page), 'while it waits').toBe(false);

    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
    await expect.poll(() => isFetched(page), 'when the time is over').toBe(true);
  });

  test('load when the page is interactive', async ({ page, language }) => {
    await delayPictures(page);
    await page.goto(`/${language}`);
    await expect.poll(() => isFetched(page)).toBe(true);
  });
});

test('the data of a linked page is prefetched when the link is 200 px below the window', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}`);
  const legal = page.getByRole('contentinfo').locator('nav', { hasText: say('menu', 'link.imprint') });
  const above = legal.getByRole('link').first();
  const below = legal.getByRole('link').nth(1);
  const isPrefetched = async (link: Locator) => {
    const address = await link.getAttribute('href');
    return (await page.locator(`link[rel="prefetch"][href^="${address}.data"]`).count()) > 0;
  };
  /** Scrolls until the lower link is `distance` pixels below the window, and returns the actual distance. */
  const scrollTo = (distance: number) =>
    below.evaluate((link, wanted) => {
      scrollBy({ top: link.getBoundingClientRect().top - innerHeight - wanted, behavior: 'instant' });
      return link.getBoundingClientRect().top - innerHeight;
    }, distance);

  expect(await scrollTo(202)).toBeCloseTo(202, 0);
  await expect.poll(() => isPrefetched(above), 'the link above').toBe(true);
  // Prefetches run in order, one per idle period: after three idle periods this one would have started.
  for (let moment = 0; moment < 3; moment++) {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  }
  expect(await isPrefetched(below), 'two pixels too far').toBe(false);
  await scrollTo(198);
  await expect.poll(() => isPrefetched(below), 'within the margin').toBe(true);
});

test.describe('content far below the initial viewport', () => {
  const layoutOf = (page: Page) =>
    page.getByRole('contentinfo').evaluate((footer) => getComputedStyle(footer).contentVisibility);

  test('is laid out late in a document that is opened at its top, until the page is interactive', async ({
    page,
    language,
  }) => {
    const scripts = '**/*.js';
    await page.route(scripts, (route) => route.abort());
    await page.goto(`/${language}`, { waitUntil: 'load' });
    expect(await layoutOf(page)).toBe('auto');
    await page.unroute(scripts);
    await page.goto(`/${language}/kurse`);
    expect(await layoutOf(page), 'when the page works').toBe('visible');
  });

  test('is laid out immediately when a visitor returns to it', async ({ page, language }) => {
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`/${language}/kurse/albrecht-duerer#bewertungen`, { waitUntil: 'load' });
    expect(await layoutOf(page), 'entered in its middle').toBe('visible');

    await page.goto(`/${language}`, { waitUntil: 'load' });
    await page.reload({ waitUntil: 'load' });
    expect(await layoutOf(page), 'loaded again').toBe('visible');
    const left = await page.evaluate(() => {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
      return scrollY;
    });
    await page.reload({ waitUntil: 'load' });
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  });
});
