import { expect } from 'vitest';
import { paymentMethod } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { ChargeOutcome, FoundCharge } from '#ports/payment-gateway.ts';
import {
  authorised,
  type CardGatewayHarness,
  capturing,
  keepFor,
  storedFor,
  storedRequestFor,
} from './card-gateway-harness.ts';
import { type PageGatewayHarness, waiting } from './page-gateway-harness.ts';
import {
  charged,
  isCapturing,
  type PaymentGatewayHarness,
  requestFor,
  success,
  tokenRequestFor,
} from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { expectSeen, onAlteredResponses, onLongerAddresses, onOtherCurrencies } from './through-fetch.ts';

type Outcome = ChargeOutcome | FoundCharge;

/**
 * Fails unless an outcome that was read from an altered response is the true one, or tells that nothing is known. Ids
 * and names may be what the response says, amounts and tokens never.
 */
function expectTrueOrUnknown(told: Outcome, truth: Outcome, what: string): void {
  expect(['unknown', 'processing', truth.outcome], what).toContain(told.outcome);
  if ('amount' in told && 'amount' in truth) expect(told.amount, what).toBe(truth.amount);
  if ('transaction_id' in told && 'transaction_id' in truth && told.outcome !== 'declined')
    expectRead(told.transaction_id, truth.transaction_id, what);
  if ('vault_token' in told && told.vault_token !== null) expectToken(told.vault_token, what);
  if ('method' in told && 'method' in truth) {
    expect(paymentMethod.safeParse(told.method).error, what).toBeUndefined();
    expect([null, truth.method.last_four], what).toContain(told.method.last_four);
  }
}

/** An id that is the true one, or the word that stood in its place: never one that the response did not tell. */
function expectRead(id: string | null, truth: string | null, what: string): void {
  expect([truth, expect.stringContaining('kit-unknown')], what).toContainEqual(id);
}

/** A token that is no rest of a response which lacks it. */
function expectToken(token: string | null, what: string): void {
  if (token !== null) expect(token, what).not.toMatch(/^(?:vault:)?(?:|undefined|null|\[object Object\])$/);
}

const title =
  'takes no response for another in which a field is missing, empty, of another kind or an unknown word';

/** Where a call is about what is there already. */
const nothingNew = async () => {};

/** What is asked for again of a payment that nothing changes any more, with its true outcome. */
async function expectSound(
  { gateway, mayBeMissing }: Pick<PaymentGatewayHarness, 'gateway' | 'mayBeMissing'>,
  request: ReturnType<typeof requestFor>,
): Promise<void> {
  const truth = await gateway.findCharge(request.attempt_key);
  for (const call of [() => gateway.findCharge(request.attempt_key), () => gateway.charge(request)]) {
    const count = await onAlteredResponses(
      nothingNew,
      call,
      (told, what) => expectTrueOrUnknown(told, truth, `${truth.outcome} ${what}`),
      mayBeMissing,
    );
    expectSeen(count, 'response in JSON');
  }
  // Whatever was granted in another currency, or in none that is told, is not paid.
  if (truth.outcome !== 'charged') return;
  for (const { outcome } of await onOtherCurrencies(() => gateway.findCharge(request.attempt_key)))
    expect(['unknown', 'processing'], 'in another currency').toContain(outcome);
}

export const alteredCases: KitCases<PaymentGatewayHarness> = {
  async [title](harness) {
    const { gateway, nonce, refunded, mayBeMissing } = harness;
    const request = requestFor(await nonce('accepted'), { amount: cents(1_999) });
    const { transaction_id } = await charged(harness, request);
    await expectSound(harness, request);
    const spent = requestFor(await nonce('consumed'));
    await gateway.charge(spent);
    await expectSound(harness, spent);
    const refund = () => gateway.refund(transaction_id, cents(1_234), 'refund-of-altered');
    const truth = await refund();
    await onAlteredResponses(
      nothingNew,
      refund,
      (told, what) => {
        expect(['refunded', 'unknown'], what).toContain(told.outcome);
        if (told.outcome === 'refunded' && truth.outcome === 'refunded')
          expectRead(told.refund_id, truth.refund_id, what);
      },
      mayBeMissing,
    );
    expect(await refund()).toEqual(truth);
    expect(await refunded(request.order_code)).toBe(1_234);
    const token = () => gateway.createClientToken(tokenRequestFor('customer-1'));
    await onAlteredResponses(nothingNew, token, expectToken, mayBeMissing);
  },
};

export const alteredCardCases: KitCases<CardGatewayHarness> = {
  async 'takes no response about a card for another in which a field is missing, empty, of another kind or an unknown word'(
    harness,
  ) {
    const { gateway, nonce, mayBeMissing } = harness;
    const declined = requestFor(await nonce('declined'));
    await gateway.charge(declined);
    await expectSound(harness, declined);
    const renewal = storedRequestFor(await storedFor(harness, 'customer-1'), 'customer-1');
    const truth = await success(harness, renewal, await gateway.chargeStored(renewal));
    await onAlteredResponses(
      nothingNew,
      () => gateway.chargeStored(renewal),
      (told, what) => expectTrueOrUnknown(told, truth, what),
      mayBeMissing,
    );
    await onAlteredResponses(
      () => nonce('accepted'),
      (accepted) => gateway.vault(keepFor('customer-1', accepted)),
      (told, what) => {
        expect(['vaulted', 'unknown'], what).toContain(told.outcome);
        if (told.outcome !== 'vaulted') return;
        expect(told.vault_token, what).toMatch(/^vault:./);
        expectToken(told.vault_token, what);
        expect([null, expect.stringMatching(/^\d{4}$/)], what).toContainEqual(told.method.last_four);
      },
      mayBeMissing,
    );
    if (!isCapturing(gateway)) return;
    const held = await authorised(harness);
    await capturing(harness).capture(held.id);
    await onAlteredResponses(
      nothingNew,
      () => gateway.capture(held.id),
      ({ outcome }, what) => expect(['captured', 'unknown'], what).toContain(outcome),
      mayBeMissing,
    );
    const given = await authorised(harness);
    await gateway.release(given.id);
    await onAlteredResponses(
      nothingNew,
      () => gateway.release(given.id),
      ({ outcome }, what) => expect(['released', 'unknown'], what).toContain(outcome),
      mayBeMissing,
    );
  },
};

export const alteredPageCases: KitCases<PageGatewayHarness> = {
  async [title](harness) {
    const { gateway, act, mayBeMissing } = harness;
    const open = await waiting(harness);
    await expectSound(harness, open.asked);
    for (const { address, isOwn, value } of await onLongerAddresses(() => gateway.findCharge(open.key))) {
      const passedOn = { ...open.outcome, action: { kind: 'redirect', url: address } };
      // A gateway may trust only pages of the origin that it asks.
      expect(isOwn ? [passedOn] : [passedOn, { outcome: 'unknown' }]).toContainEqual(value);
    }
    for (const choice of ['pay', 'cancel', 'fail'] as const) {
      const { key, id, asked } = await waiting(harness);
      await act(key, choice);
      await expectSound(harness, asked);
      const truth = await gateway.findCharge(key);
      await onAlteredResponses(
        nothingNew,
        () => gateway.cancelAction(key, id),
        (told, what) => expectTrueOrUnknown(told, truth, `end after ${choice}: ${what}`),
        mayBeMissing,
      );
      if (choice !== 'pay') continue;
      await onAlteredResponses(
        nothingNew,
        () => gateway.refund(id, cents(1_234), 'refund-of-altered'),
        ({ outcome }, what) => expect(['refunded', 'unknown'], what).toContain(outcome),
        mayBeMissing,
      );
    }
    const token = () => gateway.createClientToken(tokenRequestFor('customer-1'));
    await onAlteredResponses(nothingNew, token, expectToken, mayBeMissing);
  },
};
