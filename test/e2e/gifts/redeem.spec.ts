import { formatCode } from '#core/rules/gifts/format-code.ts';
import { expectNoViolations } from '#test/e2e/support/accessibility.ts';
import { buyGiftCode } from '#test/e2e/support/bought-gift.ts';
import { mailedLink } from '#test/e2e/support/mail-box.ts';
import { recordRequests } from '#test/e2e/support/record-requests.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';

test('a gift is opened, redeemed once an account for it is created and confirmed, and works once', {
  tag: ['@checkout', '@phone'],
}, async ({ page, context, language, say, request }) => {
  const code = await buyGiftCode(request, 'gift-geschenk-clara-schumann');
  const email = `beschenkt-${code.toLowerCase()}@meisterhand.example`;
  await page.goto(`/${language}/redeem`);
  await page.getByLabel(say('base', 'redeem.code')).fill(code.toLowerCase());
  await page.getByRole('button', { name: say('base', 'redeem.look_up') }).click();
  await expect(page.getByText(formatCode(code))).toBeHidden();
  await page.getByRole('button', { name: say('base', 'redeem.open') }).click();
  await expect(page.getByText(formatCode(code))).toBeVisible();
  await expectNoViolations(page);
  // Opened once, it stays open.
  await page.goto(`/${language}/redeem?code=${code}`);
  await page.getByRole('button', { name: say('base', 'redeem.redeem') }).click();
  await expect(page.getByLabel(say('auth', 'login.email'))).toBeFocused();
  await expectNoViolations(page);
  await page.getByLabel(say('auth', 'login.email')).fill(email);
  await page.getByLabel(say('auth', 'login.password'), { exact: true }).fill('drei Äpfel im Regal');
  const redemptions = recordRequests(page, /\/code\/redeem/);
  await page.getByRole('button', { name: say('base', 'redeem.account_submit') }).click();
  await expect(page.getByText(say('base', 'redeem.unconfirmed', { email }))).toBeVisible();
  // After this message the page redeems again, and reports the refusal, only when the button is pressed.
  await page.getByRole('button', { name: say('base', 'redeem.redeem') }).click();
  await expect(page.getByRole('alert')).toContainText(say('error', 'EMAIL_NOT_CONFIRMED.detail'));
  expect(redemptions).toHaveLength(1);
  await page.getByRole('button', { name: say('component', 'unconfirmed.again') }).click();
  await expect(page.getByText(say('component', 'unconfirmed.sent', { email }))).toBeVisible();
  await expectNoViolations(page);
  const tab = await context.newPage();
  await tab.goto(await mailedLink(email, '/auth/bestaetigen'));
  await tab
    .getByRole('main')
    .getByRole('button', { name: say('auth', 'link.confirmation.submit') })
    .click();
  await expect(tab.getByText(say('auth', 'link.confirmation.done_title'))).toBeVisible();
  await tab.close();
  await page.getByRole('button', { name: say('base', 'redeem.redeem') }).click();
  await expect(page.getByText(say('base', 'redeem.given_title'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(say('base', 'redeem.given_title'))).toBeVisible();
  await page.getByRole('link', { name: say('base', 'redeem.another') }).click();
  await page.getByLabel(say('base', 'redeem.code')).fill(code);
  await page.getByRole('button', { name: say('base', 'redeem.look_up') }).click();
  await expect(page.getByLabel(say('base', 'redeem.code'))).toHaveAttribute('aria-invalid', 'true');

  await page.goto(`/${language}/profil/master`);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
});

test('another gift can be looked up before and after one is redeemed', async ({
  page,
  learner: _,
  language,
  say,
  request,
}) => {
  const code = await buyGiftCode(request, 'gift-geschenk-emmy-noether');
  const lookUp = async () => {
    await page.getByLabel(say('base', 'redeem.code')).fill(code);
    await page.getByRole('button', { name: say('base', 'redeem.look_up') }).click();
  };
  const another = page.getByRole('link', { name: say('base', 'redeem.another') });
  await page.goto(`/${language}/redeem`);
  await lookUp();
  await page.getByRole('button', { name: say('base', 'redeem.open') }).click();
  // Another code can be entered; the same code entered again is still open.
  await another.click();
  await lookUp();
  const redeem = page.getByRole('button', { name: say('base', 'redeem.redeem') });
  await expect(redeem).toBeVisible();
  // A code that came from the URL is not filled in again.
  await page.goto(`/${language}/redeem?code=${code}`);
  await another.click();
  await expect(page.getByLabel(say('base', 'redeem.code'))).toHaveValue('');
  await lookUp();
  await redeem.click();
  await expect(page.getByText(say('base', 'redeem.given_title'))).toBeVisible();
  await another.click();
  await expect(page.getByLabel(say('base', 'redeem.code'))).toHaveValue('');
});
