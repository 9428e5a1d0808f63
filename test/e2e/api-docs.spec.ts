import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

const address = '/api/docs';

/** Opens what is folded up around these elements, or everything. */
function unfold(around: string): void {
  for (const part of document.querySelectorAll('details')) part.open ||= part.querySelector(around) !== null;
}

/** Parts that have everything between them: parameters, bodies in several forms, lists, files, several answers. */
const various =
  '#listProducts, #setShippingAddress, #checkout, #getInvoice, #schema-productpage, #schema-failure';

const overhang = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

test('the page of the API fits, loads nothing from elsewhere, and axe finds nothing', async ({
  page,
  baseURL,
}) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) strangers.push(request.url());
  });
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(200);
  expect(await page.evaluate(overhang)).toBe(0);
  await page.evaluate(unfold, various);
  await expectNoViolations(page);
  await page.evaluate(unfold, '*');
  expect(await page.evaluate(overhang), 'unfolded').toBe(0);
  await page.evaluate(() => document.fonts.ready);
  const fonts = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  );
  expect(fonts.join()).toContain('Fraunces Variable');
  expect(fonts.join()).toContain('Inter Variable');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(overhang), 'at 320 px').toBe(0);
  expect(strangers).toEqual([]);
});

test('a call is found and read by keyboard alone', async ({ page }) => {
  await page.goto(address);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'To the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const call = page.locator('summary').filter({ hasText: '/cart/checkout' });
  const body = page.locator('#checkout');
  await expect(body).toBeHidden();
  await call.focus();
  await page.keyboard.press('Enter');
  await expect(body).toBeVisible();
  await expect(body.getByText('payment_method_nonce', { exact: true }).first()).toBeVisible();
  const example = body.getByRole('group', { name: 'Example of a request: Pay an order' });
  await example.focus();
  await expect(example).toBeFocused();
  await expect(example).toContainText('fake-valid-nonce');
});

test('an address leads to its call, unfolded', async ({ page }) => {
  await page.goto(`${address}#checkout`);
  await expect(page.locator('#checkout')).toBeInViewport();
  await page.locator('#checkout').getByRole('link', { name: 'Order', exact: true }).first().click();
  await expect(page.locator('#schema-order')).toBeInViewport();
});

test('sentences of refusals are in the reader’s language or the one chosen', async ({ page, language }) => {
  await page.goto(address);
  const sentences = page.getByRole('region', { name: 'Codes of refusals' }).locator('dd').first();
  await expect(sentences).toHaveAttribute('lang', language);
  const other = language === 'de' ? 'English' : 'German';
  await page.getByRole('link', { name: `Sentences in ${other}` }).click();
  await expect(sentences).toHaveAttribute('lang', language === 'de' ? 'en' : 'de');
});
