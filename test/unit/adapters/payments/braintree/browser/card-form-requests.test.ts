import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openApplePay } from '#adapters/payments/braintree/browser/apple-pay-wallet.ts';
import { createBraintreeCardTokenizer } from '#adapters/payments/braintree/browser/braintree-card-tokenizer.ts';
import { createCardVerification } from '#adapters/payments/braintree/browser/card-verification.ts';
import { openWallets } from '#adapters/payments/braintree/browser/express-payment-methods.ts';
import type { ExpressPaymentParts } from '#adapters/payments/braintree/browser/express-payment-parts.ts';
import {
  collectDeviceData,
  createMountedBraintreeFields,
} from '#adapters/payments/braintree/browser/mounted-fields.ts';
import { openPayPal } from '#adapters/payments/braintree/browser/paypal-wallet.ts';
import { openSavedCards } from '#adapters/payments/braintree/browser/saved-cards.ts';
import { defaultLimits } from '#adapters/payments/braintree/browser/sdk-calls.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { vienna } from '#test/support/vienna.ts';

// Test files share loaded modules, and one that was loaded before keeps the vendor's real modules: load it again here,
// and again for the files that follow.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

/**
 * Fakes of the vendor's modules. The tests compare all fields that are passed to them, to find lost or
 * swapped fields.
 */
const vendor = vi.hoisted(() => ({
  threeDSecure: {},
  paypal: {},
  apple: {},
  vault: {},
  fields: [] as unknown[],
  isAway: false,
}));
vi.mock('braintree-web/client/index.js', () => ({
  default: {
    create: async () => ({
      getConfiguration: () => ({ gatewayConfiguration: { threeDSecureEnabled: true } }),
      teardown: async () => undefined,
    }),
  },
}));
vi.mock('braintree-web/hosted-fields/index.js', () => ({
  default: {
    create: async (options: unknown) => {
      vendor.fields.push(options);
      throw new Error('These tests need no fields');
    },
  },
}));
vi.mock('braintree-web/data-collector/index.js', () => ({
  default: {
    async create() {
      if (vendor.isAway) throw new Error('No collector');
      return { deviceData: 'device', teardown: async () => undefined };
    },
  },
}));
vi.mock('braintree-web/three-d-secure/index.js', () => ({
  default: { create: async () => vendor.threeDSecure },
}));
vi.mock('braintree-web/paypal-checkout/index.js', () => ({ default: { create: async () => vendor.paypal } }));
vi.mock('braintree-web/apple-pay/index.js', () => ({
  default: {
    async create() {
      if (vendor.isAway) throw new Error('No Apple Pay');
      return vendor.apple;
    },
  },
}));
vi.mock('braintree-web/vault-manager/index.js', () => ({ default: { create: async () => vendor.vault } }));

afterEach(() => Object.assign(vendor, { threeDSecure: {}, paypal: {}, apple: {}, vault: {}, isAway: false }));

const subject = {
  amount: cents(8_905),
  email: 'j@example.org',
  billing_name: 'Johanna Brandt',
  billing_country: 'AT',
  billing_address: { ...vienna, phone: '+43 1 234' },
} as const;
const { signal } = new AbortController();
const timers = { setTimeout: setTimeout.bind(null), clearTimeout: clearTimeout.bind(null) };
const place = {
  postalCode: '1010',
  locality: 'Wien',
  countryCodeAlpha2: 'AT',
  streetAddress: 'Ringstraße 14',
};

function partsFor(window: object): ExpressPaymentParts {
  return {
    window,
    client: {},
    locale: 'de',
    verification: {
      verify: async ({ nonce, bin }: { nonce: string; bin: string }) =>
        ok({ nonce: `${nonce}-${bin}-verified`, liability_shifted: true }),
    },
    readDeviceData: async () => 'device',
    limits: { window: timers, limit: 1_000, signal },
  } as unknown as ExpressPaymentParts;
}

/** Opens a 3-D Secure that verifies every card, and passes each request to `note`. */
function openVerification(note: (request: object) => void) {
  vendor.threeDSecure = {
    on() {},
    off() {},
    teardown: async () => undefined,
    async verifyCard({ onLookupComplete: _, ...request }: { onLookupComplete: unknown }) {
      note(request);
      const threeDSecureInfo = { liabilityShifted: true, liabilityShiftPossible: true, status: '' };
      return { nonce: 'verified', threeDSecureInfo };
    },
  };
  const window = { ...timers, Cardinal: {} } as unknown as Window;
  const parts = { window, client: {} as never, limits: defaultLimits, signal };
  return createCardVerification(parts, { title: '', cancel: '', onOpen: () => () => {} });
}

test('3-D Secure gets nonce, first digits, amount in euros, e-mail and invoice address', async () => {
  const asked: unknown[] = [];
  const verification = openVerification((request) => void asked.push(request));
  const verified = await verification.verify({ nonce: 'typed', bin: '411111', subject });
  expect(verified).toEqual(ok({ nonce: 'verified', liability_shifted: true }));
  const billingAddress = { ...place, givenName: 'Johanna', surname: 'Brandt', phoneNumber: '431234' };
  const rest = { email: 'j@example.org', billingAddress, collectDeviceData: true };
  expect(asked).toEqual([{ nonce: 'typed', bin: '411111', amount: '89.05', ...rest }]);
});

test('3-D Secure is asked for a challenge if the card is saved, and gets the shipping address if there is one', async () => {
  const asked: unknown[] = [];
  const verification = openVerification((request) => void asked.push(request));
  const shipping_address = { ...subject.billing_address, street: 'Hafen', house_number: '3', city: 'Graz' };
  const kept = { ...subject, is_kept: true, shipping_address };
  await verification.verify({ nonce: 'n', bin: '411111', subject: kept });
  await verification.verify({ nonce: 'n', bin: '411111', subject: { ...subject, is_kept: false } });
  expect(asked).toMatchObject([
    {
      challengeRequested: true,
      additionalInformation: {
        shippingAddress: {
          streetAddress: 'Hafen 3',
          locality: 'Graz',
          postalCode: '1010',
          countryCodeAlpha2: 'AT',
        },
      },
    },
    {},
  ]);
  expect(asked[1]).not.toHaveProperty('challengeRequested');
  expect(asked[1]).not.toHaveProperty('additionalInformation');
});

/** Creates the parts of an element that the dialog of a challenge needs. */
function fakeElement() {
  const element = { style: {}, dataset: {}, isShown: false };
  return Object.assign(element, {
    setAttribute() {},
    append() {},
    addEventListener() {},
    showModal: () => Object.assign(element, { isShown: true }),
    close: () => Object.assign(element, { isShown: false }),
    remove() {},
  });
}

test('the page can cancel the bank’s challenge while its dialog is open, for the browser’s Back', async () => {
  const heard = new Map<string, (frame: object) => void>();
  vendor.threeDSecure = {
    on: (name: string, listen: (frame: object) => void) => heard.set(name, listen),
    off() {},
    teardown: async () => undefined,
    verifyCard: () => {
      queueMicrotask(() => heard.get('authentication-iframe-available')?.({ element: fakeElement() }));
      return new Promise(() => {});
    },
  };
  const made: ReturnType<typeof fakeElement>[] = [];
  const createElement = () => made[made.push(fakeElement()) - 1];
  const document = { createElement, documentElement: fakeElement(), body: fakeElement() };
  const window = { ...timers, Cardinal: {}, document } as unknown as Window;
  const parts = { window, client: {} as never, limits: defaultLimits, signal };
  const opened = Promise.withResolvers<() => void>();
  let isOpen = false;
  const onOpen = (cancel: () => void) => {
    isOpen = true;
    opened.resolve(cancel);
    return () => {
      isOpen = false;
    };
  };
  const verification = createCardVerification(parts, { title: '', cancel: '', onOpen });
  const verifying = verification.verify({ nonce: 'typed', bin: '411111', subject });
  const cancel = await opened.promise;
  expect(made.some(({ isShown }) => isShown)).toBe(true);
  const size = { width: 'min(400px, 100%)', height: 'min(570px, 100%)' };
  expect(made.map(({ style }) => style)).toContainEqual(expect.objectContaining(size));
  cancel();
  expect(await verifying).toEqual(err({ code: 'VERIFICATION_CANCELLED' }));
  expect([isOpen, made.some(({ isShown }) => isShown)]).toEqual([false, false]);
});

test('a wallet or data collector that cannot be created is left out, and the others are offered', async () => {
  vendor.isAway = true;
  vendor.paypal = { loadPayPalSDK: async () => undefined };
  const ApplePaySession = { canMakePayments: () => true };
  const page = { document: { querySelector: () => null }, paypal: {}, ApplePaySession };
  const { limits, ...parts } = partsFor(page);
  const longLimits = { ...limits, limit: 60_000 };
  // Google Pay is left out as well, because the client has no configuration.
  const wallets = await openWallets({ ...parts, limits: longLimits });
  expect(wallets.map(({ kind }) => kind)).toEqual(['paypal']);
  expect(await collectDeviceData(parts.client, longLimits).read(60_000)).toBeNull();
  vendor.isAway = false;
  expect(await collectDeviceData(parts.client, longLimits).read(60_000)).toBe('device');
});

test('the card fields refuse card types that the merchant account does not take', async () => {
  vendor.threeDSecure = { teardown: async () => undefined };
  const style = { color: 'black', fontFamily: 'serif', fontSize: '16px', getPropertyValue: () => '' };
  const window = { ...timers, performance, Cardinal: {}, getComputedStyle: () => style };
  const container = { replaceChildren() {} };
  const texts = { cardholderName: 'a', number: 'b', expirationDate: 'c', cvv: 'd' };
  const containers = Object.fromEntries(Object.keys(texts).map((name) => [name, container]));
  const tokenizer = createBraintreeCardTokenizer({ window: window as never, googleMerchantId: null });
  const options = {
    client_token: 'token',
    locale: 'de',
    containers,
    placeholders: texts,
    labels: texts,
    verification: { title: '', cancel: '', onOpen: () => () => {} },
  };
  await tokenizer.mount(options as never);
  const number = {
    container,
    placeholder: 'b',
    iframeTitle: 'b',
    internalLabel: 'b',
    rejectUnsupportedCards: true,
  };
  expect(vendor.fields).toMatchObject([{ fields: { number } }]);
});

test('a typed card becomes the verified nonce, with its address, brand and device data', async () => {
  const field = { isEmpty: false, isFocused: false, isValid: true, isPotentiallyValid: true };
  const asked: unknown[] = [];
  const fields = {
    getState: () => ({
      fields: { cardholderName: field, number: field, expirationDate: field, cvv: field },
      cards: [{ type: 'diners-club' }],
    }),
    on() {},
    async tokenize(options: unknown) {
      asked.push(options);
      return { nonce: 'typed', details: { bin: '305693', lastFour: '5904', cardType: 'Discover' } };
    },
  };
  const { verification } = partsFor({});
  const mounted = createMountedBraintreeFields({
    window: timers,
    fields,
    verification,
    deviceData: { read: async () => 'device' },
    limits: defaultLimits,
    signal,
  } as never);
  const method = { kind: 'card', brand: 'diners-club', last_four: '5904' };
  expect(await mounted.tokenize(subject)).toEqual(
    ok({ nonce: 'typed-305693-verified', liability_shifted: true, method, device_data: 'device' }),
  );
  const billingAddress = { ...place, firstName: 'Johanna', lastName: 'Brandt' };
  expect(asked).toEqual([{ billingAddress }]);
});

test('a saved card is verified like a typed one, and the nonce is used once', async () => {
  const details = { bin: '411111', cardType: 'Visa', lastFour: '1111' };
  let fetched = 0;
  vendor.vault = {
    async fetchPaymentMethods() {
      fetched += 1;
      return [
        { nonce: `paypal-${fetched}`, type: 'PayPalAccount', details: {} },
        { nonce: `saved-${fetched}`, type: 'CreditCard', details },
      ];
    },
  };
  const [card, ...others] = await openSavedCards(partsFor({}));
  expect(others).toEqual([]);
  const method = { kind: 'card', brand: 'visa', last_four: '1111' };
  for (const number of [1, 2]) {
    expect(await card?.use(subject)).toEqual(
      ok({
        nonce: `saved-${number}-411111-verified`,
        liability_shifted: true,
        method,
        device_data: 'device',
      }),
    );
  }
});

test('PayPal is asked for the amount in euros, and its nonce comes with device data', async () => {
  const asked: unknown[] = [];
  const note = (response: unknown) => async (request: unknown) => {
    asked.push(request);
    return response;
  };
  vendor.paypal = {
    loadPayPalSDK: note(undefined),
    createPayment: note('EC-1'),
    tokenizePayment: note({ nonce: 'paypal' }),
  };
  const shown: { createOrder(): Promise<string>; onApprove(approval: object): Promise<void> }[] = [];
  const paypal = {
    Buttons(options: (typeof shown)[number]) {
      shown.push(options);
      return { render: async () => undefined, close: async () => undefined };
    },
  };
  const document = { querySelector: () => ({ nonce: 'page' }) };
  const [wallet] = await openPayPal(partsFor({ document, paypal }));
  const ended: unknown[] = [];
  const onEnd = (result: unknown) => void ended.push(result);
  wallet?.show({ container: {}, label: '', merchant: '', subject: () => subject, onEnd } as never);
  const [buttons] = shown;
  expect(await buttons?.createOrder()).toBe('EC-1');
  await buttons?.onApprove({ paymentID: 'EC-1' });
  expect(asked).toEqual([
    { currency: 'EUR', intent: 'authorize', commit: false, dataAttributes: { 'csp-nonce': 'page' } },
    { flow: 'checkout', intent: 'authorize', amount: '89.05', currency: 'EUR', enableShippingAddress: false },
    { paymentID: 'EC-1' },
  ]);
  const method = { kind: 'paypal', brand: null, last_four: null };
  expect(ended).toEqual([ok({ nonce: 'paypal', method, liability_shifted: false, device_data: 'device' })]);
});

test('PayPal is torn down with the card fields, even if its button cannot be closed', async () => {
  const life = new AbortController();
  const ended: string[] = [];
  vendor.paypal = {
    loadPayPalSDK: async () => undefined,
    async teardown() {
      ended.push('instance');
      throw new Error('the frame is gone');
    },
  };
  const broken = () => {
    throw new Error('gone already');
  };
  const buttons = { render: broken, close: broken };
  const paypal = {
    Buttons() {
      return buttons;
    },
  };
  const parts = partsFor({ document: { querySelector: () => null }, paypal });
  const [wallet] = await openPayPal({ ...parts, limits: { ...parts.limits, signal: life.signal } });
  const container = { replaceChildren: () => void ended.push('container') };
  const hide = wallet?.show({
    container,
    label: '',
    merchant: '',
    subject: () => subject,
    onEnd() {},
  } as never);
  hide?.();
  expect(ended).toEqual(['container']);
  life.abort();
  expect(ended).toEqual(['container', 'instance']);
});

/** Presses the button of Apple Pay in a browser with this session class. Resolves with the result. */
async function pressApplePay(ApplePaySession: object): Promise<unknown> {
  let press = () => {};
  const button = {
    style: {},
    setAttribute() {},
    addEventListener: (_: string, listener: () => void) => {
      press = listener;
    },
  };
  const document = { createElement: () => button };
  const [wallet] = await openApplePay(partsFor({ document, ApplePaySession }));
  const ended = new Promise((onEnd) => {
    const container = { append() {} };
    wallet?.show({ container, label: '', merchant: 'Meisterhand', subject: () => subject, onEnd } as never);
  });
  press();
  return ended;
}

test('Apple Pay shows the shop and the amount in euros, and its nonce comes with device data', async () => {
  const asked: unknown[] = [];
  vendor.apple = {
    createPaymentRequest: (request: unknown) => void asked.push(request),
    async tokenize(request: unknown) {
      asked.push(request);
      return { nonce: 'apple', details: { cardType: 'Apple Pay - Visa', lastFour: '1111' } };
    },
  };
  const status: number[] = [];
  class ApplePaySession {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static canMakePayments = () => true;
    onpaymentauthorized: ((event: unknown) => void) | null = null;
    completePayment = (given: number) => void status.push(given);
    begin() {
      queueMicrotask(() => this.onpaymentauthorized?.({ payment: { token: 'sheet' } }));
    }
  }
  const method = { kind: 'apple_pay', brand: 'visa', last_four: '1111' };
  expect(await pressApplePay(ApplePaySession)).toEqual(
    ok({ nonce: 'apple', method, liability_shifted: true, device_data: 'device' }),
  );
  expect(asked).toEqual([{ total: { label: 'Meisterhand', amount: '89.05' } }, { token: 'sheet' }]);
  expect(status).toEqual([0]);
});

test('Apple Pay fails with PROVIDER_ERROR if the browser refuses to open it', async () => {
  vendor.apple = { createPaymentRequest: () => ({}) };
  class ApplePaySession {
    static canMakePayments = () => true;
    begin() {
      throw new Error('A session is open already');
    }
  }
  expect(await pressApplePay(ApplePaySession)).toEqual(err({ code: 'PROVIDER_ERROR' }));
});
