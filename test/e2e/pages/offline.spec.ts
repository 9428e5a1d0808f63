import type { Page } from '@playwright/test';
import { pagesCache } from '#core/rules/content/offline.ts';
import german from '#locales/de/offline.json' with { type: 'json' };
import english from '#locales/en/offline.json' with { type: 'json' };
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { logOut } from '#test/e2e/support/log-in.ts';
import { quiet } from '#test/e2e/support/quiet.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

// Other journeys block the service worker, because it hides requests from their routes.
test.use({ serviceWorkers: 'allow' });

const offlineTexts = { de: german, en: english };

/** Returns the paths of the pages that the browser has saved for offline use. */
function savedPaths(page: Page): Promise<readonly string[]> {
  return page.evaluate(async (name) => {
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  }, pagesCache);
}

test('a visited course can be read offline, the checkout says that it needs a connection, logging out deletes the copies', {
  tag: '@desktop',
}, async ({ page, learner, context, language, say }) => {
  const texts = offlineTexts[language];
  const course = `/${language}/kurse/emmy-noether`;
  await page.goto(course);
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await expect.poll(() => savedPaths(page)).toContain(course);
  const copy = await page.evaluate(async (path) => (await caches.match(path))?.text(), course);
  expect(copy).toContain('</html>');
  expect(copy).not.toContain('<script');
  for (const own of [learner.email, learner.name, learner.id]) expect(copy).not.toContain(own);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('status').first()).toContainText(texts.copy.split('{{date}}')[0] ?? '');
  // Buttons, which would do nothing, are removed; the links of the menu stay.
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('region', { name: say('component', 'consent.title') })).toBeHidden();
  await expect(page.getByRole('banner').getByRole('navigation').first()).toBeVisible();

  await page.goto(`/${language}/checkout/shop?dialog=address`);
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
  await expect(page.getByText(texts.needs_connection)).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('main').getByRole('list').getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`${course}$`));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await context.setOffline(false);
  await page.goto(`/${language}/profil`);
  await logOut(page, say);
  // Retried, because the page reloads meanwhile.
  await expect(async () => expect(await savedPaths(page)).not.toContain(course)).toPass();

  // The router reloads a page when the connection is lost while it fetches the code of a link in advance.
  await quiet(page);
  await context.setOffline(true);
  await page.goto(course);
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
});
