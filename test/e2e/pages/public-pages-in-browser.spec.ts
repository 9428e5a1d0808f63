import { expect, type Page } from '@playwright/test';
import { layoutFor } from '#core/rules/content/layout.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { brokenWords, overhang, waitUntilReady } from '#test/e2e/support/open-page.ts';
import { publicPages } from '#test/e2e/support/public-pages.ts';
import { quiet } from '#test/e2e/support/quiet.ts';
import { visitorTest as test } from '#test/e2e/support/visitor-test.ts';

/** Records console errors and warnings, exceptions, failed requests and error responses of a page. */
function collectErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // This message does not contain the URL. The response handler below records failed files with their URL.
    const isAboutFile = message.text().startsWith('Failed to load resource');
    // The Playwright configuration blocks service workers.
    const isWorker = message.text() === 'Service Worker registration blocked by Playwright';
    const isError = ['error', 'warning'].includes(message.type()) && !isAboutFile && !isWorker;
    if (isError) errors.push(message.text());
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // The browser itself aborts requests for films that it has buffered, and for pictures after a resize.
    if (['media', 'image'].includes(request.resourceType()) && reason === 'net::ERR_ABORTED') return;
    errors.push(`${request.url()}: ${reason}`);
  });
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest();
    if (response.status() >= 400 && !isPage) errors.push(`${response.url()}: ${response.status()}`);
  });
  return errors;
}

/** Waits until the pictures of the initial viewport have loaded. */
async function waitForPictures(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
}

/** Screens that no other quick journey checks for accessibility. */
const quickRoutes = [
  '/masterpass',
  '/kurse',
  '/geschenke',
  '/experten/clara-schumann',
  '/geschenkboxen/kraeuterkiste',
];

for (const { route, status } of publicPages) {
  const tag = quickRoutes.includes(route) ? '@phone' : [];
  test(`${route || '/'} loads without an error and fits the window; axe finds no violation`, { tag }, async ({
    visitor,
    language,
    say,
  }) => {
    const { page } = visitor;
    await page.goto('about:blank');
    const errors = collectErrors(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const size = page.viewportSize() ?? { width: 1366, height: 900 };
    const response = await page.goto(`/${language}${route}`);
    expect(response?.status()).toBe(status);
    const { navigation: hasHeader } = layoutFor({ path: `/${language}${route}`, locale: language });
    await waitUntilReady(page, say, hasHeader);
    await waitForPictures(page);
    await expect.poll(() => overhang(page)).toEqual([]);
    await expect(page.getByRole('button', { name: say('menu', 'open') })).toBeVisible({
      visible: hasHeader && size.width < 1024,
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => overhang(page), 'at 320 px').toEqual([]);
    await expect.poll(() => brokenWords(page), 'at 320 px').toEqual([]);
    await page.setViewportSize(size);
    await expectNoViolations(page, { more: ['wcag21a'] });
    await quiet(page);
    expect(errors).toEqual([]);
    expect(await visitor.faults()).toEqual([]);
  });
}
