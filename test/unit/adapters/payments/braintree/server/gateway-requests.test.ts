import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { createBraintreeGateway } from '#adapters/payments/braintree/server/braintree-gateway.ts';
import { createBraintreeNotices } from '#adapters/payments/braintree/server/braintree-notices.ts';
import { createRefunds } from '#adapters/payments/braintree/server/braintree-refunds.ts';
import {
  type BraintreeAccount,
  createBraintreeSdk,
} from '#adapters/payments/braintree/server/braintree-sdk.ts';
import { createCharges } from '#adapters/payments/braintree/server/charges.ts';
import { outcomeOf, transactionSchema } from '#adapters/payments/braintree/server/transactions.ts';
import { createVault } from '#adapters/payments/braintree/server/vault.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { ChargeOutcome, ChargeRequest } from '#ports/payment-gateway.ts';
import { createGatewayState } from '#test/braintree-gateway/gateway-state.ts';
import { toXml, type XmlValue } from '#test/braintree-gateway/protocol.ts';
import { signNotice } from '#test/braintree-gateway/start-gateway.ts';
import {
  account,
  createFakeSdk,
  inTime,
  log,
  merchant,
  refusal,
  type SdkScript,
  transaction,
} from './fake-sdk.ts';

/** The tests compare all data that the adapter passes to the vendor's SDK, to find lost or swapped fields. */
const request: ChargeRequest = {
  attempt_key: 'ORDER/1',
  order_code: 'ORDER',
  amount: cents(8_905),
  payment_method_nonce: 'nonce',
  device_data: '{"id":1}',
  customer_id: 'customer',
  save_payment_method: false,
  begins_series: false,
  return_url: 'https://shop.example/en/checkout/return/1',
  locale: 'en',
  statement_descriptor: null,
};
const { attempt_key, order_code, amount } = request;
const storedCard = { attempt_key, order_code, amount, vault_token: 'vault:card', customer_id: 'customer' };
const charged = { success: true, transaction: transaction() };

function requestsOf(changes: Partial<ChargeRequest>, script: SdkScript = {}) {
  return requestsFor(script, (charges) => charges.charge({ ...request, ...changes }, inTime));
}

async function requestsFor(
  script: SdkScript,
  call: (charges: ReturnType<typeof createCharges>) => Promise<ChargeOutcome>,
) {
  const { sdk, asked } = createFakeSdk({ sale: [charged], ...script });
  const parts = { sdk, account, clock: { now: () => 0 }, log, vault: createVault(sdk, account, merchant) };
  const outcome = await call(createCharges(parts));
  return { outcome, asked: asked.map(({ call, options }) => [call, options]) };
}

const sale = {
  amount: '89.05',
  orderId: 'ORDER/1',
  apiRequestKey: 'ORDER/1',
  merchantAccountId: 'meisterhand_eur',
  deviceData: '{"id":1}',
};
const threeDSecure = { required: true };

describe('the request to Braintree', () => {
  test('for a card that is not stored has amount, order, key and nonce', async () => {
    const { asked } = await requestsOf({});
    const options = { threeDSecure };
    expect(asked).toEqual([['sale', { ...sale, paymentMethodNonce: 'nonce', options }]]);
  });

  test('for a card that is stored has its customer, who is created first', async () => {
    const { asked } = await requestsOf({ save_payment_method: true });
    const options = { storeInVaultOnSuccess: true, threeDSecure };
    expect(asked).toEqual([
      ['customer', { id: 'customer' }],
      ['sale', { ...sale, paymentMethodNonce: 'nonce', customerId: 'customer', options }],
    ]);
  });

  test('for the first charge of a subscription says that it begins a series', async () => {
    const { asked } = await requestsOf({ save_payment_method: true, begins_series: true });
    const [, [, made]] = asked as [unknown, [string, object]];
    expect(made).toMatchObject({ transactionSource: 'recurring_first', options: { threeDSecure } });
  });

  test('for every charge has the text of the card statement', async () => {
    const descriptor = { name: 'MHD*Meisterhand', phone: '4940123456', url: null };
    const { sdk, asked } = createFakeSdk({ sale: [charged] });
    const own = { ...account, descriptor };
    const vault = createVault(sdk, own, merchant);
    const charges = createCharges({ sdk, account: own, clock: { now: () => 0 }, log, vault });
    await charges.charge(request, inTime);
    await charges.chargeStored(storedCard, inTime);
    const sent = { descriptor: { name: 'MHD*Meisterhand', phone: '4940123456' } };
    expect(asked.map(({ options }) => options)).toEqual([
      expect.objectContaining(sent),
      expect.objectContaining(sent),
    ]);
  });

  test('for a stored card has its token and customer', async () => {
    const { asked } = await requestsFor({}, (charges) => charges.chargeStored(storedCard, inTime));
    const { deviceData: _, ...rest } = sale;
    const stored = { paymentMethodToken: 'card', transactionSource: 'recurring', customerId: 'customer' };
    expect(asked).toEqual([['sale', { ...rest, ...stored }]]);
  });

  test('for a refund has amount, order and key', async () => {
    const back = { success: true, transaction: transaction({ id: 'back', type: 'credit' }) };
    const { sdk, asked } = createFakeSdk({ transactions: { sale: [transaction()] }, refund: [back] });
    await createRefunds(sdk).refund('sale', cents(1_005), 'refund-1', inTime);
    const options = { amount: '10.05', orderId: 'refund-1', apiRequestKey: 'refund-1' };
    expect(asked.at(-1)).toEqual({ call: 'refund', options });
  });

  test('for a card that is stored without a charge asks for its verification', async () => {
    const threeDSecureInfo = { liabilityShifted: true, liabilityShiftPossible: true };
    const nonce = { type: 'CreditCard', threeDSecureInfo };
    const method = [{ success: true, paymentMethod: { token: 'card', cardType: 'Visa', last4: '1111' } }];
    const { sdk, asked } = createFakeSdk({ nonce, method });
    const options = { customer_id: 'customer', payment_method_nonce: 'nonce', device_data: '{"id":1}' };
    expect(await createVault(sdk, account, merchant).store(options, inTime)).toEqual({
      outcome: 'vaulted',
      vault_token: 'vault:card',
      method: { kind: 'card', brand: 'visa', last_four: '1111' },
    });
    expect(asked.at(-1)?.options).toEqual({
      customerId: 'customer',
      paymentMethodNonce: 'nonce',
      deviceData: '{"id":1}',
      options: { verifyCard: true, verificationMerchantAccountId: 'meisterhand_eur' },
    });
  });

  test('for a client token has the customer, or none if Braintree does not know them', async () => {
    const { sdk } = createFakeSdk({});
    const asked: unknown[] = [];
    const generate = async (options: object) => {
      asked.push(options);
      return 'customerId' in options ? refusal('92804') : { success: true, clientToken: 'token' };
    };
    const vault = createVault({ ...sdk, clientToken: { generate } }, account, merchant);
    expect(await vault.createClientToken('customer')).toBe('token');
    const merchantAccountId = 'meisterhand_eur';
    expect(asked).toEqual([{ merchantAccountId, customerId: 'customer' }, { merchantAccountId }]);
  });
});

test.each([
  ['android_pay_card', { androidPayCard: { token: 't', cardType: 'Visa', last4: '1111' } }, 'google_pay'],
  [
    'apple_pay_card',
    { applePayCard: { token: 't', cardType: 'Apple Pay - Visa', last4: '1111' } },
    'apple_pay',
  ],
  ['credit_card', { creditCard: { token: 't', cardType: 'Visa', last4: '1111' } }, 'card'],
])('a %s is read with its own fields', (paymentInstrumentType, fields, kind) => {
  const paid = transactionSchema.parse(transaction({ creditCard: null, paymentInstrumentType, ...fields }));
  const method = { kind, brand: 'visa', last_four: '1111' };
  expect(outcomeOf(paid, true)).toMatchObject({ outcome: 'charged', method, vault_token: 'vault:t' });
  expect(outcomeOf(paid, false)).toMatchObject({ vault_token: null });
});

test.each([
  [{ environment: 'production', gatewayUrl: null }, 'api.braintreegateway.com', '443'],
  [{ environment: 'sandbox', gatewayUrl: null }, 'api.sandbox.braintreegateway.com', '443'],
  [{ environment: 'sandbox', gatewayUrl: 'http://127.0.0.1:3100' }, '127.0.0.1', '3100'],
  [{ environment: 'sandbox', gatewayUrl: 'https://pay.example' }, 'pay.example', '443'],
  [{ environment: 'sandbox', gatewayUrl: 'http://pay.example' }, 'pay.example', '80'],
] as const)(
  '%o is called at %s, port %s, with the account’s keys and the time limit',
  (where, server, port) => {
    const { config } = createBraintreeSdk({ ...account, ...where }, 1_234) as unknown as {
      readonly config: {
        readonly environment: { readonly server: string; readonly port: string };
      } & Readonly<Record<string, unknown>>;
    };
    expect(config).toMatchObject({ merchantId: 'm', publicKey: 'p', privateKey: 'k', timeout: 1_234 });
    expect(config.environment).toMatchObject({ server, port });
  },
);

const saleXml = toXml('transaction', {
  ...{ id: 'sale', type: 'sale', status: 'settled', order_id: 'ORDER/1' },
  ...{ amount: '89.05', currency_iso_code: 'EUR', payment_instrument_type: 'credit_card' },
  credit_card: { token: 'kept', card_type: 'Visa', last_4: '1111' },
});

/**
 * Charges and stores a card at a gateway whose responses each take `delay` milliseconds of a clock that nothing else
 * moves. Returns the outcome and the paths called until the charge has failed or the sale has arrived.
 */
async function chargeSlowly(delay: number, timeLimit: number) {
  const paths: string[] = [];
  const ended = Promise.withResolvers<void>();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = createServer(({ url = '' }, response) => {
    paths.push(url);
    vi.advanceTimersByTime(delay);
    const isSale = url.endsWith('/transactions');
    if (isSale) ended.resolve();
    const body = isSale ? saleXml : '<customer><id>customer</id><credit-cards type="array"/></customer>';
    response.writeHead(201, { 'content-type': 'application/xml' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gatewayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const slow: BraintreeAccount = { ...account, gatewayUrl };
    const noted = { ...log, warn: () => ended.resolve() };
    const gateway = createBraintreeGateway({ account: slow, clock: { now: () => 0 }, log: noted, timeLimit });
    const outcome = await gateway.charge({ ...request, save_payment_method: true });
    await ended.promise;
    return { outcome, paths };
  } finally {
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
  }
}

test('the time limit holds for all calls of a charge together', async () => {
  const { outcome, paths } = await chargeSlowly(6_000, 8_000);
  expect(outcome).toEqual({ outcome: 'unknown' });
  expect(paths).toEqual(['/merchants/m/customers', '/merchants/m/transactions']);
});

test('nothing is charged once the time limit is over', async () => {
  const { outcome, paths } = await chargeSlowly(15_000, 10_000);
  expect(outcome).toEqual({ outcome: 'unknown' });
  expect(paths).toEqual(['/merchants/m/customers']);
});

describe('a notice', () => {
  const state = createGatewayState();
  const own = {
    ...account,
    merchantId: state.merchant_id,
    publicKey: state.public_key,
    privateKey: state.private_key,
  };
  const read = (kind: string, subject: XmlValue) => {
    const form = new URLSearchParams({ ...signNotice(state, kind, subject, '2026-11-21T09:00:00Z') });
    return createBraintreeNotices(own).read({ headers: {}, body: Buffer.from(form.toString()) });
  };
  const happened_at = Date.UTC(2026, 10, 21, 9);
  const paid = { id: 'sale', type: 'sale', order_id: 'ORDER/1', amount: '89.05' };

  test.each([
    ['transaction_settled', 'settled', 'ORDER/1'],
    ['transaction_settlement_declined', 'settlement_declined', 'ORDER/1'],
    ['refund_failed', 'refund_failed', null],
  ])('%s is read field by field', async (reported, kind, attempt_key) => {
    expect(await read(reported, { transaction: paid })).toEqual({
      ok: true,
      value: { key: `${kind}:sale`, kind, transaction_id: 'sale', attempt_key, amount: 8_905, happened_at },
    });
  });

  test('of a dispute names the sale, the payment attempt and the disputed amount', async () => {
    const dispute = {
      id: 'dispute-1',
      amount_disputed: '12.34',
      transaction: { id: 'sale', order_id: 'ORDER/1', amount: '89.05' },
    };
    const value = {
      key: 'dispute_lost:dispute-1',
      kind: 'dispute_lost',
      transaction_id: 'sale',
      attempt_key: 'ORDER/1',
      amount: 1_234,
      happened_at,
    };
    expect(await read('dispute_accepted', { dispute })).toEqual({ ok: true, value });
  });
});
