import { expect, test } from 'vitest';
import type { ExpressPaymentParts } from '#adapters/payments/braintree/browser/express-payment-parts.ts';
import { openGooglePay } from '#adapters/payments/braintree/browser/google-pay-wallet.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { WalletButton } from '#ports/card-tokenizer.ts';

const subject = { amount: cents(8_905), email: 'j@example.org', billing_name: 'J', billing_country: 'DE' };

/** Creates a page with a fake of Google's script, and records the calls of that script. */
function openPage() {
  const clients: unknown[] = [];
  const asked: unknown[] = [];
  const scripts: unknown[] = [];
  let press = () => {};
  const element = () => ({
    style: {},
    setAttribute() {},
    addEventListener(event: string, listener: () => void) {
      if (event === 'load') queueMicrotask(listener);
      if (event === 'click') press = listener;
    },
    append(script: { readonly src?: string }) {
      scripts.push(script.src);
    },
    remove() {},
  });
  class PaymentsClient {
    constructor(options: unknown) {
      clients.push(options);
    }

    async isReadyToPay() {
      return { result: true };
    }

    async loadPaymentData(request: unknown) {
      asked.push(request);
      throw Object.assign(new Error(), { statusCode: 'CANCELED' });
    }
  }
  const window = {
    google: { payments: { api: { PaymentsClient } } },
    document: { createElement: element, head: element() },
  } as unknown as Window;
  return { window, clients, asked, scripts, press: () => press() };
}

function partsFor(
  window: Window,
  environment: string,
  googleMerchantId: string | null,
  enabled = true,
): ExpressPaymentParts {
  const androidPay = { enabled, supportedNetworks: ['visa'], googleAuthorizationFingerprint: 'g' };
  const configuration = { gatewayConfiguration: { environment, merchantId: 'm', androidPay } };
  const client = {
    getVersion: () => '3.144.0',
    getConfiguration: () => ({ ...configuration, analyticsMetadata: {}, authorizationType: 'CLIENT_TOKEN' }),
  };
  return { window, client, googleMerchantId } as unknown as ExpressPaymentParts;
}

/** Shows the only wallet and presses its button. Resolves with the result. */
function pay(
  [wallet]: Awaited<ReturnType<typeof openGooglePay>>,
  page: ReturnType<typeof openPage>,
  requested: object = subject,
) {
  return new Promise((onEnd) => {
    const button = { container: { append() {} }, label: 'Google Pay', subject: () => requested, onEnd };
    wallet?.show(button as unknown as WalletButton);
    page.press();
  });
}

test('Google Pay for real money is offered by a registered shop only, and names it', async () => {
  const page = openPage();
  expect(await openGooglePay(partsFor(page.window, 'production', null))).toEqual([]);
  expect(page.clients).toEqual([]);

  const wallets = await openGooglePay(partsFor(page.window, 'production', 'BCR2DN6T3PSN74SE'));
  expect(wallets).toHaveLength(1);
  expect(await pay(wallets, page)).toMatchObject({ ok: false, error: { code: 'WALLET_CANCELLED' } });
  expect(page.clients).toEqual([{ environment: 'PRODUCTION' }]);
  expect(page.asked).toMatchObject([
    {
      merchantInfo: { merchantId: 'BCR2DN6T3PSN74SE' },
      transactionInfo: { currencyCode: 'EUR', totalPriceStatus: 'FINAL', totalPrice: '89.05' },
    },
  ]);
});

test('Google Pay asks for e-mail and address only before the shopper has entered them', async () => {
  const page = openPage();
  const wallets = await openGooglePay(partsFor(page.window, 'sandbox', null));
  await pay(wallets, page, { amount: cents(4_100), countries: ['DE'] });
  await pay(wallets, page);
  expect(page.asked).toMatchObject([
    {
      emailRequired: true,
      transactionInfo: { totalPrice: '41.00' },
      allowedPaymentMethods: [
        { parameters: { billingAddressRequired: true, billingAddressParameters: { format: 'FULL' } } },
      ],
    },
    { transactionInfo: { totalPrice: '89.05' } },
  ]);
  expect(JSON.stringify(page.asked[1])).not.toContain('Required');
});

test('Google Pay in the sandbox needs no registration', async () => {
  const page = openPage();
  expect(await openGooglePay(partsFor(page.window, 'sandbox', null))).toHaveLength(1);
  expect(page.clients).toEqual([{ environment: 'TEST' }]);
});

test('Google’s script is not loaded if the merchant account has Google Pay disabled', async () => {
  const page = openPage();
  expect(await openGooglePay(partsFor(page.window, 'sandbox', null, false))).toEqual([]);
  expect(page.scripts).toEqual([]);
});
