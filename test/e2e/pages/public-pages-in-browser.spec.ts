import { expect, type Page } from '@playwright/test';
import { layoutFor } from '#core/rules/content/layout.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { alive, brokenWords, overhang } from '#test/e2e/support/open-page.ts';
import { publicPages } from '#test/e2e/support/public-pages.ts';
import { quiet } from '#test/e2e/support/quiet.ts';
import { visitorTest as test } from '#test/e2e/support/visitor-test.ts';

/**
 * Collects problems of a page: console errors and warnings, exceptions, failed requests and error responses.
 */
function collectComplaints(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (fault) => complaints.push(fault.message));
  page.on('console', (message) => {
    // This message does not contain the URL. The response handler below records failed files with their URL.
    const isAboutFile = message.text().startsWith('Failed to load resource');
    // The tests of pages switch it off (`serviceWorkers: 'block'`).
    const isWorker = message.text() === 'Service Worker registration blocked by Playwright';
    const isComplaint = ['error', 'warning'].includes(message.type()) && !isAboutFile && !isWorker;
    if (isComplaint) complaints.push(message.text());
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A browser ends requests itself: of a film when it has enough of it, of a picture when the window has another
    // width.
    if (['media', 'image'].includes(request.resourceType()) && reason === 'net::ERR_ABORTED') return;
    complaints.push(`${request.url()}: ${reason}`);
  });
  page.on('response', (answer) => {
    const isPage = answer.request().isNavigationRequest();
    if (answer.status() >= 400 && !isPage) complaints.push(`${answer.url()}: ${answer.status()}`);
  });
  return complaints;
}

/** Waits until the pictures of the initial viewport have loaded. */
async function picturesHaveCome(page: Page): Promise<void> {
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
    const complaints = collectComplaints(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const size = page.viewportSize() ?? { width: 1366, height: 900 };
    const answer = await page.goto(`/${language}${route}`);
    expect(answer?.status()).toBe(status);
    const { navigation: hasHeader } = layoutFor({ path: `/${language}${route}`, locale: language });
    await alive(page, say, hasHeader);
    await picturesHaveCome(page);
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
    expect(complaints).toEqual([]);
    expect(await visitor.faults()).toEqual([]);
  });
}
