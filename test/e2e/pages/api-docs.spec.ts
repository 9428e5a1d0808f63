import { findViolations } from '#test/e2e/support/accessibility.ts';
import { horizontalOverflow } from '#test/e2e/support/new-operator.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

const address = '/api/docs';

/** axe rules that Swagger UI's own markup breaks (docs/decisions/0040). No other rule may be violated. */
const viewerViolations: readonly string[] = [
  'color-contrast',
  // The viewer's heading above the webhooks skips a level.
  'heading-order',
  'nested-interactive',
  'region',
  'scrollable-region-focusable',
  'select-name',
  'target-size',
];

test('the API documentation fits the screen, is used by keyboard, loads only own files and follows its policy', async ({
  page,
  baseURL,
}) => {
  const foreignFiles: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseURL}/`) && !url.startsWith('data:')) foreignFiles.push(url);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  const response = await page.goto(`${address}#/Orders%20and%20payment/checkout`);
  expect(response?.status()).toBe(200);
  await expect(page.locator('[id$="-checkout"].is-open')).toBeVisible();
  expect(await horizontalOverflow(page)).toBe(0);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await horizontalOverflow(page), 'at 320 px').toBe(0);
  if (size !== null) await page.setViewportSize(size);
  const found = await findViolations(page);
  expect(found.map(({ id }) => id).sort()).toEqual(viewerViolations);

  // The keyboard alone closes and opens a call.
  const body = page.locator('[id$="-checkout"] .opblock-body');
  await page.locator('[id$="-checkout"] .opblock-summary-control').focus();
  await page.keyboard.press('Enter');
  await expect(body).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(body).toBeVisible();
  await expect(body.getByText('fake-valid-nonce').first()).toBeVisible();
  expect([foreignFiles, errors]).toEqual([[], []]);
});

test('error messages are in the reader’s language or in the selected language', async ({
  page,
  language,
}) => {
  const sentences = { de: 'Dieser Link wurde schon benutzt', en: 'This link has been used' };
  await page.goto(address);
  await expect(page.getByRole('row', { name: 'LINK_EXPIRED' })).toContainText(sentences[language]);
  const [name, other] = language === 'de' ? (['English', 'en'] as const) : (['German', 'de'] as const);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name, exact: true }).click();
  await expect((await opened).getByRole('row', { name: 'LINK_EXPIRED' })).toContainText(sentences[other]);
});
