import type { Page } from '@playwright/test';
import { timings } from '#core/rules/content/layout.ts';
import { alive, overhang } from '#test/e2e/support/open-page.ts';
import { withShopDatabase } from '#test/e2e/support/shop-database.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

/** Returns name and visibility of the focused element; null once focus has left the page. */
function keyboardPlace(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    // A card with one link shows the focus ring around the whole card.
    const ringed = [element, element.closest('article')].filter((candidate) => candidate !== null);
    const box = element.getBoundingClientRect();
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return {
      name: element.getAttribute('aria-label') ?? element.textContent ?? '',
      hasRing: ringed.some((candidate) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      }),
      isUncovered: middle !== null && (element.contains(middle) || middle.contains(element)),
    };
  });
}

/** Pages with tables, rows and long words beside each other. */
const widePages = [
  '',
  '/kurse',
  '/kurse/albrecht-duerer',
  '/auth/login?tab=register',
  '/preise',
  '/warenkorb',
];

/** Expects that the page is no wider than the window of the project, nor than one of 320 px. */
async function expectToFit(page: Page, route: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  for (const width of [320, size.width]) {
    await page.setViewportSize({ ...size, width });
    await expect.poll(() => overhang(page), { message: `${route} fits ${width} px` }).toEqual([]);
  }
}

/** Makes text twice as large, as in the settings of a browser. */
async function doubleText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

test('with text twice as large no content is cut off at the side', async ({ page, language, say }) => {
  // A course with a rating: the line with its stars is the widest of a card.
  const product_id = 'course-kaethe-kollwitz';
  const rating = { product_id, reviewers: 12, stars_total: 45, lowest: 2, highest: 5 };
  await withShopDatabase((db) => db.insertInto('product_ratings').values(rating).execute());
  try {
    await doubleText(page);
    for (const route of [...widePages, '/agbs']) {
      await page.goto(`/${language}${route}`);
      await alive(page, say);
      if (route === '/kurse') await expect(page.getByText(/\(\d+ (Bewertung|review)/).first()).toBeVisible();
      const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
      await expect.poll(size, { message: `the text of ${route} has grown` }).toBeGreaterThanOrEqual(30);
      await expectToFit(page, route);
    }
  } finally {
    // Its course has no reviews that its link could lead to.
    await withShopDatabase((db) =>
      db.deleteFrom('product_ratings').where('product_id', '=', product_id).execute(),
    );
  }
});

test.describe('with text twice as large and JavaScript switched off', () => {
  test.use({ javaScriptEnabled: false });

  test('no content is cut off at the side', { tag: '@phone' }, async ({ page, language }) => {
    await doubleText(page);
    for (const route of widePages) {
      await page.goto(`/${language}${route}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await expectToFit(page, route);
    }
  });
});

test('with reduced motion no animation runs', async ({ page, language, say }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/${language}/kurse/albrecht-duerer`);
  await alive(page, say);
  await page
    .getByRole('banner')
    .getByRole('button', { name: say('component', 'cart.button') })
    .click();
  await expect(page.getByRole('dialog', { name: say('component', 'cart.title') })).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .map(({ effect }) => Number(effect?.getComputedTiming().activeDuration ?? 0)),
    ),
  );
  expect(longest).toBeLessThanOrEqual(1);
});

test('the focused element is always visible', async ({ page, language, say }) => {
  await page.goto(`/${language}/kurse`);
  await alive(page, say);
  const stops: string[] = [];
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab');
    const place = await keyboardPlace(page);
    if (place === null) break;
    stops.push(place.name);
    // A list that scrolls horizontally brings the element into view after a short delay.
    await expect
      .poll(() => keyboardPlace(page), { message: stops.join(' → ') })
      .toMatchObject({ hasRing: true, isUncovered: true });
  }
  expect(stops[0]).toBe(say('menu', 'skip'));
  expect(new Set(stops).size).toBeGreaterThan(15);
});

test('the menu button replaces the navigation below 1024 px only, whichever stylesheets have loaded', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}`);
  await alive(page, say);
  const burger = page.getByRole('button', { name: say('menu', 'open') });
  const navigation = page.getByRole('navigation', { name: say('menu', 'main_label') });
  const register = page.getByRole('banner').getByRole('link', { name: say('menu', 'register') });
  async function expectAt(width: number): Promise<void> {
    await page.setViewportSize({ width, height: 900 });
    await expect(burger).toBeVisible({ visible: width < 1024 });
    await expect(navigation).toBeVisible({ visible: width >= 1024 });
    await expect(register).toBeVisible({ visible: width >= 1024 });
  }
  for (const width of [1366, 1024, 1023, 390]) await expectAt(width);
  // Components that load later add stylesheets, which must not override the header's styles.
  await page
    .getByRole('banner')
    .getByRole('button', { name: say('component', 'cart.button') })
    .click();
  const cart = page.getByRole('dialog', { name: say('component', 'cart.title') });
  await expect(cart.getByRole('button', { name: say('component', 'cart.close') })).toBeVisible();
  for (const width of [1023, 1024, 1366]) await expectAt(width);
});

test('a screen’s styles override a component’s styles, whichever stylesheet was loaded first', async ({
  page,
  language,
  say,
}) => {
  await page.goto(`/${language}`);
  const close = page.getByRole('button', { name: say('menu', 'announcement.close') });
  await expect(close).toHaveCSS('cursor', 'pointer');
  // A rule with the lowest specificity at the first position: it wins only because of cascade layers.
  await page.evaluate(() => document.styleSheets[0]?.insertRule(':where(button) { cursor: help }', 0));
  await expect(close).toHaveCSS('cursor', 'help');
});

test('a notification closes after five seconds, or by its close button', async ({ page, language, say }) => {
  await page.clock.install();
  const message = page
    .getByRole('region', { name: say('component', 'toast.label'), exact: true })
    .getByText(say('base', 'buy.added'));
  async function open(course: string): Promise<void> {
    await page.goto(`/${language}/kurse/${course}`);
    await alive(page, say);
  }
  async function add(): Promise<void> {
    await page
      .getByRole('button', { name: say('base', 'buy.add'), exact: true })
      .first()
      .click();
  }
  await open('clara-schumann');
  // From here on the test advances the clock, so that the speed of the machine does not matter.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await add();
  // What comes before the message needs moments of the clock, too.
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return message.isVisible();
    })
    .toBe(true);
  await page.clock.runFor(timings.notificationAutoClose - 1_300);
  await expect(message).toBeVisible();
  await page.clock.runFor(1_400);
  await expect(message).toBeHidden();
  await page.clock.resume();

  await open('emmy-noether');
  await add();
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: say('component', 'toast.close') }).click();
  await expect(message).toBeHidden();

  // What has left can be read again, as long as the page is not loaded anew.
  const footer = page.getByRole('contentinfo');
  await footer.getByText(say('component', 'toast.last_one')).press('Enter');
  await expect(footer.getByText(say('base', 'buy.added'))).toBeVisible();
});
