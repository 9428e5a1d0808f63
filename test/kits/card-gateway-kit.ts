import { expect } from 'vitest';
import { paymentAction } from '#core/model/payment.ts';
import type {
  CapturingGateway,
  CardGateway,
  FoundCharge,
  StoredCardCharge,
  VaultRequest,
} from '#ports/payment-gateway.ts';
import type { NonceKind, PaymentGatewayHarness } from './payment-gateway-kit.ts';
import {
  charged,
  isCapturing,
  onSilentStatuses,
  paymentGatewayCases,
  requestFor,
  success,
  whileHanging,
} from './payment-gateway-kit.ts';
import type { KitCases, KitSkip } from './run-kit.ts';
import { runKit } from './run-kit.ts';

/** The outcome that a nonce causes at the provider or at the bank. */
export type CardNonceKind =
  | NonceKind
  | 'declined'
  /** The provider itself rejects the charge because of suspected fraud, without a request to the bank. */
  | 'rejected'
  /** The bank grants only a part: 50.00 EUR. */
  | 'granted_in_part'
  /** The provider grants the number of the amount, in another currency than EUR. */
  | 'other_currency'
  /**
   * The provider neither grants nor declines: the charge waits, for example for a step of the buyer at the bank. The
   * port has no outcome for it.
   */
  | 'unfinished'
  /** The charge needs an action of the buyer at the bank or provider. */
  | 'needs_action';

/** An adapter under test that charges cards and stores payment methods, with access to its provider. */
export interface CardGatewayHarness extends PaymentGatewayHarness {
  readonly gateway: CardGateway;
  nonce(kind: CardNonceKind): Promise<string>;
  /**
   * Does what the buyer chooses for the action of a payment attempt; `cancel`: leaves the bank's page. Does nothing when the
   * provider waits for no action any more. Not defined for a provider whose charges never need an action.
   */
  act?(attemptKey: string, choice: 'approve' | 'decline' | 'cancel'): Promise<void>;
  /** Returns the number of payment methods that the provider has stored. */
  storedCards(): Promise<number>;
  /** Returns the device data that the provider has received, in the order of arrival. */
  deviceData(): Promise<readonly string[]>;
  hang(): Promise<void>;
  answer(status: number, body: string): Promise<void>;
}

interface CardGatewayKit {
  readonly name: string;
  readonly create: () => Promise<CardGatewayHarness>;
  readonly skip?: readonly KitSkip[];
}

function keepFor(customer_id: string, payment_method_nonce: string): VaultRequest {
  return { customer_id, payment_method_nonce, device_data: null };
}

/** Returns a request to charge 89.00 EUR to a stored payment method. */
function storedRequestFor(vault_token: string, customer_id: string): StoredCardCharge {
  const { attempt_key, order_code, amount } = requestFor('');
  return { attempt_key, order_code, amount, vault_token, customer_id };
}

/** Stores the payment method of an accepted nonce for a customer. Returns its vault token. */
async function storedFor({ gateway, nonce }: CardGatewayHarness, customer_id: string): Promise<string> {
  const kept = await gateway.vault(keepFor(customer_id, await nonce('accepted')));
  if (kept.outcome !== 'vaulted') throw new Error(`Not kept: ${JSON.stringify(kept)}`);
  return kept.vault_token;
}

const bankAnswers: KitCases<CardGatewayHarness> = {
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

/** The gateway of a harness, which authorises first and captures later. */
function capturing({ gateway }: CardGatewayHarness): CapturingGateway {
  if (!isCapturing(gateway))
    throw new Error('The gateway has no `capture`: skip the tests of `captureTests`');
  return gateway;
}

/** The calls about an authorisation; none for a gateway that has no authorisations. */
async function heldBy(harness: CardGatewayHarness) {
  const { gateway } = harness;
  if (!isCapturing(gateway)) return { calls: () => [] };
  const { id } = await authorised(harness);
  return { calls: () => [gateway.capture(id), gateway.release(id)] };
}

/** Returns whether the outcome of a charge tells of money that was taken or will be. */
function isPaid({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'charged' || outcome === 'authorised' || outcome === 'awaiting_payment';
}

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

  async 'never reports a charge as paid whose state the port does not know'({ gateway, nonce, taken }) {
    const request = requestFor(await nonce('unfinished'));
    expect(isPaid(await gateway.charge(request))).toBe(false);
    expect(isPaid(await gateway.findCharge(request.attempt_key))).toBe(false);
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'passes on the device data of a charge and of a stored card'({ gateway, nonce, deviceData }) {
    await gateway.charge(requestFor(await nonce('accepted'), { device_data: 'device-of-the-charge' }));
    await gateway.vault({
      ...keepFor('customer-7', await nonce('accepted')),
      device_data: 'device-of-the-card',
    });
    expect(await deviceData()).toEqual(['device-of-the-charge', 'device-of-the-card']);
  },

  async 'returns unknown for 401, 429, 500 and 503 from every call about cards'(harness) {
    const { gateway } = harness;
    const held = await heldBy(harness);
    const token = await storedFor(harness, 'customer-1');
    const renewal = storedRequestFor(token, 'customer-1');
    const accepted = await harness.nonce('accepted');
    await onSilentStatuses(harness, async (status) => {
      const outcomes = [
        ...(await Promise.all(held.calls())),
        await gateway.vault(keepFor('customer-1', accepted)),
        await gateway.chargeStored({ ...renewal, attempt_key: `${renewal.attempt_key}/${status}` }),
      ];
      expect(outcomes, `status ${status}`).toEqual(outcomes.map(() => ({ outcome: 'unknown' })));
    });
  },

  async 'returns within its time limit from every call about cards'(harness) {
    const { gateway } = harness;
    const held = await heldBy(harness);
    const renewal = storedRequestFor(await storedFor(harness, 'customer-1'), 'customer-1');
    const accepted = await harness.nonce('accepted');
    const outcomes = await whileHanging(harness, () => [
      ...held.calls(),
      gateway.vault(keepFor('customer-1', accepted)),
      gateway.chargeStored(renewal),
    ]);
    expect(outcomes).toEqual(outcomes.map(() => ({ outcome: 'unknown' })));
  },
};

/** What a shopper does at the bank, in a harness that can. */
function actOf({ act }: CardGatewayHarness): NonNullable<CardGatewayHarness['act']> {
  if (act === undefined) throw new Error('The harness has no `act`: define it, or skip this test');
  return act;
}

/** Ends an action, with a gateway that can. */
function cancelOf({ gateway }: CardGatewayHarness): NonNullable<CardGateway['cancelAction']> {
  if (gateway.cancelAction === undefined)
    throw new Error('A gateway whose charges need actions needs `cancelAction`');
  return (key, transaction) => gateway.cancelAction?.(key, transaction) as Promise<FoundCharge>;
}

/** Begins a charge of 89.00 EUR that needs an action of the buyer. */
async function waitingForAction({ gateway, nonce }: CardGatewayHarness) {
  const request = requestFor(await nonce('needs_action'));
  const outcome = await gateway.charge(request);
  if (outcome.outcome !== 'requires_action') throw new Error(`No action: ${JSON.stringify(outcome)}`);
  return { request, outcome, id: outcome.transaction_id };
}

const actions: KitCases<CardGatewayHarness> = {
  async 'takes no money while the buyer has to act, and returns the same action again'(harness) {
    const { gateway, taken } = harness;
    const { request, outcome } = await waitingForAction(harness);
    expect(paymentAction.safeParse(outcome.action).error).toBeUndefined();
    expect(outcome.transaction_id).toMatch(/./);
    expect(await gateway.findCharge(request.attempt_key)).toEqual(outcome);
    expect(await gateway.charge(request)).toEqual(outcome);
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'grants the payment once the buyer has acted'(harness) {
    const { gateway, taken } = harness;
    const { request } = await waitingForAction(harness);
    await actOf(harness)(request.attempt_key, 'approve');
    const found = await gateway.findCharge(request.attempt_key);
    expect(isPaid(found)).toBe(true);
    expect(found).toMatchObject({ amount: 8_900 });
    expect(await gateway.charge(request)).toEqual(found);
    if (found.outcome === 'authorised') await capturing(harness).capture(found.transaction_id);
    expect(await gateway.findCharge(request.attempt_key)).toMatchObject({ outcome: 'charged' });
    expect(await taken(request.order_code)).toBe(8_900);
  },

  async 'declines a payment that the buyer has declined or cancelled'(harness) {
    const { gateway, taken } = harness;
    for (const choice of ['decline', 'cancel'] as const) {
      const { request } = await waitingForAction(harness);
      await actOf(harness)(request.attempt_key, choice);
      expect(await gateway.findCharge(request.attempt_key), choice).toMatchObject({ outcome: 'declined' });
      expect(await taken(request.order_code)).toBe(0);
    }
  },

  async 'closes a payment attempt whose action it ends'(harness) {
    const { gateway, nonce, taken } = harness;
    const { request, id } = await waitingForAction(harness);
    const ended = await cancelOf(harness)(request.attempt_key, id);
    expect(ended.outcome).toMatch(/^(?:declined|never_charged)$/);
    await actOf(harness)(request.attempt_key, 'approve');
    expect((await gateway.findCharge(request.attempt_key)).outcome).toBe(ended.outcome);
    const late = await gateway.charge({ ...request, payment_method_nonce: await nonce('accepted') });
    expect(isPaid(late)).toBe(false);
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'returns what was granted when the buyer was faster than the end of the action'(harness) {
    const { gateway } = harness;
    const { request, id } = await waitingForAction(harness);
    await actOf(harness)(request.attempt_key, 'approve');
    const ended = await cancelOf(harness)(request.attempt_key, id);
    expect(isPaid(ended)).toBe(true);
    const found = await gateway.findCharge(request.attempt_key);
    expect(ended).toMatchObject({ outcome: found.outcome, transaction_id: id });
  },

  async 'returns unknown from the end of an action for 401, 429, 500 and 503'(harness) {
    const { request, id } = await waitingForAction(harness);
    await onSilentStatuses(harness, async (status) => {
      const ended = await cancelOf(harness)(request.attempt_key, id);
      expect(ended, `status ${status}`).toEqual({ outcome: 'unknown' });
    });
  },

  async 'returns within its time limit from the end of an action'(harness) {
    const { request, id } = await waitingForAction(harness);
    const ended = await whileHanging(harness, () => [cancelOf(harness)(request.attempt_key, id)]);
    expect(ended).toEqual([{ outcome: 'unknown' }]);
  },
};

/** The titles of the tests that a provider without actions skips. */
export const actionTests = Object.keys(actions);

/** Authorises a charge of 89.00 EUR without capturing it. */
async function authorised({ gateway, nonce }: CardGatewayHarness) {
  const request = requestFor(await nonce('accepted'));
  const outcome = await gateway.charge(request);
  if (outcome.outcome !== 'authorised') throw new Error(`Not authorised: ${JSON.stringify(outcome)}`);
  return { request, id: outcome.transaction_id, outcome };
}

const captures: KitCases<CardGatewayHarness> = {
  async 'takes no money before the capture, and the whole amount with it'(harness) {
    const { taken } = harness;
    const gateway = capturing(harness);
    const { request, id, outcome } = await authorised(harness);
    expect(await gateway.findCharge(request.attempt_key)).toEqual(outcome);
    expect(await taken(request.order_code)).toBe(0);
    expect(await gateway.capture(id)).toEqual({ outcome: 'captured' });
    expect(await gateway.findCharge(request.attempt_key)).toEqual({ ...outcome, outcome: 'charged' });
    expect(await taken(request.order_code)).toBe(8_900);
  },

  async 'captures once when it is called many times at once'(harness) {
    const { taken } = harness;
    const gateway = capturing(harness);
    const { request, id } = await authorised(harness);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => gateway.capture(id)));
    expect(outcomes).toEqual(outcomes.map(() => ({ outcome: 'captured' })));
    expect(await gateway.capture(id)).toEqual({ outcome: 'captured' });
    expect(await taken(request.order_code)).toBe(8_900);
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
    expect(await taken(request.order_code)).toBe(8_900);
  },

  async 'either captures or releases when both are called at the same time'(harness) {
    const { taken } = harness;
    const gateway = capturing(harness);
    const { request, id } = await authorised(harness);
    const [capture, release] = await Promise.all([gateway.capture(id), gateway.release(id)]);
    const pair = `${capture.outcome} ${release.outcome}`;
    expect(['captured refused', 'refused released']).toContain(pair);
    expect(await taken(request.order_code)).toBe(capture.outcome === 'captured' ? 8_900 : 0);
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
export const captureTests = Object.keys(captures);

const vault: KitCases<CardGatewayHarness> = {
  async 'charges a stored payment method any number of times'(harness) {
    const { gateway, nonce, taken } = harness;
    const keep = { customer_id: 'customer-1', save_payment_method: true, begins_series: true };
    const { vault_token } = await charged(harness, requestFor(await nonce('accepted'), keep));
    if (vault_token === null) throw new Error('The payment method was not kept');
    for (let period = 0; period < 2; period += 1) {
      const renewal = storedRequestFor(vault_token, 'customer-1');
      await success(harness, renewal, await gateway.chargeStored(renewal));
      expect(await taken(renewal.order_code)).toBe(8_900);
    }
  },

  async 'charges a stored payment method only once for one key'(harness) {
    const { gateway, taken } = harness;
    const renewal = storedRequestFor(await storedFor(harness, 'customer-1'), 'customer-1');
    const first = await success(harness, renewal, await gateway.chargeStored(renewal));
    expect(await gateway.chargeStored(renewal)).toEqual(first);
    const found = await gateway.findCharge(renewal.attempt_key);
    expect(found).toMatchObject({ outcome: 'charged', transaction_id: first.transaction_id });
    expect(await taken(renewal.order_code)).toBe(8_900);
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
    const again = await gateway.vault(keepFor('customer-2', token));
    expect(again).toEqual({ outcome: 'declined', reason: 'NONCE_UNKNOWN' });
    expect(await taken(null)).toBe(before);
  },

  async 'stores a payment method without charging it'(harness) {
    const { gateway, nonce, taken } = harness;
    const before = await taken(null);
    const kept = await gateway.vault(keepFor('customer-3', await nonce('accepted')));
    if (kept.outcome !== 'vaulted') throw new Error(`Not kept: ${JSON.stringify(kept)}`);
    expect(await taken(null)).toBe(before);
    expect(kept.method.last_four).toMatch(/^\d{4}$/);
    const renewal = storedRequestFor(kept.vault_token, 'customer-3');
    await success(harness, renewal, await gateway.chargeStored(renewal));
    expect(await taken(renewal.order_code)).toBe(8_900);
  },

  async 'stores no payment method that is declined, used or unknown'({ gateway, nonce }) {
    const vault = async (kind: CardNonceKind) => gateway.vault(keepFor('customer-5', await nonce(kind)));
    expect(await vault('declined')).toEqual({ outcome: 'declined', reason: 'PROCESSOR_DECLINED' });
    expect(await vault('consumed')).toEqual({ outcome: 'declined', reason: 'NONCE_CONSUMED' });
    expect(await vault('unknown')).toEqual({ outcome: 'declined', reason: 'NONCE_UNKNOWN' });
    expect(await vault('timeout_before_charge')).toEqual({ outcome: 'unknown' });
  },

  async 'uses up the nonce of a payment method that it stores'({ gateway, nonce }) {
    const spent = await nonce('accepted');
    const both = await Promise.all([
      gateway.vault(keepFor('customer-6', spent)),
      gateway.vault(keepFor('customer-6', spent)),
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
    expect(await gateway.vault(keepFor('customer-1', accepted))).toEqual({ outcome: 'unknown' });
  },
};

/** The conformance tests of `CardGateway` in `ports/payment-gateway.ts` by title. */
export const cardGatewayCases = {
  ...paymentGatewayCases,
  ...bankAnswers,
  ...surprises,
  ...actions,
  ...captures,
  ...vault,
};

/** Registers the tests of all payment gateways and the additional tests of gateways that charge cards. */
export function describeCardGateway({ name, create, skip = [] }: CardGatewayKit): void {
  runKit({
    name: `card gateway: ${name}`,
    cases: cardGatewayCases,
    create,
    dispose: (harness) => harness.dispose(),
    skip,
  });
}
