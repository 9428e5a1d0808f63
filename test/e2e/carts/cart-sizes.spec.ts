import type { Page } from '@playwright/test';
import { isInSight } from '#test/e2e/support/in-sight.ts';
import { logInNewLearner } from '#test/e2e/support/new-learner.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { shopWords } from '#test/e2e/support/shop-words.ts';
import { cartButton } from '#test/e2e/support/shopper.ts';

/** Widths and heights, from a page zoomed to 400 % to a large screen. */
const windows = [
  [320, 568],
  [320, 256],
  [360, 640],
  [390, 664],
  [390, 844],
  [768, 1024],
  [1366, 768],
  [1920, 1080],
] as const;

/** The first is part of a bundle offer; three or more courses are compared with the membership. */
const products = [
  'course-albrecht-duerer',
  'book-raupen-lesen',
  'course-clara-schumann',
  'course-emmy-noether',
  'course-bertha-benz',
  'gift-box-zeichentisch',
  'course-auguste-escoffier',
  'course-hildegard-von-bingen',
  'book-das-buch-vom-messen',
  'course-johannes-gutenberg',
  'voucher-gutschein-50',
  'course-ignaz-semmelweis',
];

for (const { name, count, isLearner, code } of [
  { name: 'one line', count: 1, isLearner: false, code: null },
  { name: 'four lines and a coupon, of a learner', count: 4, isLearner: true, code: 'WILLKOMMEN10' },
  { name: 'twelve lines and a coupon', count: 12, isLearner: false, code: 'WILLKOMMEN10' },
]) {
  test(`total and a wide button are visible in every window, above the consent banner: ${name}`, async ({
    page,
    context,
    baseURL,
    language,
    say,
    shopper,
  }) => {
    const chosen = products.slice(0, count);
    if (isLearner) await (await logInNewLearner(page, context, { language, baseURL })).fillCart(...chosen);
    else await shopper.fillCart(...chosen);
    await context.clearCookies({ name: 'CookieConsent' });
    await page.goto(`/${language}`);
    await expect(page.getByRole('region', { name: say('component', 'consent.title') })).toBeAttached();
    const cart = await shopper.openCart();
    const content = cart.getByRole('group', { name: say('component', 'cart.content') });
    if (code !== null) {
      await cart.getByRole('button', { name: say('component', 'cart.coupon.label') }).click();
      await cart.getByLabel(say('component', 'cart.coupon.label')).fill(code);
      await cart.getByRole('button', { name: say('component', 'cart.coupon.apply') }).click();
      await expect(cart).toContainText(say('component', 'cart.coupon.applied'));
    }
    await expect(content.getByRole('button', { name: say('component', 'bundle.add_missing') })).toBeVisible();
    if (count > 2)
      await expect(content.getByRole('link', { name: say('component', 'cart.compare.link') })).toBeVisible();

    const parts = {
      checkout: cart.getByRole('link', { name: say('component', 'cart.checkout') }),
      total: cart.locator('dl > div').filter({ hasText: say('component', 'cart.totals.total') }),
      close: cart.getByRole('button', { name: say('component', 'cart.close') }),
    };
    for (const [width, height] of windows) {
      const window = `at ${width} × ${height}`;
      await page.setViewportSize({ width, height });
      await content.evaluate((box) => box.scrollTo({ top: 0, behavior: 'instant' }));
      for (const [part, locator] of Object.entries(parts))
        await expect.poll(() => isInSight(locator), `${part} in sight ${window}`).toBe(true);
      const title = content.getByRole('heading', { level: 3 }).first();
      expect(await isInSight(title), `title of the first line in sight ${window}`).toBe(true);
      const [panel, button] = await Promise.all([cart.boundingBox(), parts.checkout.boundingBox()]);
      expect(button?.width, `width of the button ${window}`).toBeGreaterThan((panel?.width ?? 0) * 0.8);
      expect(button?.height, `height of the button ${window}`).toBeGreaterThanOrEqual(44);
      const overflow = await cart.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(overflow, `sideways overflow ${window}`).toBeLessThanOrEqual(0);
    }
  });
}

/**
 * Returns the focused element if it is covered or outside of the window, an empty text if it is visible, and null once
 * the focus has left the cart.
 */
function hiddenFocus(page: Page, cart: string): Promise<string | null> {
  return page.evaluate((label) => {
    const element = document.activeElement;
    if (element?.closest(`[role="dialog"][aria-label="${label}"]`) == null) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSeen = seen !== null && (element.contains(seen) || seen.contains(element));
    return isSeen ? '' : `${element.tagName} ${element.textContent}`;
  }, cart);
}

test('zoomed to 400 %, every control of the cart is visible when the keyboard reaches it', async ({
  page,
  language,
  say,
  shopper,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await shopper.fillCart(...products.slice(0, 4));
  await page.goto(`/${language}`);
  // By keyboard: hovering opens the cart too, which covers the button in such a small window.
  await cartButton(page, say).press('Enter');
  const cart = page.getByRole('dialog', { name: say('component', 'cart.title') });
  await expect(cart.getByRole('button', { name: say('component', 'bundle.add_missing') })).toBeVisible();
  let stops = 0;
  for (; stops < 60; stops += 1) {
    await page.keyboard.press('Tab');
    if ((await hiddenFocus(page, say('component', 'cart.title'))) === null) break;
    await expect.poll(() => hiddenFocus(page, say('component', 'cart.title')), `stop ${stops + 1}`).toBe('');
  }
  // Three buttons of the header, three controls of each line, coupon, bundle, link of the cart, checkout.
  expect(stops).toBeGreaterThan(18);
});

test('the consent card never covers the quantity of a book, wherever the page is scrolled', async ({
  page,
  context,
}) => {
  // Pages of books are German.
  const say = shopWords('de');
  await context.clearCookies({ name: 'CookieConsent' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/de/buecher/raupen-lesen');
  const card = page.getByRole('region', { name: say('component', 'consent.title') });
  const main = page.getByRole('main');
  const less = main.getByRole('button', { name: say('component', 'stepper.less'), exact: true });
  const more = main.getByRole('button', { name: say('component', 'stepper.more'), exact: true });
  await expect(card).toBeVisible();
  for (const width of [1024, 1080]) {
    await page.setViewportSize({ width, height: 768 });
    for (const above of [60, 160, 260]) {
      await less.evaluate((button, gap) => {
        const top = button.getBoundingClientRect().bottom + gap - innerHeight;
        scrollBy({ top, behavior: 'instant' });
      }, above);
      for (const [name, button] of Object.entries({ less, more }))
        await expect
          .poll(() => isInSight(button), `${name}, ${above} px above the edge at ${width}`)
          .toBe(true);
    }
  }
  await expect(card).toBeVisible();
});
