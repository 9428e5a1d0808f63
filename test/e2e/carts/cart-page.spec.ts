import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { holdScripts } from '#test/e2e/support/hold-scripts.ts';
import { isInSight } from '#test/e2e/support/in-sight.ts';
import { overhang, textSize } from '#test/e2e/support/open-page.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail } from '#test/e2e/support/shopper.ts';

const products = ['course-albrecht-duerer', 'book-raupen-lesen', 'course-clara-schumann'];

test('the cart page shows total and checkout button in every window; lines are removed and restored by keyboard', {
  tag: '@phone',
}, async ({ page, context, language, say, shopper }) => {
  await shopper.fillCart(...products);
  await context.clearCookies({ name: 'CookieConsent' });
  await page.goto(`/${language}/warenkorb`);
  const main = page.getByRole('main');
  const button = main.getByRole('link', { name: say('component', 'cart.checkout') });
  const total = main.locator('dl > div').filter({ hasText: say('component', 'cart.totals.total') });

  await test.step('both are visible above the consent banner, and text twice as large fits', async () => {
    await expect(page.getByRole('region', { name: say('component', 'consent.title') })).toBeVisible();
    const browser = await context.newCDPSession(page);
    for (const [width, height] of [
      [320, 568],
      [390, 844],
      [768, 1024],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      for (const part of [button, total])
        await expect.poll(() => isInSight(part), `at ${width} × ${height}`).toBe(true);
      await expect.poll(() => overhang(page), `sideways overflow at ${width}`).toEqual([]);
      // On the smallest phone this would be as narrow as a window of 160 px.
      if (width === 320) continue;
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      await expect.poll(() => textSize(page), 'the text has grown').toBeGreaterThanOrEqual(30);
      await expect.poll(() => overhang(page), `with large text at ${width}`).toEqual([]);
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
      await expect.poll(() => textSize(page), 'the text is as before').toBeLessThan(20);
    }
    await page
      .getByRole('region', { name: say('component', 'consent.title') })
      .getByRole('button', { name: say('component', 'consent.none') })
      .click();
    await expectNoViolations(page);
  });

  const lines = main.getByRole('list', { name: say('component', 'cart.list') }).getByRole('listitem');
  const remove = { name: new RegExp(say('component', 'cart.remove', { name: '' }).trim()) };
  const restore = { name: new RegExp(say('component', 'cart.put_back')) };
  const book = lines.nth(1);
  await test.step('a line is removed and restored at once', async () => {
    await book.getByRole('button', { name: say('component', 'stepper.more') }).click();
    await expect(total).toContainText(shopper.price(8_900 + 2 * 3_200 + 9_900));
    await book.getByRole('button', remove).press('Enter');
    const undo = book.getByRole('button', restore);
    await expect(undo).toBeFocused();
    await expect(total).toContainText(shopper.price(8_900 + 9_900));
    await undo.press('Enter');
    await expect(total).toContainText(shopper.price(8_900 + 2 * 3_200 + 9_900));
    await expect(undo).toHaveCount(0);
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('an empty cart links to the courses, and its last line can be restored', async () => {
    await shopper.fillCart('course-clara-schumann');
    await page.goto(`/${language}/warenkorb`);
    await lines.getByRole('button', remove).click();
    await expect(main.getByRole('link', { name: say('component', 'cart.empty.action') })).toBeVisible();
    await lines.getByRole('button', restore).click();
    await expect(button).toBeVisible();
  });
});

test('in the checkout lines are removed and restored; the last one can be removed only on the cart page', {
  tag: '@checkout',
}, async ({ page, say, shopper }) => {
  await shopper.goToPayment(freshEmail('cart-page'), ...products);
  await page.setViewportSize({ width: 1366, height: 768 });
  const summary = shopper.summary();
  const rows = summary.getByRole('listitem');
  const removes = summary.getByRole('button', {
    name: new RegExp(say('component', 'cart.remove', { name: '' }).trim()),
  });
  const remove = removes.first();
  const due = summary.locator('dl > div').last();
  await remove.click();
  await expect(due).toContainText(shopper.price(3_200 + 9_900 + 499));
  await summary.getByRole('button', { name: new RegExp(say('component', 'cart.put_back')) }).click();
  await expect(due).toContainText(shopper.price(8_900 + 3_200 + 9_900 + 499));
  for (const left of [2, 1]) {
    await remove.click();
    await expect(rows.filter({ has: page.locator('img') })).toHaveCount(left);
  }
  await expect(removes).toHaveCount(0);
  await summary.getByRole('link', { name: say('checkout', 'summary.to_cart') }).click();
  const lines = page.getByRole('main').getByRole('list', { name: say('component', 'cart.list') });
  await expect(lines.getByRole('listitem')).toHaveCount(1);
});

test('the server renders a learner’s cart, also at /cart, and a press before its code has loaded is carried out', async ({
  page,
  learner,
  language,
  say,
}) => {
  await learner.fillCart('course-albrecht-duerer', 'book-raupen-lesen');
  const response = await page.request.get(`/${language}/cart`);
  expect(response.url()).toMatch(new RegExp(`/${language}/warenkorb$`));
  const markup = await response.text();
  for (const part of [
    'albrecht-duerer',
    'buch-raupen-lesen',
    language === 'de' ? '121,00\u00a0€' : '€121.00',
  ])
    expect(markup).toContain(part);

  const release = await holdScripts(page, 'cart-page-*');
  const requested = page.waitForRequest('**/assets/cart-page-*.js');
  await page.goto(`/${language}/warenkorb`, { waitUntil: 'domcontentloaded' });
  await requested;
  await page
    .getByRole('main')
    .getByRole('button', { name: say('cart', 'keep.open') })
    .click();
  release();
  await expect(page.getByRole('dialog', { name: say('cart', 'keep.title') })).toBeVisible();
});
