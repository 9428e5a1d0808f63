import { expect } from 'vitest';
import { paymentMethod } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { ChargeOutcome, FoundCharge } from '#ports/payment-gateway.ts';
import {
  authorised,
  type CardGatewayHarness,
  storedFor,
  storedRequestFor,
  vaultRequest,
} from './card-gateway-harness.ts';
import { openPage, type PageGatewayHarness } from './page-gateway-harness.ts';
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
 * Fails unless an outcome from an altered response is the true one or unknown. Ids and names may be those of the
 * altered response, amounts and tokens may not.
 */
function expectTrueOrUnknown(outcome: Outcome, truth: Outcome, what: string): void {
  expect(['unknown', 'processing', truth.outcome], what).toContain(outcome.outcome);
  if ('amount' in outcome && 'amount' in truth) expect(outcome.amount, what).toBe(truth.amount);
  if ('transaction_id' in outcome && 'transaction_id' in truth && outcome.outcome !== 'declined')
    expectRead(outcome.transaction_id, truth.transaction_id, what);
  if ('vault_token' in outcome && outcome.vault_token !== null) expectToken(outcome.vault_token, what);
  if ('method' in outcome && 'method' in truth) {
    expect(paymentMethod.safeParse(outcome.method).error, what).toBeUndefined();
    expect([null, truth.method.last_four], what).toContain(outcome.method.last_four);
  }
}

/** Fails unless an id is the true one or the word in its place: an id that is not in the response is invented. */
function expectRead(id: string | null, truth: string | null, what: string): void {
  expect([truth, expect.stringContaining('kit-unknown')], what).toContainEqual(id);
}

/** Fails when a token was made from a missing value. */
function expectToken(token: string | null, what: string): void {
  if (token !== null) expect(token, what).not.toMatch(/^(?:vault:)?(?:|undefined|null|\[object Object\])$/);
}

const title = 'returns the true outcome or unknown when a field of a response is missing or wrong';

/** For calls about something that already exists. */
const noPreparation = async () => {};

/** Repeats `findCharge` and `charge` of an ended payment with altered responses, and compares with its true outcome. */
async function expectTrueOutcome(
  { gateway, mayBeMissing }: Pick<PaymentGatewayHarness, 'gateway' | 'mayBeMissing'>,
  request: ReturnType<typeof requestFor>,
): Promise<void> {
  const truth = await gateway.findCharge(request.attempt_key);
  for (const call of [() => gateway.findCharge(request.attempt_key), () => gateway.charge(request)]) {
    const count = await onAlteredResponses(
      noPreparation,
      call,
      (result, what) => expectTrueOrUnknown(result, truth, `${truth.outcome} ${what}`),
      mayBeMissing,
    );
    expectSeen(count, 'response in JSON');
  }
  // A grant in another currency, or without a currency, is no payment.
  if (truth.outcome !== 'charged') return;
  for (const { outcome } of await onOtherCurrencies(() => gateway.findCharge(request.attempt_key)))
    expect(['unknown', 'processing'], 'in another currency').toContain(outcome);
}

export const alteredCases: KitCases<PaymentGatewayHarness> = {
  async [title](harness) {
    const { gateway, nonce, refunded, mayBeMissing } = harness;
    const request = requestFor(await nonce('accepted'), { amount: cents(1_999) });
    const { transaction_id } = await charged(harness, request);
    await expectTrueOutcome(harness, request);
    const spent = requestFor(await nonce('consumed'));
    await gateway.charge(spent);
    await expectTrueOutcome(harness, spent);
    const refund = () => gateway.refund(transaction_id, cents(1_234), 'refund-of-altered');
    const truth = await refund();
    await onAlteredResponses(
      noPreparation,
      refund,
      (result, what) => {
        expect(['refunded', 'unknown'], what).toContain(result.outcome);
        if (result.outcome === 'refunded' && truth.outcome === 'refunded')
          expectRead(result.refund_id, truth.refund_id, what);
      },
      mayBeMissing,
    );
    expect(await refund()).toEqual(truth);
    expect(await refunded(request.order_code)).toBe(1_234);
    const token = () => gateway.createClientToken(tokenRequestFor('customer-1'));
    await onAlteredResponses(noPreparation, token, expectToken, mayBeMissing);
  },
};

export const alteredCardCases: KitCases<CardGatewayHarness> = {
  async 'returns the true outcome or unknown when a field of a response about a card is missing or wrong'(
    harness,
  ) {
    const { gateway, nonce, mayBeMissing } = harness;
    const declined = requestFor(await nonce('declined'));
    await gateway.charge(declined);
    await expectTrueOutcome(harness, declined);
    const renewal = storedRequestFor(await storedFor(harness, 'customer-1'), 'customer-1');
    const truth = await success(harness, renewal, await gateway.chargeStored(renewal));
    await onAlteredResponses(
      noPreparation,
      () => gateway.chargeStored(renewal),
      (result, what) => expectTrueOrUnknown(result, truth, what),
      mayBeMissing,
    );
    await onAlteredResponses(
      () => nonce('accepted'),
      (accepted) => gateway.vault(vaultRequest('customer-1', accepted)),
      (result, what) => {
        expect(['vaulted', 'unknown'], what).toContain(result.outcome);
        if (result.outcome !== 'vaulted') return;
        expect(result.vault_token, what).toMatch(/^vault:./);
        expectToken(result.vault_token, what);
        expect([null, expect.stringMatching(/^\d{4}$/)], what).toContainEqual(result.method.last_four);
      },
      mayBeMissing,
    );
    if (!isCapturing(gateway)) return;
    for (const [way, done] of [
      ['capture', 'captured'],
      ['release', 'released'],
    ] as const) {
      const { id } = await authorised(harness);
      const call = async () => gateway[way](id);
      await call();
      await onAlteredResponses(
        noPreparation,
        call,
        ({ outcome }, what) => expect([done, 'unknown'], what).toContain(outcome),
        mayBeMissing,
      );
    }
  },
};

export const alteredPageCases: KitCases<PageGatewayHarness> = {
  async [title](harness) {
    const { gateway, act, mayBeMissing } = harness;
    const open = await openPage(harness);
    await expectTrueOutcome(harness, open.asked);
    for (const { address, isOwn, value } of await onLongerAddresses(() => gateway.findCharge(open.key))) {
      const passedOn = { ...open.outcome, action: { kind: 'redirect', url: address } };
      // A gateway may trust only pages of the origin that it asks.
      expect(isOwn ? [passedOn] : [passedOn, { outcome: 'unknown' }]).toContainEqual(value);
    }
    for (const choice of ['pay', 'cancel', 'fail'] as const) {
      const { key, id, asked } = await openPage(harness);
      await act(key, choice);
      await expectTrueOutcome(harness, asked);
      const truth = await gateway.findCharge(key);
      await onAlteredResponses(
        noPreparation,
        () => gateway.cancelAction(key, id),
        (result, what) => expectTrueOrUnknown(result, truth, `end after ${choice}: ${what}`),
        mayBeMissing,
      );
      if (choice !== 'pay') continue;
      await onAlteredResponses(
        noPreparation,
        () => gateway.refund(id, cents(1_234), 'refund-of-altered'),
        ({ outcome }, what) => expect(['refunded', 'unknown'], what).toContain(outcome),
        mayBeMissing,
      );
    }
    const token = () => gateway.createClientToken(tokenRequestFor('customer-1'));
    await onAlteredResponses(noPreparation, token, expectToken, mayBeMissing);
  },
};
