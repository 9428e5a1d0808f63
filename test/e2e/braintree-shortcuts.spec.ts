import { accessCookie, refreshCookie } from '#core/rules/access-token.ts';
import { chargesOf } from './support/gateway-ledger.ts';
import { expect, test } from './support/shop-test.ts';
import type { Shopper } from './support/shopper.ts';
import { createShopper, testCards, vienna } from './support/shopper.ts';
import { simulatedGateway } from './support/simulated-gateway.ts';

test.afterEach(() => simulatedGateway.mend());

async function goToPayment(shopper: Shopper, path: string): Promise<void> {
  await shopper.addToCart(path);
  await shopper.goToCheckout();
  await shopper.fillEmail(`schnell-${process.hrtime.bigint()}@meisterhand.example`);
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
}

test('a learner keeps a card, and pays with it at the second purchase', async ({
  page,
  context,
  language,
  say,
  baseURL,
}) => {
  const shopper = createShopper(page, language, say);
  const password = 'ein langer Satz für mich';
  const email = `merken-${process.hrtime.bigint()}@meisterhand.example`;
  const registered = await page.request.post('/api/users', {
    headers: { 'Content-Type': 'application/vnd.api+json' },
    data: {
      data: {
        type: 'users',
        attributes: { email, password, password_confirmation: password, preferred_language: language },
      },
    },
  });
  const { access, refresh } = (await registered.json()) as { access: string; refresh: string };
  await context.addCookies([
    { name: accessCookie, value: access, url: baseURL ?? '' },
    { name: refreshCookie, value: refresh, url: baseURL ?? '' },
  ]);
  const thanks = page.getByRole('heading', { level: 1, name: say('checkout', 'complete.paid_title') });

  await shopper.addToCart('/kurse/emmy-noether');
  await shopper.goToCheckout();
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
  await shopper.fillCard(testCards.accepted);
  await page.getByRole('checkbox', { name: say('checkout', 'payment.keep_card') }).check();
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  await expect(thanks).toBeVisible();

  await shopper.addToCart('/kurse/ignaz-semmelweis');
  await shopper.goToCheckout();
  await shopper.fillAddress(vienna);
  await shopper.continueToPayment();
  const method = 'Visa •••• 1111';
  await page
    .getByRole('button', { name: say('checkout', 'payment.shortcut.saved_card', { method }) })
    .click();
  await shopper.agreeToStartAtOnce();
  await expect(page.getByText(method)).toBeVisible();
  await shopper.order();
  await expect(thanks).toBeVisible();
  expect(await chargesOf(await shopper.orderCode())).toEqual([5900]);
});

test('PayPal approves, is cancelled, and says when its window was blocked', async ({
  page,
  language,
  say,
}) => {
  const shopper = createShopper(page, language, say);
  await goToPayment(shopper, '/kurse/emmy-noether');
  const paypal = page.getByRole('button', { name: 'PayPal', exact: true });
  const answer = async (name: 'approve' | 'cancel') => {
    const opened = page.waitForEvent('popup');
    await paypal.click();
    const popup = await opened;
    await popup.getByRole('button', { name }).click();
  };

  await answer('cancel');
  await expect(page.getByText(say('checkout', 'payment.error.WALLET_CANCELLED'))).toBeVisible();

  await page.evaluate(() => {
    const { open } = window;
    window.open = () => {
      window.open = open;
      return null;
    };
  });
  await paypal.click();
  await expect(page.getByText(say('checkout', 'payment.error.POPUP_BLOCKED'))).toBeVisible();

  await answer('approve');
  await shopper.agreeToStartAtOnce();
  await expect(page).toHaveURL(/dialog=review/);
  await expect(page.getByText(say('checkout', 'payment.kind.paypal')).first()).toBeVisible();
  await shopper.order();
  await expect(
    page.getByRole('heading', { level: 1, name: say('checkout', 'complete.paid_title') }),
  ).toBeVisible();
  expect(await chargesOf(await shopper.orderCode())).toEqual([7900]);
});

test('Google Pay is offered and pays; a wallet that does not come is left out, and the card works', async ({
  page,
  language,
  say,
}) => {
  const shopper = createShopper(page, language, say);
  const wallet = (kind: string) =>
    page.getByRole('button', {
      name: say('checkout', 'payment.shortcut.wallet', { wallet: say('checkout', `payment.kind.${kind}`) }),
    });
  for (const operation of ['client.google.sdk', 'client.paypal.sdk']) {
    await simulatedGateway.order({ operation, fault: { kind: 'cut' }, times: 10 });
  }
  await goToPayment(shopper, '/kurse/emmy-noether');
  await shopper.fillCard(testCards.accepted);
  await expect(wallet('google_pay')).toHaveCount(0);
  await expect(wallet('apple_pay')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'PayPal', exact: true })).toHaveCount(0);
  await shopper.continueToReview();
  await shopper.agreeToStartAtOnce();

  await simulatedGateway.mend();
  await page.reload();
  await wallet('google_pay').click();
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  await expect(
    page.getByRole('heading', { level: 1, name: say('checkout', 'complete.paid_title') }),
  ).toBeVisible();
  expect(await chargesOf(await shopper.orderCode())).toEqual([7900]);
});

test('Apple Pay is offered where the browser has it; a closed sheet says so, an approved one pays', async ({
  page,
  language,
  say,
}) => {
  await page.addInitScript(standInForApplePay);
  const shopper = createShopper(page, language, say);
  await goToPayment(shopper, '/kurse/emmy-noether');
  const wallet = say('checkout', 'payment.kind.apple_pay');
  const button = page.getByRole('button', { name: say('checkout', 'payment.shortcut.wallet', { wallet }) });
  await button.click();
  await expect(page.getByText(say('checkout', 'payment.error.WALLET_CANCELLED'))).toBeVisible();
  await button.click();
  await shopper.agreeToStartAtOnce();
  await shopper.order();
  await expect(
    page.getByRole('heading', { level: 1, name: say('checkout', 'complete.paid_title') }),
  ).toBeVisible();
  expect(await chargesOf(await shopper.orderCode())).toEqual([7900]);
});

/** Stands in for Apple's sheet, which no other browser has: the shopper closes the first one and approves the next. */
function standInForApplePay(): void {
  type Handler = ((event?: object) => void) | null;
  let sheets = 0;
  function openSheet() {
    const sheet = {
      onvalidatemerchant: null as Handler,
      onpaymentauthorized: null as Handler,
      oncancel: null as Handler,
      begin() {
        sheets += 1;
        if (sheets === 1) sheet.oncancel?.();
        else sheet.onvalidatemerchant?.({ validationURL: 'https://apple-pay-gateway.apple.com/session' });
      },
      completeMerchantValidation() {
        sheet.onpaymentauthorized?.({ payment: { token: { paymentData: { version: 'EC_v1' } } } });
      },
      completePayment() {},
      abort() {},
    };
    return sheet;
  }
  const constants = { STATUS_SUCCESS: 0, STATUS_FAILURE: 1, canMakePayments: () => true };
  Object.assign(window, { ApplePaySession: Object.assign(openSheet, constants) });
}
