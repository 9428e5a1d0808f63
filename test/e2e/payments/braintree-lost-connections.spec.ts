import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { clientOperations } from '#test/braintree-gateway/client-api.ts';
import { expectPaidOnce } from '#test/e2e/support/gateway-ledger.ts';
import { expect, test } from '#test/e2e/support/shop-test.ts';
import type { Say } from '#test/e2e/support/shop-words.ts';
import { freshEmail, type Shopper, testCards, vienna } from '#test/e2e/support/shopper.ts';
import { simulatedGateway } from '#test/e2e/support/simulated-gateway.ts';
import { openWindow, simulateApplePay, walletButton } from '#test/e2e/support/wallets.ts';

/** A course from the content files, with its price in cents. */
const course = { id: 'course-emmy-noether', price: 7900 };

test.afterEach(() => simulatedGateway.clearFaults());

/** Makes the simulated gateway cut the connection of every request of this operation until `clearFaults()`. */
const cut = (operation: string) =>
  simulatedGateway.addFaults({ operation, fault: { kind: 'cut' }, times: 100 });

/** Locates the message that the payment failed and can be tried again. */
const problemOn = (page: Page, say: Say) =>
  page.getByText(
    new RegExp(
      ['NETWORK', 'TIMED_OUT', 'VERIFICATION_FAILED', 'PROVIDER_ERROR']
        .map((code) => say('checkout', `payment.error.${code}`))
        .join('|'),
    ),
  );

/** Presses the order button, from the payment step by way of the review: some failures lead back to it. */
async function orderOnceMore(page: Page, shopper: Shopper): Promise<void> {
  if (page.url().includes('dialog=payment')) await shopper.reviewAndOrder();
  else await shopper.order();
}

test('this file cuts every request that the browser sends to the gateway', () => {
  const here = readFileSync(import.meta.filename, 'utf8');
  const missing = clientOperations.filter((operation) => !here.includes(`'client.${operation}'`));
  expect(missing).toEqual([]);
});

const untilFields = ['server.client_token', 'client.configuration', 'client.frame'];
const untilApproved = ['client.tokenize', 'client.lookup', 'client.authenticate'];

test('after a cut connection every step shows an error and can be repeated, without a second charge', async ({
  page,
  say,
  shopper,
}) => {
  await shopper.goToPayment(freshEmail('schnitt'), course.id);
  const problem = problemOn(page, say);

  await test.step('the shop’s own API: the card fields appear after a retry', async () => {
    await page.route('**/api/cart/verify', (route) => route.abort('connectionfailed'));
    await page.reload();
    await expect(problem).toBeVisible();
    await page.unroute('**/api/cart/verify');
    await page.getByRole('button', { name: say('checkout', 'payment.retry') }).click();
    await shopper.fillCard(testCards.challenged);
  });

  for (const operation of untilFields) {
    await test.step(`${operation}: the card fields appear after a retry`, async () => {
      await cut(operation);
      await page.reload();
      await expect(problem).toBeVisible();
      await expect(page.locator('iframe')).toHaveCount(0);
      await simulatedGateway.clearFaults();
      await page.getByRole('button', { name: say('checkout', 'payment.retry') }).click();
      await shopper.fillCard(testCards.challenged);
    });
  }

  await test.step('client.bank: the empty dialog of the bank can be cancelled', async () => {
    await cut('client.bank');
    await shopper.reviewAndOrder();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: say('checkout', 'payment.verification.cancel') }).click();
    await expect(page.getByText(say('checkout', 'payment.error.VERIFICATION_CANCELLED'))).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await simulatedGateway.clearFaults();
  });

  for (const operation of untilApproved) {
    await test.step(`${operation}: an error is shown, and the step can be repeated`, async () => {
      await cut(operation);
      await orderOnceMore(page, shopper);
      if (operation === 'client.authenticate') await shopper.approveAtBank('1234');
      await expect(problem).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await simulatedGateway.clearFaults();
    });
  }

  await test.step('client.songbird: an error is shown although the bank’s script is missing', async () => {
    await cut('client.songbird');
    await page.reload();
    await shopper.fillCard(testCards.challenged);
    await orderOnceMore(page, shopper);
    await expect(problem).toBeVisible();
    await simulatedGateway.clearFaults();
  });

  await test.step('fraud detection and analytics: the card can be used without them', async () => {
    for (const operation of ['client.fraudnet', 'client.analytics', 'client.dispatch']) await cut(operation);
    await page.reload();
    await shopper.fillCard(testCards.challenged);
    await shopper.continueToReview();
    await shopper.agreeToStartAtOnce();
  });

  await test.step('a sale whose response is lost is looked up and charged once', async () => {
    await simulatedGateway.addFaults({ operation: 'server.transactions.create', fault: { kind: 'lost' } });
    await page.route('**/api/cart/checkout', (route) => route.abort('connectionfailed'), { times: 1 });
    await shopper.order();
    await shopper.approveAtBank('1234');
    await expectPaidOnce(shopper, course.price);
  });
});

test('a stored card: without the vault a card can be typed, and a cut 3-D Secure check can be repeated', async ({
  page,
  learner,
  say,
  shopper,
}) => {
  const method = 'Visa •••• 1091';
  const kept = page.getByRole('radio', { name: method });
  await learner.fillCart('course-ignaz-semmelweis');
  await shopper.goToCheckout();
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
  await shopper.fillCard(testCards.challenged);
  const keeps = page.getByRole('checkbox', { name: say('checkout', 'payment.keep_card') });
  await shopper.pressBesideFields(keeps);
  await expect(keeps).toBeChecked();
  await orderOnceMore(page, shopper);
  await shopper.approveAtBank('1234');
  await shopper.expectPaidOrder();

  await test.step('client.vault: the card fields are shown instead of the stored card', async () => {
    await cut('client.vault');
    await learner.fillCart(course.id);
    await shopper.goToCheckout();
    await shopper.fillAddress(vienna);
    await shopper.continueToPayment();
    await shopper.fillCard(testCards.accepted);
    await expect(kept).toHaveCount(0);
    await simulatedGateway.clearFaults();
    await page.reload();
    await expect(kept).toBeChecked();
  });

  for (const operation of ['client.lookup', 'client.authenticate']) {
    await test.step(`${operation}: an error is shown, and the 3-D Secure check can be repeated`, async () => {
      await cut(operation);
      await orderOnceMore(page, shopper);
      if (operation === 'client.authenticate') await shopper.approveAtBank('1234');
      await expect(problemOn(page, say)).toBeVisible();
      await simulatedGateway.clearFaults();
    });
  }

  await test.step('after a cancelled approval the stored card can be used again', async () => {
    await orderOnceMore(page, shopper);
    const cancel = say('checkout', 'payment.verification.cancel');
    await page.getByRole('dialog').getByRole('button', { name: cancel }).click();
    await expect(page.getByText(say('checkout', 'payment.error.VERIFICATION_CANCELLED'))).toBeVisible();
  });

  await expect(page.getByRole('region', { name: say('checkout', 'payment.title') })).toContainText(method);
  await orderOnceMore(page, shopper);
  await shopper.approveAtBank('1234');
  await expectPaidOnce(shopper, course.price);
});

test('PayPal: after each of its requests has been cut, one payment succeeds', async ({
  page,
  say,
  shopper,
}) => {
  const paypal = page.getByRole('button', { name: 'PayPal', exact: true });
  const open = () => openWindow(page, paypal);

  await test.step('client.paypal.sdk: PayPal is missing, and a card can be used', async () => {
    await cut('client.paypal.sdk');
    await shopper.goToPayment(freshEmail('schnitt'), course.id);
    await shopper.fillCard(testCards.accepted);
    await expect(paypal).toHaveCount(0);
    await simulatedGateway.clearFaults();
    await page.reload();
  });

  await test.step('client.paypal.create: the PayPal window closes, and an error is shown', async () => {
    await cut('client.paypal.create');
    const popup = await open();
    await expect(problemOn(page, say)).toBeVisible();
    expect(popup.isClosed()).toBe(true);
    await simulatedGateway.clearFaults();
  });

  await test.step('client.paypal.page: the PayPal window is empty, and closing it cancels the payment', async () => {
    await cut('client.paypal.page');
    const popup = await open();
    await expect(problemOn(page, say)).toHaveCount(0);
    await popup.close();
    await expect(page.getByText(say('checkout', 'payment.error.WALLET_CANCELLED'))).toBeVisible();
    await simulatedGateway.clearFaults();
  });

  await test.step('client.paypal.tokenize: an error is shown after the approval', async () => {
    await cut('client.paypal.tokenize');
    await (await open()).getByRole('button', { name: 'approve' }).click();
    await expect(problemOn(page, say)).toBeVisible();
    await simulatedGateway.clearFaults();
  });

  await (await open()).getByRole('button', { name: 'approve' }).click();
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  await expectPaidOnce(shopper, course.price);
});

test('Apple Pay and Google Pay: after each request has been cut, one payment with Apple Pay succeeds', async ({
  page,
  say,
  shopper,
}) => {
  await page.addInitScript(simulateApplePay, 0);
  const applePay = walletButton(page, say, 'apple_pay');
  await cut('client.google.sdk');
  await shopper.goToPayment(freshEmail('schnitt'), course.id);

  for (const operation of ['client.apple.session', 'client.apple.tokenize']) {
    await test.step(`${operation}: an error is shown, and pressing the button again opens another payment sheet`, async () => {
      await cut(operation);
      await applePay.click();
      await expect(problemOn(page, say)).toBeVisible();
      await simulatedGateway.clearFaults();
    });
  }
  await expect(walletButton(page, say, 'google_pay')).toHaveCount(0);

  await applePay.click();
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  await expectPaidOnce(shopper, course.price);
});
