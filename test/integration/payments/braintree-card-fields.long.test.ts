import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardFieldNames } from '#core/rules/payments/card-fields.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { createClientApi } from '#test/braintree-gateway/client-api.ts';
import { issueClientToken } from '#test/braintree-gateway/client-configuration.ts';
import { forwardVendorHosts } from '#test/braintree-gateway/forward-vendor-hosts.ts';
import { type RunningGateway, startGateway } from '#test/braintree-gateway/start-gateway.ts';
import { findOrBringBrowser } from '#test/e2e/support/find-browser.ts';
import { type OpenCardForm, pageHarness, startCardFormSite } from '#test/kits/browser/card-form-site.ts';
import type { TypedCard } from '#test/kits/card-form-harness.ts';
import { describeCardTokenizer, pageActionTests } from '#test/kits/card-tokenizer-kit.ts';

let site: Awaited<ReturnType<typeof startCardFormSite>>;

const policy = [
  "script-src 'nonce-page' https://c.paypal.com https://songbirdstag.cardinalcommerce.com",
  "style-src 'nonce-page'",
  "style-src-attr 'unsafe-inline'",
  'frame-src https://assets.braintreegateway.com https://*.cardinalcommerce.com',
  'connect-src https://api.sandbox.braintreegateway.com https://payments.sandbox.braintree-api.com https://www.paypal.com',
].join('; ');

beforeAll(async () => {
  site = await startCardFormSite({
    browser: new URL('../support/braintree-card-form.ts', import.meta.url),
    executablePath: findOrBringBrowser(projectRoot),
    policy: () => policy,
  });
});

afterAll(() => site.close());

const year = String(new Date().getUTCFullYear() + 1).slice(2);
const rest = { cardholderName: 'Johanna Brandt', expirationDate: `12${year}`, cvv: '123' };
const cards = {
  accepted: { ...rest, number: '4111111111111111' },
  challenge: { ...rest, number: '4000000000001091' },
  unverified: { ...rest, number: '5555555555554444' },
};

/** Returns a client token that is valid, expired or malformed. */
function tokenOf(gateway: RunningGateway, kind: 'valid' | 'expired' | 'malformed'): string {
  if (kind === 'malformed') return 'no token';
  gateway.state.settings.token_lifetime = kind === 'expired' ? -1 : 86_400;
  return issueClientToken(gateway.state, null);
}

async function bankFrame(form: OpenCardForm) {
  const handle = await form.page.getByRole('dialog').locator('iframe').elementHandle();
  const frame = await handle?.contentFrame();
  if (frame === null || frame === undefined) throw new Error('The challenge has no frame');
  await frame.waitForSelector('#code');
  return frame;
}

async function answerBank(form: OpenCardForm, answer: 'pass' | 'fail' | 'cancel'): Promise<void> {
  const frame = await bankFrame(form);
  if (answer === 'cancel') return form.page.getByRole('button', { name: 'Abbrechen' }).click();
  const [code, times] = answer === 'pass' ? ['1234', 1] : ['9999', 3];
  for (let count = 1; count <= times; count += 1) {
    await frame.getByLabel('Bestätigungscode').fill(code);
    await frame.getByRole('button', { name: 'Bestätigen' }).click();
  }
}

const openGateway = () => startGateway({ sides: [createClientApi] });
const openForm = (gateway: RunningGateway) =>
  site.open(gateway, (context) => forwardVendorHosts(context, gateway.url));

const vendorHosts = /braintree|paypal|cardinalcommerce/;

// The scripts of PayPal and Google need hosts and windows of their own.
const inJourneys =
  'the journeys of test/e2e/payments/braintree-express-payment.spec.ts approve and cancel its wallets';

const withoutActions = 'the buyer acts before the charge: `tokenize` runs 3-D Secure';

describeCardTokenizer({
  name: 'Braintree in Chromium',
  skip: [
    { test: 'returns a nonce of each approved wallet, and another one the next time', reason: inJourneys },
    { test: 'reports a cancelled wallet, which can be opened again', reason: inJourneys },
    ...pageActionTests.map((test) => ({ test, reason: withoutActions })),
  ],
  async create() {
    const gateway = await openGateway();
    const form = await openForm(gateway);
    const { page, context } = form;
    return {
      cards,
      mount: (kind) => page.evaluate((token) => window.cardForm.mount(token, {}), tokenOf(gateway, kind)),
      type: (field, text) => form.input(field).pressSequentially(text),
      ...pageHarness(form, vendorHosts),
      readError: (field) => form.readError(field),
      answerChallenge: (answer) => answerBank(form, answer),
      useWallet: () => Promise.reject(new Error(inJourneys)),
      async dispose() {
        await context.close();
        await gateway.stop();
      },
    };
  },
});

describe('the provider’s fields in the page', () => {
  let gateway: RunningGateway;
  let form: OpenCardForm;

  beforeEach(async () => {
    gateway = await openGateway();
    form = await openForm(gateway);
  });

  afterEach(async () => {
    await form.context.close();
    await gateway.stop();
  });

  const tokenize = () => form.page.evaluate(() => window.cardForm.tokenize());
  const mount = (limits = {}) => form.mount(tokenOf(gateway, 'valid'), limits);
  /** Mounts the fields and fills them in. */
  const mountAndFill = async (card: TypedCard, limits = {}) => {
    expect(await mount(limits)).toMatchObject({ ok: true });
    for (const field of cardFieldNames) await form.input(field).fill(card[field]);
  };
  /** Tokenizes a card whose bank asks for a challenge, which the buyer passes. */
  const expectChallengePassed = async () => {
    const pending = tokenize();
    await answerBank(form, 'pass');
    expect(await pending).toMatchObject({ ok: true, value: { liability_shifted: true } });
  };
  const timedOut = { ok: false, error: { code: 'TIMED_OUT' } };

  test('send the page no card data but device data, and violate no content security policy', async () => {
    await mountAndFill(cards.accepted);
    const result = await tokenize();
    expect(result).toMatchObject({ ok: true, value: { liability_shifted: true } });
    expect(result.ok && JSON.parse(result.value.device_data ?? '{}')).toHaveProperty('correlation_id');
    const heard = JSON.stringify(await form.page.evaluate(() => window.cardForm.heard()));
    for (const secret of ['41111111', `12 / ${year}`]) expect(heard).not.toContain(secret);
    expect(await form.page.locator('main').innerHTML()).not.toContain('41111111');
    expect(await form.page.evaluate(() => window.cardForm.violations())).toEqual([]);
  });

  test('a frame that never loads times out, leaves no elements, and can be tried again', async () => {
    gateway.state.faults.order({ operation: 'client.frame', fault: { kind: 'hang' }, times: 4 });
    expect(await mount({ mount: 1_500 })).toEqual(timedOut);
    expect(await form.page.locator('.field > *').count()).toBe(0);
    gateway.state.faults.clear();
    expect(await mount()).toMatchObject({ ok: true });
  });

  test('a nonce request without a response times out, and the next try returns a nonce', async () => {
    await mountAndFill(cards.accepted, { tokenize: 1_000 });
    gateway.state.faults.order({ operation: 'client.tokenize', fault: { kind: 'hang' } });
    expect(await tokenize()).toEqual(timedOut);
    expect(await tokenize()).toMatchObject({ ok: true });
  });

  test.each(['client.songbird', 'client.lookup'])('%s without a response times out', async (operation) => {
    gateway.state.faults.order({ operation, fault: { kind: 'hang' } });
    await mountAndFill(cards.challenge, { lookup: 1_500 });
    expect(await tokenize()).toEqual(timedOut);
  });

  test.each([
    'not JSON',
    '',
    '{}',
    '{"lookup":null}',
    '{"lookup":{"acsUrl":"https://bank.example"}}',
    '{"paymentMethod":{},"threeDSecureInfo":{},"lookup":{}}',
  ])('a 3-D Secure look-up with the response %s fails at once, and the next try succeeds', async (body) => {
    await mountAndFill(cards.challenge);
    gateway.state.faults.order({ operation: 'client.lookup', fault: { kind: 'answer', status: 200, body } });
    expect(await tokenize()).toEqual({ ok: false, error: { code: 'PROVIDER_ERROR' } });
    await expectChallengePassed();
  });

  test('a script of the bank that failed to load is loaded again for the next try', async () => {
    gateway.state.faults.order({ operation: 'client.songbird', fault: { kind: 'cut' } });
    await mountAndFill(cards.challenge, { lookup: 1_500 });
    expect(await tokenize()).toEqual(timedOut);
    await expectChallengePassed();
  });

  test('missing device data does not prevent a payment', async () => {
    gateway.state.faults.order({ operation: 'client.fraudnet', fault: { kind: 'hang' } });
    await mountAndFill(cards.accepted, { deviceData: 300 });
    expect(await tokenize()).toMatchObject({ ok: true, value: { device_data: null } });
  });

  test('a card that is not enrolled in 3-D Secure gets a nonce without liability shift', async () => {
    await mountAndFill({ ...rest, number: '5555555555554444' });
    const method = { brand: 'mastercard', last_four: '4444' };
    expect(await tokenize()).toMatchObject({ ok: true, value: { liability_shifted: false, method } });
  });

  test('a merchant account without 3-D Secure gets nonces that no bank has verified', async () => {
    gateway.state.settings.three_d_secure = false;
    await mountAndFill(cards.challenge);
    expect(await tokenize()).toMatchObject({ ok: true, value: { liability_shifted: false } });
    expect(gateway.state.asked).not.toContain('client.lookup');
  });

  test.each([
    ['the number', { ...rest, number: '4000000000000002' }],
    ['the security code', { ...cards.accepted, cvv: '200' }],
  ])('a card is refused by %s', async (_, card) => {
    await mountAndFill(card);
    expect(await tokenize()).toEqual({ ok: false, error: { code: 'CARD_REFUSED' } });
  });

  test('the bank’s challenge is removed by a teardown', async () => {
    await mountAndFill(cards.challenge);
    const pending = tokenize();
    await bankFrame(form);
    await form.page.evaluate(() => window.cardForm.teardown());
    expect(await pending).toEqual({ ok: false, error: { code: 'PROVIDER_ERROR' } });
    expect(await form.page.locator('dialog, iframe').count()).toBe(0);
    expect(await form.page.evaluate(() => document.documentElement.style.overflow)).toBe('');
  });
});
