import { expectPaidOnce } from '#test/e2e/support/gateway-ledger.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import { freshEmail, testCards, vienna } from '#test/e2e/support/shopper.ts';
import { simulatedGateway } from '#test/e2e/support/simulated-gateway.ts';
import { blockNextWindow, openWindow, simulateApplePay, walletButton } from '#test/e2e/support/wallets.ts';

test.afterEach(() => simulatedGateway.clearFaults());

test('a learner stores a card and pays with it at the second purchase', { tag: '@braintree' }, async ({
  page,
  learner,
  say,
  shopper,
}) => {
  await learner.fillCart('course-emmy-noether');
  await shopper.goToCheckout();
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
  await shopper.fillCard(testCards.accepted);
  const keeps = page.getByRole('checkbox', { name: say('checkout', 'payment.keep_card') });
  await shopper.pressBesideFields(keeps);
  await expect(keeps).toBeChecked();
  await shopper.reviewAndOrder();
  await shopper.expectPaidOrder();

  await learner.fillCart('course-ignaz-semmelweis');
  await shopper.goToCheckout();
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
  const method = 'Visa •••• 1111';
  // The stored card is preselected; the shopper can choose another card.
  await expect(page.getByRole('radio', { name: method })).toBeChecked();
  await shopper.chooseMethod(say('checkout', 'payment.method.other_card'));
  await expect(page.getByText(say('checkout', 'payment.secure'))).toBeVisible();
  await shopper.chooseMethod(method);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await expect(page.getByRole('region', { name: say('checkout', 'payment.title') })).toContainText(method);
  await shopper.order();
  await expectPaidOnce(shopper, 5900);
});

test('PayPal can be approved and cancelled; a blocked PayPal window is reported', {
  tag: '@braintree',
}, async ({ page, say, shopper }) => {
  await shopper.goToPayment(freshEmail('schnell'), 'course-emmy-noether');
  const paypal = page.getByRole('button', { name: 'PayPal', exact: true });
  const choose = async (name: 'approve' | 'cancel') =>
    (await openWindow(page, paypal)).getByRole('button', { name }).click();

  await choose('cancel');
  await expect(page.getByText(say('checkout', 'payment.error.WALLET_CANCELLED'))).toBeVisible();

  await blockNextWindow(page);
  await paypal.click();
  await expect(page.getByText(say('checkout', 'payment.error.POPUP_BLOCKED'))).toBeVisible();

  await choose('approve');
  await shopper.agreeToStartAtOnce();
  await expect(page).toHaveURL(/dialog=review/);
  await expect(page.getByText(say('checkout', 'payment.kind.paypal')).first()).toBeVisible();
  await shopper.order();
  await expectPaidOnce(shopper, 7900);
});

test('wallets are offered above the form of digital carts and fill in e-mail, name and country, but not where delivery costs may be added', async ({
  page,
  say,
  shopper,
}) => {
  const googlePay = walletButton(page, say, 'google_pay');
  const paypal = page.getByRole('button', { name: 'PayPal', exact: true });
  const next = page.getByRole('button', { name: say('checkout', 'address.continue') });

  for (const [product, price, pay] of [
    ['course-emmy-noether', 7900, () => googlePay.click()],
    [
      'course-ignaz-semmelweis',
      5900,
      async () => (await openWindow(page, paypal)).getByRole('button', { name: 'approve' }).click(),
    ],
  ] as const) {
    await shopper.fillCart(product);
    await shopper.goToCheckout();
    await expect(paypal).toBeVisible();
    await pay();
    await shopper.agreeToStartAtOnce();
    await expect(page.getByText('Johanna Brandt')).toBeVisible();
    await expect(page.getByText('Lindengasse')).toHaveCount(0);
    await shopper.order();
    await expectPaidOnce(shopper, price);
  }

  await shopper.fillCart('course-emmy-noether', 'book-raupen-lesen');
  await shopper.goToCheckout();
  await expect(next).toBeVisible();
  await expect(paypal).toHaveCount(0);
});

test('Google Pay can be used; an express payment method that does not load is omitted, and a card works', async ({
  page,
  say,
  shopper,
}) => {
  const googlePay = walletButton(page, say, 'google_pay');
  for (const operation of ['client.google.sdk', 'client.paypal.sdk']) {
    await simulatedGateway.addFaults({ operation, fault: { kind: 'cut' }, times: 10 });
  }
  await shopper.goToPayment(freshEmail('schnell'), 'course-emmy-noether');
  await shopper.fillCard(testCards.accepted);
  await expect(googlePay).toHaveCount(0);
  await expect(walletButton(page, say, 'apple_pay')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'PayPal', exact: true })).toHaveCount(0);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();

  await simulatedGateway.clearFaults();
  await page.reload();
  await page.evaluate(() => {
    document.documentElement.dataset.googlePay = 'closed';
  });
  await googlePay.click();
  await expect(page.getByText(say('checkout', 'payment.error.WALLET_CANCELLED'))).toBeVisible();
  await page.evaluate(() => {
    delete document.documentElement.dataset.googlePay;
  });
  await googlePay.click();
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  await expectPaidOnce(shopper, 7900);
});

test('Apple Pay is offered where the browser supports it; a closed sheet is reported, an approved one pays', async ({
  page,
  say,
  shopper,
}) => {
  await page.addInitScript(simulateApplePay, 1);
  await shopper.goToPayment(freshEmail('schnell'), 'course-emmy-noether');
  const button = walletButton(page, say, 'apple_pay');
  await button.click();
  await expect(page.getByText(say('checkout', 'payment.error.WALLET_CANCELLED'))).toBeVisible();
  await button.click();
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  await expectPaidOnce(shopper, 7900);
});

test('the payment step does not shift while express payment methods load; the card form needs no scrolling', async ({
  page,
  say,
  shopper,
}) => {
  await shopper.goToPayment(freshEmail('schnell'), 'course-emmy-noether');
  await page.addInitScript(recordShifts);
  await page.reload();
  await expect(page.getByRole('button', { name: 'PayPal', exact: true })).toBeVisible();
  await shopper.fillCard(testCards.accepted);
  // 0.1 is the limit for a good Cumulative Layout Shift in Core Web Vitals.
  expect(await page.evaluate(() => (window as ShiftingPage).shifted)).toBeLessThan(0.1);
  await page.reload();
  const number = page.locator(`iframe[title="${say('checkout', 'payment.field.number')}"]`);
  await expect(number).toBeInViewport({ ratio: 1 });
});

interface ShiftingPage extends Window {
  shifted?: number;
}

/** Adds up the layout shift scores in `window.shifted`. Runs in the page. */
function recordShifts(): void {
  const page = window as ShiftingPage;
  page.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      page.shifted = (page.shifted ?? 0) + (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}
