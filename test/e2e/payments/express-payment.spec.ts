import { walletTexts } from '#sandbox/src/gateway/wallets.ts';
import { chargesOf, expectPaidOnce } from '#test/e2e/support/gateway-ledger.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { blockNextWindow, openWindow, walletButton } from '#test/e2e/support/wallets.ts';

test('a guest pays in the window of a wallet, which fills in e-mail, name and country; closed and blocked windows are reported', {
  tag: ['@sandbox', '@desktop'],
}, async ({ page, language, say, shopper }) => {
  const texts = walletTexts[language];
  await shopper.fillCart('course-emmy-noether');
  await shopper.goToCheckout();
  const paypal = walletButton(page, say, 'paypal');

  const closed = await openWindow(page, paypal);
  await expect(closed.getByRole('button', { name: texts.accept, exact: true })).toBeEnabled();
  await closed.close();
  await expect(page.getByText(say('checkout', 'payment.error.WALLET_CANCELLED'))).toBeVisible();
  await blockNextWindow(page);
  await paypal.click();
  await expect(page.getByText(say('checkout', 'payment.error.POPUP_BLOCKED'))).toBeVisible();

  const popup = await openWindow(page, paypal);
  const email = popup.getByLabel(texts.email);
  await expect(email).not.toHaveValue('');
  const address = await email.inputValue();
  await popup.getByRole('button', { name: texts.accept, exact: true }).click();
  await shopper.agreeToStartAtOnce();
  await expect(page.getByText('Karla Probe')).toBeVisible();
  // Nothing is delivered, so the shop does not get the street.
  await expect(page.getByText('Lindenstraße 12')).toHaveCount(0);
  await expect(page.getByText(address).first()).toBeVisible();
  await expect(page.getByText(say('checkout', 'payment.kind.paypal')).first()).toBeVisible();
  await shopper.order();
  await expectPaidOnce(shopper, 7900);
});

test('a cancelled sheet leaves the form as it was; a declined wallet leads to the payment step, where another one pays', {
  tag: '@sandbox',
}, async ({ page, language, say, shopper }) => {
  const texts = walletTexts[language];
  await shopper.fillCart('book-raupen-lesen');
  await shopper.goToCheckout();
  await shopper.fillEmail('halb@getippt.example');
  const googlePay = walletButton(page, say, 'google_pay');
  const sheet = page.frameLocator('dialog iframe');

  await googlePay.click();
  await expect(sheet.getByRole('button', { name: texts.accept, exact: true })).toBeEnabled();
  await page.getByRole('button', { name: say('checkout', 'payment.verification.cancel') }).click();
  await expect(page.getByText(say('checkout', 'payment.error.WALLET_CANCELLED'))).toBeVisible();
  await expect(page.getByLabel(say('checkout', 'address.contact'))).toHaveValue('halb@getippt.example');
  await expect(googlePay).toBeFocused();

  await googlePay.click();
  await sheet.getByLabel(texts.address, { exact: true }).selectOption({ label: 'Lindengasse 14, 1070 Wien' });
  await sheet.getByRole('button', { name: texts.decline, exact: true }).click();
  await expect(page).toHaveURL(/dialog=review/);
  await expect(page.getByText('Lindengasse 14')).toBeVisible();
  await expect(shopper.summary()).toContainText(shopper.price(499));
  await shopper.order();
  await expect(page).toHaveURL(/dialog=payment/);
  await expect(page.getByText(say('checkout', 'payment.declined'))).toBeVisible();

  await googlePay.click();
  await expect(sheet.getByLabel(texts.address, { exact: true })).toBeHidden();
  await sheet.getByRole('button', { name: texts.accept, exact: true }).click();
  await expect(page).toHaveURL(/dialog=review/);
  await shopper.order();
  await shopper.expectPaidOrder();
  expect(await chargesOf(await shopper.orderCode())).toHaveLength(1);
});
