import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { addressCases } from './address-cases.ts';
import { exhaustivePaymentCases } from './exhaustive-payment-cases.ts';
import { gatewayRules, isSecretToken } from './gateway-call-rules.ts';
import { hours, later } from './later.ts';
import {
  charged,
  expectSilent,
  longOrderCode,
  misleadingBody,
  type PaymentGatewayHarness,
  requestFor,
  settled,
  successOf,
  tokenRequestFor,
} from './payment-gateway-harness.ts';
import { processCases } from './process-cases.ts';
import { refundCases } from './refund-cases.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';
import { severalProcessesCases } from './several-processes-cases.ts';
import { silentCases } from './silent-provider-cases.ts';
import { unreadableCases } from './unreadable-responses-cases.ts';

const charging: KitCases<PaymentGatewayHarness> = {
  async 'has an identity that begins with its name, and names its account'({ gateway: { name, identity } }) {
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,31}$/);
    expect(identity.replace(/\/[A-Za-z0-9_-]+$/, '')).toBe(name);
  },

  async 'returns a client token for a guest and for a customer'({ gateway }) {
    expect(await gateway.createClientToken(tokenRequestFor(null))).toMatch(/./);
    expect(await gateway.createClientToken(tokenRequestFor('customer-1'))).toMatch(/./);
  },

  async 'returns a client token for a cart without an order, and for a card that is only stored'({
    gateway,
  }) {
    const cart = tokenRequestFor('customer-1', { order: null });
    expect(await gateway.createClientToken(cart)).toMatch(/./);
    expect(await gateway.createClientToken({ ...cart, amount: cents(0), customer: null })).toMatch(/./);
  },

  async 'charges an accepted nonce and returns amount, method and transaction'(harness) {
    const { nonce, taken } = harness;
    const request = requestFor(await nonce('accepted'));
    const outcome = await charged(harness, request);
    expect(outcome).toMatchObject({ amount: 8_900, vault_token: null });
    expect(outcome.transaction_id).toMatch(/./);
    if (harness.method !== undefined) expect(outcome.method).toEqual(harness.method);
    else if (outcome.method.kind === 'card') expect(outcome.method.last_four).toMatch(/^\d{4}$/);
    expect(await taken(request.order_code)).toBe(8_900);
  },

  async 'charges every amount to the cent, and distinguishes orders whose codes begin alike'(harness) {
    const { gateway, nonce, taken } = harness;
    const { order_code } = requestFor('');
    // 0.29 and 19.99 have no exact binary fraction; 1234.56 may be written with a separator.
    const amounts = [29, 1_999, 123_456];
    for (const [index, amount] of amounts.entries()) {
      const code = `${order_code}${'0'.repeat(index)}`;
      const request = requestFor(await nonce('accepted'), {
        order_code: code,
        attempt_key: `${code}/1`,
        amount: cents(amount),
      });
      expect(await charged(harness, request)).toMatchObject({ amount });
    }
    for (const [index, amount] of amounts.entries()) {
      const code = `${order_code}${'0'.repeat(index)}`;
      expect(await taken(code), code).toBe(amount);
      expect(await gateway.findCharge(`${code}/1`), code).toMatchObject({ outcome: 'charged', amount });
    }
  },

  async 'returns neither nonces nor buyers in the metadata of a payment'(harness) {
    const { gateway, nonce } = harness;
    for (const kind of ['accepted', 'consumed', 'unknown'] as const) {
      const request = requestFor(await nonce(kind), { customer_id: 'customer-of-4711' });
      const reported = [await gateway.charge(request), await gateway.findCharge(request.attempt_key)];
      const metadata = JSON.stringify(reported.map((one) => ('metadata' in one ? one.metadata : null)));
      for (const secret of [request.payment_method_nonce, 'customer-of-4711'])
        expect(metadata, kind).not.toContain(secret);
    }
  },

  async 'writes neither nonces, tokens nor buyers to the console or its log, whatever happens'(harness) {
    const { gateway, nonce } = harness;
    const buyer = { customer_id: 'customer-of-4711' };
    await expectSilent(harness, async () => {
      const secrets: (string | null)[] = ['customer-of-4711', 'karla@', 'device-of-4711'];
      const token = await gateway.createClientToken(tokenRequestFor('customer-of-4711'));
      if (token !== null && isSecretToken(token)) secrets.push(token);
      for (const kind of ['accepted', 'consumed', 'unknown', 'timeout_after_charge'] as const) {
        const spent = await nonce(kind);
        secrets.push(spent);
        const request = requestFor(spent, { ...buyer, device_data: 'device-of-4711' });
        await gateway.charge(request);
        await gateway.findCharge(request.attempt_key);
      }
      const last = await nonce('accepted');
      await harness.answer?.(500, misleadingBody);
      await gateway.charge(requestFor(last, buyer));
      await gateway.createClientToken(tokenRequestFor('customer-of-4711'));
      await harness.cutOff();
      await gateway.charge(requestFor(last, buyer));
      return [...secrets, last];
    });
  },

  async 'distinguishes payment attempts of one order whose keys begin alike'(harness) {
    const { gateway, nonce, taken } = harness;
    const order_code = longOrderCode();
    const asked = async (number: string) =>
      requestFor(await nonce('accepted'), { order_code, attempt_key: `${order_code}/${number}` });
    await charged(harness, await asked('10'));
    const found = await gateway.findCharge(`${order_code}/1`);
    expect(found.outcome).toMatch(/^(?:never_charged|unknown)$/);
    expect((await gateway.findCharge(`${order_code}/100`)).outcome).toMatch(/^(?:never_charged|unknown)$/);
    await charged(harness, await asked('11'));
    expect(await taken(order_code)).toBe(17_800);
  },

  async 'reports no money and refunds nothing while it awaits the money'(harness) {
    const { gateway, nonce, taken, arrive } = harness;
    const request = requestFor(await nonce('accepted'));
    const first = await gateway.charge(request);
    expect(first.outcome).toMatch(successOf(gateway));
    expect(await taken(request.order_code)).toBe(first.outcome === 'charged' ? 8_900 : 0);
    if (first.outcome !== 'awaiting_payment') return;
    expect(await gateway.findCharge(request.attempt_key)).toEqual(first);
    expect(await gateway.refund(first.transaction_id, cents(1), 'too-early')).toEqual({ outcome: 'refused' });
    await arrive?.(request.attempt_key);
    const came = await gateway.findCharge(request.attempt_key);
    expect(came).toMatchObject({ outcome: 'charged', amount: 8_900, transaction_id: first.transaction_id });
    expect(await gateway.charge(request)).toEqual(came);
    expect(await taken(request.order_code)).toBe(8_900);
  },

  async 'distinguishes the payment attempts of one order'(harness) {
    const { gateway, nonce, taken } = harness;
    const first = requestFor(await nonce('consumed'));
    const second = {
      ...first,
      attempt_key: `${first.order_code}/2`,
      payment_method_nonce: await nonce('accepted'),
    };
    expect(await gateway.charge(first)).toMatchObject({ outcome: 'declined' });
    await charged(harness, second);
    expect((await gateway.findCharge(first.attempt_key)).outcome).not.toMatch(
      /^(?:authorised|charged|awaiting_payment)$/,
    );
    expect(await gateway.findCharge(second.attempt_key)).toMatchObject({ outcome: 'charged' });
    expect(await taken(first.order_code)).toBe(8_900);
  },

  async 'declines a used nonce and an unknown nonce'({ gateway, nonce }) {
    const spent = await gateway.charge(requestFor(await nonce('consumed')));
    expect(spent).toMatchObject({ outcome: 'declined', reason: 'NONCE_CONSUMED' });
    const foreign = await gateway.charge(requestFor(await nonce('unknown')));
    expect(foreign).toMatchObject({ outcome: 'declined', reason: 'NONCE_UNKNOWN' });
  },

  async 'returns the first outcome when a payment attempt is repeated'(harness) {
    const { gateway, nonce, taken } = harness;
    const request = requestFor(await nonce('accepted'));
    const first = await charged(harness, request);
    expect(await gateway.charge(request)).toEqual(first);
    expect(await taken(request.order_code)).toBe(8_900);
  },

  async 'charges once when a charge is repeated after hours: no key contains the time'(harness) {
    const { gateway, nonce, taken } = harness;
    const request = requestFor(await nonce('accepted'));
    const first = await charged(harness, request);
    for (const wait of [61 / 60, 25])
      expect(await later(hours(wait), () => gateway.charge(request)), `${wait} hours`).toEqual(first);
    expect(await taken(request.order_code)).toBe(8_900);
  },

  async 'returns the first refusal when a refused attempt is repeated'({ gateway, nonce, taken }) {
    const request = requestFor(await nonce('consumed'));
    const first = await gateway.charge(request);
    expect(await gateway.charge(request)).toEqual(first);
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'charges once when one attempt arrives twenty times at once'(harness) {
    const { gateway, nonce, taken } = harness;
    const request = requestFor(await nonce('accepted'));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => gateway.charge(request)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]?.outcome).toMatch(successOf(gateway));
    expect(await settled(harness, request.attempt_key)).toMatchObject({ outcome: 'charged' });
    expect(await taken(request.order_code)).toBe(8_900);
  },

  async 'charges a nonce for only one of two payment attempts'({ gateway, nonce }) {
    const one = requestFor(await nonce('accepted'));
    const other = requestFor(one.payment_method_nonce);
    const outcomes = await Promise.all([gateway.charge(one), gateway.charge(other)]);
    const [granted, ...others] = outcomes.filter(({ outcome }) => outcome !== 'declined');
    expect(granted?.outcome).toMatch(successOf(gateway));
    expect(others).toEqual([]);
  },

  async 'never returns an earlier charge for a request with another amount'(harness) {
    const { gateway, nonce, taken } = harness;
    const request = requestFor(await nonce('accepted'));
    await charged(harness, request);
    const changed = await gateway.charge({ ...request, amount: cents(9_900) });
    expect(changed).toEqual({ outcome: 'unknown' });
    expect(await taken(request.order_code)).toBe(8_900);
  },

  async 'stores no payment method without a request, and none without a customer'(harness) {
    const { nonce } = harness;
    const unasked = requestFor(await nonce('accepted'), { customer_id: 'customer-1' });
    expect((await charged(harness, unasked)).vault_token).toBeNull();
    const nobodys = requestFor(await nonce('accepted'), { save_payment_method: true });
    expect((await charged(harness, nobodys)).vault_token).toBeNull();
  },
};

const lostResponses: KitCases<PaymentGatewayHarness> = {
  async 'finds a charge whose response was lost'(harness) {
    const { gateway, nonce, taken } = harness;
    const request = requestFor(await nonce('timeout_after_charge'));
    expect(await gateway.charge(request)).toEqual({ outcome: 'unknown' });
    const found = await settled(harness, request.attempt_key);
    expect(found).toMatchObject({ outcome: 'charged', amount: 8_900 });
    expect(await gateway.findCharge(request.attempt_key)).toEqual(found);
    expect(await taken(request.order_code)).toBe(8_900);
  },

  async 'finds a charge whose response was lost, however long ago its attempt began'(harness) {
    const { gateway, nonce } = harness;
    const request = requestFor(await nonce('timeout_after_charge'));
    const sentAt = Date.now();
    await gateway.charge(request);
    const found = await settled(harness, request.attempt_key);
    expect(found).toMatchObject({ outcome: 'charged', amount: 8_900 });
    for (const wait of [0, 61 / 60, 25, 24 * 40, 24 * 400])
      expect(await gateway.findCharge(request.attempt_key, sentAt - hours(wait)), `${wait} hours`).toEqual(
        found,
      );
  },

  async 'charges at once after several responses in a row were lost'(harness) {
    const { gateway, nonce, taken } = harness;
    const lost = await Promise.all(Array.from({ length: 6 }, () => nonce('timeout_before_charge')));
    const outcomes = await Promise.all(lost.map((one) => gateway.charge(requestFor(one))));
    expect(outcomes).toEqual(lost.map(() => ({ outcome: 'unknown' })));
    const request = requestFor(await nonce('accepted'));
    await charged(harness, request);
    expect(await taken(request.order_code)).toBe(8_900);
  },

  async 'closes a payment attempt that it reports as never charged'({ gateway, nonce, taken }) {
    const request = requestFor(await nonce('timeout_before_charge'));
    expect(await gateway.charge(request)).toEqual({ outcome: 'unknown' });
    expect(await gateway.findCharge(request.attempt_key)).toEqual({ outcome: 'never_charged' });
    const late = await gateway.charge({ ...request, payment_method_nonce: await nonce('accepted') });
    expect(late).toMatchObject({ outcome: 'declined' });
    expect(await gateway.findCharge(request.attempt_key)).toEqual({ outcome: 'never_charged' });
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'never charges a payment attempt that it reports as never charged'(harness) {
    const { gateway, nonce, taken } = harness;
    for (let round = 0; round < 10; round += 1) {
      const request = requestFor(await nonce('accepted'));
      const [, meanwhile] = await Promise.all([
        gateway.charge(request),
        gateway.findCharge(request.attempt_key),
      ]);
      const found = await settled(harness, request.attempt_key);
      expect(found.outcome).toBe((await taken(request.order_code)) === 0 ? 'never_charged' : 'charged');
      if (meanwhile.outcome === 'never_charged') expect(found.outcome).toBe('never_charged');
    }
  },

  async 'returns unknown, and no client token, while the provider is unreachable'(harness) {
    const { gateway } = harness;
    const accepted = await harness.nonce('accepted');
    // A cached token would also be given to other buyers.
    await gateway.createClientToken(tokenRequestFor(null));
    await harness.cutOff();
    expect(await gateway.createClientToken(tokenRequestFor(null))).toBeNull();
    expect(await gateway.charge(requestFor(accepted))).toEqual({ outcome: 'unknown' });
    expect(await gateway.findCharge('ORDER-0/1')).toEqual({ outcome: 'unknown' });
    expect(await gateway.refund('transaction', cents(1), 'refund')).toEqual({ outcome: 'unknown' });
  },
};

/** The conformance tests of `PaymentGateway` in `ports/payment-gateway.ts` by title. */
export const paymentGatewayCases = {
  ...processCases,
  ...charging,
  ...lostResponses,
  ...silentCases,
  ...refundCases,
  ...severalProcessesCases,
  ...unreadableCases,
  ...addressCases,
  ...exhaustivePaymentCases,
};

/**
 * Registers the tests for a gateway without cards. A card gateway uses `describeCardGateway`, which includes
 * these tests.
 */
export const describePaymentGateway = (adapter: Tested<PaymentGatewayHarness>) =>
  runKit('payment gateway', paymentGatewayCases, adapter, gatewayRules<PaymentGatewayHarness>());
