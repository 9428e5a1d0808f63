import type { Page } from '@playwright/test';
import { timings } from '#core/rules/content/layout.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { quiet } from '#test/e2e/support/quiet.ts';
import { withShopDatabase } from '#test/e2e/support/shop-database.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;

test('a product that is no longer sold returns a 410 page with links', async ({ page, language, say }) => {
  const slug = 'ignaz-semmelweis';
  const path = `/${language}/kurse/${slug}`;
  const setActive = (isActive: boolean) =>
    withShopDatabase((db) =>
      db.updateTable('products').set({ is_active: isActive }).where('slug', '=', slug).execute(),
    );
  expect((await page.goto(path))?.status()).toBe(200);
  await setActive(false);
  try {
    expect((await page.goto(path))?.status()).toBe(410);
    await expect(page.getByRole('heading', { level: 1, name: say('base', 'gone.title') })).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await expectNoViolations(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: say('base', 'not_found.to_courses') })
      .click();
    await expect(page).toHaveURL(new RegExp(`/${language}/kurse$`));
  } finally {
    await setActive(true);
  }
});

test('the announcement bar stays closed, and the layout is measured again', async ({
  page,
  language,
  say,
}) => {
  const padding = () =>
    page.evaluate(() =>
      Number.parseFloat(document.documentElement.style.getPropertyValue('--layout-padding')),
    );
  const bar = page.getByRole('region', { name: say('menu', 'announcement.label') });
  await page.goto(`/${language}`);
  await expect(bar.getByRole('link')).toBeVisible();
  await expect.poll(padding).toBeGreaterThan(0);
  const before = await padding();
  const height = (await bar.boundingBox())?.height ?? 0;

  await bar.getByRole('button', { name: say('menu', 'announcement.close') }).click();
  await expect(bar).toBeHidden();
  await expect.poll(padding).toBe(Math.round(before - height));
  await page.goto(`/${language}/kurse`);
  await expect(bar).toBeHidden();
});

test('the language switcher appears after a delay and links to the same page', async ({ page, language }) => {
  const other = language === 'de' ? 'en' : 'de';
  await page.goto(`/${language}/kurse?sort=title`);
  const switcher = page.getByRole('banner').getByRole('link', { name: other.toUpperCase() });
  await expect(page.locator(`header a[hreflang=${other}]`)).toHaveCSS('visibility', 'hidden');
  await expect(switcher).toBeVisible();
  await switcher.click();
  await expect(page).toHaveURL(new RegExp(`/${other}/kurse\\?sort=title$`));
  await expect(page.locator('html')).toHaveAttribute('lang', other);
  expect((await page.context().cookies()).find((cookie) => cookie.name === 'locale')?.value).toBe(other);
});

test('the navigation links to existing pages, and to books in German only', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}`);
  if (isPhone(page)) await page.getByRole('button', { name: say('menu', 'open') }).click();
  const navigation = page.getByRole('navigation', { name: say('menu', 'main_label') });
  await expect(navigation.getByRole('link', { name: say('menu', 'link.courses') })).toBeVisible();
  const books = navigation.getByRole('link', { name: say('menu', 'link.books') });
  await expect(books).toHaveCount(language === 'de' ? 1 : 0);
  await expect(navigation.getByRole('link', { name: say('menu', 'link.masterpass') })).toBeVisible();
  await navigation.getByRole('link', { name: say('menu', 'link.courses') }).click();
  await expect(page).toHaveURL(new RegExp(`/${language}/kurse$`));
  await expect(navigation).toBeVisible({ visible: !isPhone(page) });
});

test('the burger menu keeps focus inside, prevents scrolling of the page and returns focus', {
  tag: '@phone',
}, async ({ page, language, say }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${language}`);
  const burger = page.getByRole('button', { name: say('menu', 'open') });
  await burger.click();
  const menu = page.getByRole('dialog', { name: say('menu', 'title') });
  await expect(menu).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    // Focus may move to the browser's own toolbar, but never to the page behind the menu.
    const isInside = await menu.evaluate(
      (panel) => panel.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isInside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(burger).toBeFocused();
  await burger.click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/${language}$`));
});

test('a page change moves focus to the content and announces the new title', { tag: '@desktop' }, async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}`);
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: say('menu', 'link.privacy') }).click();
  await expect(page).toHaveURL(new RegExp(`/${language}/datenschutz$`));
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: await page.title() })).toHaveCount(1);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'paper');
  // Interrupts view transitions, which must log no error.
  for (const turn of ['goBack', 'goForward', 'goBack'] as const) await page[turn]({ waitUntil: 'commit' });
  await expect(page).toHaveURL(new RegExp(`/${language}$`));
});

test('the skip link moves to the content', async ({ page, language, say }) => {
  await page.goto(`/${language}/kurse`);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: say('menu', 'skip') });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('after a login from the cart a progress bar is shown, and the checkout opens after one second', async ({
  page,
  language,
  say,
}) => {
  const start = Date.now();
  await page.clock.install({ time: start });
  await page.clock.pauseAt(start + 1_000);
  await page.goto(`/${language}?ref=cart&status=authenticated`, { waitUntil: 'load' });
  const works = () => page.evaluate(() => document.documentElement.dataset.works !== undefined);
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return works();
    })
    .toBe(true);
  await expect(page.getByText(say('menu', 'way_back'))).toBeVisible();

  const left: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) left.push(request.url());
  });
  await page.clock.runFor(timings.cartLoginRedirect - 20);
  // A navigation that had already started would have sent its request before this one.
  await page.evaluate(async () => (await fetch('/robots.txt')).text());
  expect(left, 'before the second is over').toEqual([]);
  await page.clock.runFor(20);
  await expect(page).toHaveURL(new RegExp(`/${language}/checkout/shop\\?dialog=address`));
  // Back does not return to the page that redirected, which was the first one.
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('a lost connection is reported, and the page loads when the connection is back', {
  tag: '@desktop',
}, async ({ page, context, language, say }) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.goto(`/${language}`);
  // A page in use has prefetched the code of visible links.
  await page.mouse.move(300, 300);
  await expect(page.locator(`link[rel="prefetch"][href^="/${language}/kurse.data"]`).first()).toBeAttached();
  await quiet(page);
  await context.setOffline(true);
  await page
    .getByRole('banner')
    .getByRole('link', { name: say('menu', 'link.courses') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: say('base', 'offline.title') })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: say('base', 'offline.title') })).toBeHidden();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});
