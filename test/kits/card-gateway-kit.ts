import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { accountCases } from './card-account-cases.ts';
import { actionCases } from './card-gateway-actions.ts';
import {
  authorised,
  type CardGatewayHarness,
  type CardNonceKind,
  capturing,
  isPaid,
  storedFor,
  storedRequestFor,
  type ToldCharge,
  vaultRequest,
} from './card-gateway-harness.ts';
import { exhaustiveCardCases } from './exhaustive-payment-cases.ts';
import { gatewayRules } from './gateway-call-rules.ts';
import { charged, expectSilent, misleadingBody, requestFor, success } from './payment-gateway-harness.ts';
import { paymentGatewayCases } from './payment-gateway-kit.ts';
import { cardNeighbourCases } from './payment-neighbour-cases.ts';
import { type KitCases, required, runKit, type Tested } from './run-kit.ts';
import { silentCardCases } from './silent-provider-cases.ts';
import { unreadableCardCases } from './unreadable-responses-cases.ts';

const bankDecisions: KitCases<CardGatewayHarness> = {
  async 'takes no money when the bank declines'({ gateway, nonce, taken }) {
    const request = requestFor(await nonce('declined'));
    expect(await gateway.charge(request)).toMatchObject({
      outcome: 'declined',
      reason: 'PROCESSOR_DECLINED',
    });
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'declines a charge that the provider itself rejects as fraud'({ gateway, nonce, taken }) {
    const request = requestFor(await nonce('rejected'));
    const rejected = await gateway.charge(request);
    expect(rejected).toMatchObject({ outcome: 'declined', reason: 'GATEWAY_REJECTED_FRAUD' });
    expect(await gateway.findCharge(request.attempt_key)).toEqual(rejected);
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'returns the first decline when a declined attempt is repeated'({ gateway, nonce, taken }) {
    const request = requestFor(await nonce('declined'));
    const first = await gateway.charge(request);
    expect(await gateway.charge(request)).toEqual(first);
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'finds a declined charge'({ gateway, nonce }) {
    const request = requestFor(await nonce('declined'));
    const declined = await gateway.charge(request);
    expect(await gateway.findCharge(request.attempt_key)).toEqual(declined);
  },
};

const surprises: KitCases<CardGatewayHarness> = {
  async 'reports the amount that was granted, not the amount of the request'(harness) {
    const { gateway, nonce, taken } = harness;
    const request = requestFor(await nonce('granted_in_part'));
    const outcome = await gateway.charge(request);
    const found = await gateway.findCharge(request.attempt_key);
    for (const one of [outcome, found]) if (isPaid(one)) expect(one).toMatchObject({ amount: 5_000 });
    if (outcome.outcome === 'authorised') await capturing(harness).capture(outcome.transaction_id);
    expect(await taken(request.order_code)).toBe(isPaid(outcome) ? 5_000 : 0);
  },

  async 'never reports a charge in another currency as paid'({ gateway, nonce, taken }) {
    const request = requestFor(await nonce('other_currency'));
    expect(isPaid(await gateway.charge(request))).toBe(false);
    expect(isPaid(await gateway.findCharge(request.attempt_key))).toBe(false);
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'reports a charge that is not decided as pending or unknown, never as paid or refused'({
    gateway,
    nonce,
    taken,
  }) {
    const request = requestFor(await nonce('unfinished'));
    const open = ['processing', 'unknown', 'requires_action'];
    expect(open).toContain((await gateway.charge(request)).outcome);
    // A look-up may also end an undecided charge.
    expect([...open, 'never_charged']).toContain((await gateway.findCharge(request.attempt_key)).outcome);
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'never reports an undocumented state as paid or refused'(harness) {
    const { gateway, nonce } = harness;
    const tellUnknownState = required(harness, 'tellUnknownState');
    const request = requestFor(await nonce('accepted'));
    await gateway.charge(request);
    await tellUnknownState(request.attempt_key);
    for (const told of [await gateway.findCharge(request.attempt_key), await gateway.charge(request)])
      expect(told.outcome).toMatch(/^(?:unknown|processing)$/);
  },

  async 'passes on the return URL, the language, the statement text and the start of a series'(harness) {
    const { nonce, told, act } = harness;
    const series = { begins_series: true, customer_id: 'customer-9', save_payment_method: true };
    for (const changes of [
      {
        return_url: 'https://shop.example/de/checkout/return/4711?step=bank&of=M%C3%BCller#paid',
        locale: 'de',
        statement_descriptor: 'MEISTERHAND KURSE 2026',
      },
      { return_url: 'https://shop.example/en/checkout/return/4712', locale: 'en', ...series },
      { return_url: 'https://shop.example/en/checkout/return/4713', ...series, begins_series: false },
    ] as const) {
      const request = requestFor(await nonce('accepted'), changes);
      await charged(harness, request);
      const asked: ToldCharge = { ...request, currency: 'EUR' };
      const arrived = await told(request.attempt_key);
      for (const name of Object.keys(arrived) as (keyof ToldCharge)[])
        expect([name, arrived[name] ?? null]).toEqual([name, asked[name] ?? null]);
      // A page of the bank needs the return URL and the language.
      if (act !== undefined)
        expect(Object.keys(arrived)).toEqual(expect.arrayContaining(['return_url', 'locale']));
    }
  },

  async 'passes on the device data of a charge and of a stored card'({ gateway, nonce, deviceData }) {
    await gateway.charge(requestFor(await nonce('accepted'), { device_data: 'device-of-the-charge' }));
    await gateway.vault({
      ...vaultRequest('customer-7', await nonce('accepted')),
      device_data: 'device-of-the-card',
    });
    expect(await deviceData()).toEqual(['device-of-the-charge', 'device-of-the-card']);
  },
};

const captures: KitCases<CardGatewayHarness> = {
  async 'takes no money before the capture, and the whole amount with it'(harness) {
    const { taken } = harness;
    const gateway = capturing(harness);
    const { request, id, outcome } = await authorised(harness);
    expect(await gateway.findCharge(request.attempt_key)).toEqual(outcome);
    expect(await taken(request.order_code)).toBe(0);
    expect(await gateway.capture(id)).toEqual({ outcome: 'captured' });
    expect(await gateway.findCharge(request.attempt_key)).toEqual({ ...outcome, outcome: 'charged' });
    expect(await taken(request.order_code)).toBe(123_456);
  },

  async 'captures once when it is called many times at once'(harness) {
    const { taken } = harness;
    const gateway = capturing(harness);
    const { request, id } = await authorised(harness);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => gateway.capture(id)));
    expect(outcomes).toEqual(outcomes.map(() => ({ outcome: 'captured' })));
    expect(await gateway.capture(id)).toEqual({ outcome: 'captured' });
    expect(await taken(request.order_code)).toBe(123_456);
  },

  async 'takes no money of a released authorisation when it is captured later'(harness) {
    const { taken } = harness;
    const gateway = capturing(harness);
    const { request, id } = await authorised(harness);
    expect(await gateway.release(id)).toEqual({ outcome: 'released' });
    expect(await gateway.release(id)).toEqual({ outcome: 'released' });
    expect(await gateway.capture(id)).toEqual({ outcome: 'refused' });
    expect(await gateway.findCharge(request.attempt_key)).toMatchObject({ outcome: 'declined' });
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'does not release a captured charge'(harness) {
    const { taken } = harness;
    const gateway = capturing(harness);
    const { request, id } = await authorised(harness);
    await gateway.capture(id);
    expect(await gateway.release(id)).toEqual({ outcome: 'refused' });
    expect(await gateway.findCharge(request.attempt_key)).toMatchObject({ outcome: 'charged' });
    expect(await taken(request.order_code)).toBe(123_456);
  },

  async 'either captures or releases when both are called at the same time'(harness) {
    const { taken } = harness;
    const gateway = capturing(harness);
    const { request, id } = await authorised(harness);
    const [capture, release] = await Promise.all([gateway.capture(id), gateway.release(id)]);
    const pair = `${capture.outcome} ${release.outcome}`;
    expect(['captured refused', 'refused released']).toContain(pair);
    expect(await taken(request.order_code)).toBe(capture.outcome === 'captured' ? 123_456 : 0);
  },

  async 'captures and releases in another process than the one that authorised, as after a restart'(harness) {
    const { taken } = harness;
    const other = capturing({ gateway: await harness.another() });
    const [kept, given] = [await authorised(harness), await authorised(harness)];
    expect(await other.capture(kept.id)).toEqual({ outcome: 'captured' });
    expect(await other.release(given.id)).toEqual({ outcome: 'released' });
    expect(await taken(kept.request.order_code)).toBe(123_456);
    expect(await taken(given.request.order_code)).toBe(0);
  },

  async 'neither captures nor releases while the provider is unreachable'(harness) {
    const { cutOff } = harness;
    const gateway = capturing(harness);
    const { id } = await authorised(harness);
    await cutOff();
    expect(await gateway.capture(id)).toEqual({ outcome: 'unknown' });
    expect(await gateway.release(id)).toEqual({ outcome: 'unknown' });
  },
};

/** The titles of the tests that a gateway without `capture` and `release` skips. */
export const captureTests = Object.keys({ ...captures, ...cardNeighbourCases });

const vault: KitCases<CardGatewayHarness> = {
  async 'charges a stored payment method any number of times'(harness) {
    const { gateway, nonce, taken } = harness;
    const keep = { customer_id: 'customer-1', save_payment_method: true, begins_series: true };
    const { vault_token } = await charged(harness, requestFor(await nonce('accepted'), keep));
    if (vault_token === null) throw new Error('The payment method was not kept');
    for (const amount of [29, 1_999, 123_456]) {
      const renewal = storedRequestFor(vault_token, 'customer-1', cents(amount));
      const outcome = await success(harness, renewal, await gateway.chargeStored(renewal));
      expect(outcome).toMatchObject({ amount });
      expect(await taken(renewal.order_code)).toBe(amount);
    }
  },

  async 'charges a stored payment method only once for one key'(harness) {
    const { gateway, taken } = harness;
    const renewal = storedRequestFor(await storedFor(harness, 'customer-1'), 'customer-1');
    const first = await success(harness, renewal, await gateway.chargeStored(renewal));
    expect(await gateway.chargeStored(renewal)).toEqual(first);
    const found = await gateway.findCharge(renewal.attempt_key);
    expect(found).toMatchObject({ outcome: 'charged', transaction_id: first.transaction_id });
    expect(await taken(renewal.order_code)).toBe(1_999);
  },

  async 'writes no token of a stored card to the console, its log or the metadata'(harness) {
    const { gateway, nonce } = harness;
    await expectSilent(harness, async () => {
      const spent = await nonce('accepted');
      const kept = await gateway.vault({
        ...vaultRequest('customer-of-4711', spent),
        device_data: 'device-of-4711',
      });
      if (kept.outcome !== 'vaulted') throw new Error(`Not kept: ${JSON.stringify(kept)}`);
      const secrets = [kept.vault_token, kept.vault_token.replace('vault:', ''), spent];
      const renewal = storedRequestFor(kept.vault_token, 'customer-of-4711');
      const reported = [
        await gateway.chargeStored(renewal),
        await gateway.chargeStored(storedRequestFor(kept.vault_token, 'customer-of-4712')),
        await gateway.findCharge(renewal.attempt_key),
      ];
      await harness.answer(500, misleadingBody);
      await gateway.chargeStored(storedRequestFor(kept.vault_token, 'customer-of-4711'));
      await gateway.vault(vaultRequest('customer-of-4711', spent));
      const metadata = JSON.stringify(reported.map((one) => ('metadata' in one ? one.metadata : null)));
      for (const secret of [...secrets, 'customer-of-']) expect(metadata).not.toContain(secret);
      return [...secrets, 'customer-of-', 'device-of-4711'];
    });
  },

  async 'refuses the stored card of another customer'(harness) {
    const { gateway, taken } = harness;
    const token = await storedFor(harness, 'customer-1');
    await storedFor(harness, 'customer-2');
    const before = await taken(null);
    const stranger = await gateway.chargeStored(storedRequestFor(token, 'customer-2'));
    expect(stranger).toMatchObject({ outcome: 'declined', reason: 'NONCE_UNKNOWN' });
    expect(await taken(null)).toBe(before);
  },

  async 'charges nothing when a guest sends the token of a stored card'(harness) {
    const { gateway, taken } = harness;
    const token = await storedFor(harness, 'customer-1');
    const before = await taken(null);
    for (const customer_id of [null, 'customer-2', 'customer-1']) {
      const named = await gateway.charge(requestFor(token, { customer_id }));
      expect(named).toMatchObject({ outcome: 'declined', reason: 'NONCE_UNKNOWN' });
    }
    const again = await gateway.vault(vaultRequest('customer-2', token));
    expect(again).toEqual({ outcome: 'declined', reason: 'NONCE_UNKNOWN' });
    expect(await taken(null)).toBe(before);
  },

  async 'stores a payment method without charging it'(harness) {
    const { gateway, nonce, taken } = harness;
    const before = await taken(null);
    const kept = await gateway.vault(vaultRequest('customer-3', await nonce('accepted')));
    if (kept.outcome !== 'vaulted') throw new Error(`Not kept: ${JSON.stringify(kept)}`);
    expect(await taken(null)).toBe(before);
    expect(kept.method.last_four).toMatch(/^\d{4}$/);
    const renewal = storedRequestFor(kept.vault_token, 'customer-3');
    const { method } = await success(harness, renewal, await gateway.chargeStored(renewal));
    expect(await taken(renewal.order_code)).toBe(1_999);
    if (harness.method === undefined) return;
    expect(kept.method).toEqual(harness.method);
    // Not every provider returns the digits of a stored card again.
    expect([harness.method.last_four, null]).toContain(method.last_four);
  },

  async 'charges a stored card in another process than the one that stored it, as after a restart'(harness) {
    const token = await storedFor(harness, 'customer-4');
    const other = await harness.another();
    const renewal = storedRequestFor(token, 'customer-4');
    const outcome = await other.chargeStored(renewal);
    await success({ ...harness, gateway: other }, renewal, outcome);
    expect(await harness.taken(renewal.order_code)).toBe(1_999);
  },

  async 'stores no payment method that is declined, used or unknown'({ gateway, nonce }) {
    const vault = async (kind: CardNonceKind) => gateway.vault(vaultRequest('customer-5', await nonce(kind)));
    expect(await vault('declined')).toEqual({ outcome: 'declined', reason: 'PROCESSOR_DECLINED' });
    expect(await vault('consumed')).toEqual({ outcome: 'declined', reason: 'NONCE_CONSUMED' });
    expect(await vault('unknown')).toEqual({ outcome: 'declined', reason: 'NONCE_UNKNOWN' });
    expect(await vault('timeout_before_charge')).toEqual({ outcome: 'unknown' });
  },

  async 'uses up the nonce of a payment method that it stores'({ gateway, nonce }) {
    const spent = await nonce('accepted');
    const both = await Promise.all([
      gateway.vault(vaultRequest('customer-6', spent)),
      gateway.vault(vaultRequest('customer-6', spent)),
    ]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['declined', 'vaulted']);
    expect(await gateway.charge(requestFor(spent))).toMatchObject({ outcome: 'declined' });
  },

  async 'leaves no card at the provider that nobody asked to store'(harness) {
    const { nonce, storedCards } = harness;
    const before = await storedCards();
    await charged(harness, requestFor(await nonce('accepted'), { customer_id: 'customer-8' }));
    await charged(harness, requestFor(await nonce('accepted'), { save_payment_method: true }));
    expect(await storedCards()).toBe(before);
    const asked = { customer_id: 'customer-8', save_payment_method: true };
    await charged(harness, requestFor(await nonce('accepted'), asked));
    expect(await storedCards()).toBe(before + 1);
  },

  async 'stores nothing while the provider is unreachable'({ gateway, nonce, cutOff }) {
    const accepted = await nonce('accepted');
    await cutOff();
    expect(await gateway.vault(vaultRequest('customer-1', accepted))).toEqual({ outcome: 'unknown' });
  },
};

/** The conformance tests of `CardGateway` in `ports/payment-gateway.ts` by title. */
export const cardGatewayCases = {
  ...paymentGatewayCases,
  ...bankDecisions,
  ...surprises,
  ...silentCardCases,
  ...accountCases,
  ...actionCases,
  ...captures,
  ...vault,
  ...unreadableCardCases,
  ...exhaustiveCardCases,
};

/** Registers the tests of all payment gateways and the additional tests of gateways that charge cards. */
export const describeCardGateway = (adapter: Tested<CardGatewayHarness>) =>
  runKit('card gateway', cardGatewayCases, adapter, gatewayRules<CardGatewayHarness>());
