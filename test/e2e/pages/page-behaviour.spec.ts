import type { Page } from '@playwright/test';
import { timings } from '#core/rules/content/layout.ts';
import { doubleTextSize, overhang, textSize, waitUntilReady } from '#test/e2e/support/open-page.ts';
import { withShopDatabase } from '#test/e2e/support/shop-database.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

/** Returns name and visibility of the focused element; null once the focus has left the page. */
function focusedElement(page: Page) {
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

/** Pages with tables, rows and long words. */
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

test('with text twice as large no content is cut off at the side', async ({ page, language, say }) => {
  // A course with a rating: the line with its stars is the widest of a card.
  const product_id = 'course-kaethe-kollwitz';
  const rating = { product_id, reviewers: 12, stars_total: 45, lowest: 2, highest: 5 };
  await withShopDatabase((db) => db.insertInto('product_ratings').values(rating).execute());
  try {
    await doubleTextSize(page);
    for (const route of [...widePages, '/agbs']) {
      await page.goto(`/${language}${route}`);
      await waitUntilReady(page, say);
      if (route === '/kurse') await expect(page.getByText(/\(\d+ (Bewertung|review)/).first()).toBeVisible();
      await expect.poll(() => textSize(page), `the text of ${route} has grown`).toBeGreaterThanOrEqual(30);
      await expectToFit(page, route);
    }
  } finally {
    // Other tests would follow its link to reviews that do not exist.
    await withShopDatabase((db) =>
      db.deleteFrom('product_ratings').where('product_id', '=', product_id).execute(),
    );
  }
});

test.describe('with text twice as large and JavaScript switched off', () => {
  test.use({ javaScriptEnabled: false });

  test('no content is cut off at the side', { tag: '@phone' }, async ({ page, language }) => {
    await doubleTextSize(page);
    for (const route of widePages) {
      await page.goto(`/${language}${route}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await expectToFit(page, route);
    }
  });
});

test('with reduced motion no animation runs', async ({ page, language, say, shopper }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/${language}/kurse/albrecht-duerer`);
  await waitUntilReady(page, say);
  await shopper.openCart();
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
  await waitUntilReady(page, say);
  const stops: string[] = [];
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await focusedElement(page);
    if (focused === null) break;
    stops.push(focused.name);
    // A list that scrolls horizontally brings the element into view after a short delay.
    await expect
      .poll(() => focusedElement(page), { message: stops.join(' → ') })
      .toMatchObject({ hasRing: true, isUncovered: true });
  }
  expect(stops[0]).toBe(say('menu', 'skip'));
  expect(new Set(stops).size).toBeGreaterThan(15);
});

test('the menu button replaces the navigation below 1024 px only, whichever stylesheets have loaded', async ({
  page,
  language,
  say,
  shopper,
}) => {
  await page.goto(`/${language}`);
  await waitUntilReady(page, say);
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
  const cart = await shopper.openCart();
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
    await waitUntilReady(page, say);
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
  // Steps before the message need timers of this clock, too.
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

  // A closed message can be read again until the page is reloaded.
  const footer = page.getByRole('contentinfo');
  await footer.getByText(say('component', 'toast.last_one')).press('Enter');
  await expect(footer.getByText(say('base', 'buy.added'))).toBeVisible();
});
