import { expect } from 'vitest';
import { paymentAction } from '#core/model/payment.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { CardGateway, FoundCharge } from '#ports/payment-gateway.ts';
import { type CardGatewayHarness, capturing, isPaid } from './card-gateway-harness.ts';
import { requestFor } from './payment-gateway-harness.ts';
import { cardActionNeighbours } from './payment-neighbour-cases.ts';
import { type KitCases, required } from './run-kit.ts';
import { silent } from './silent-provider-cases.ts';

/** Returns `cancelAction` of a gateway. Throws if there is none. */
function cancelOf({
  gateway,
}: Pick<CardGatewayHarness, 'gateway'>): NonNullable<CardGateway['cancelAction']> {
  if (gateway.cancelAction === undefined)
    throw new Error('A gateway whose charges need actions needs `cancelAction`');
  return (key, transaction) => gateway.cancelAction?.(key, transaction) as Promise<FoundCharge>;
}

/** Begins a charge of 1,234.56 EUR that needs an action of the buyer. */
async function waitingForAction({ gateway, nonce }: CardGatewayHarness) {
  const request = requestFor(await nonce('needs_action'), { amount: cents(123_456) });
  const outcome = await gateway.charge(request);
  if (outcome.outcome !== 'requires_action') throw new Error(`No action: ${JSON.stringify(outcome)}`);
  return { request, outcome, id: outcome.transaction_id };
}

/** Tests of payments that wait for an action of the buyer. */
export const actionCases: KitCases<CardGatewayHarness> = {
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
    await required(harness, 'act')(request.attempt_key, 'approve');
    const found = await gateway.findCharge(request.attempt_key);
    expect(isPaid(found)).toBe(true);
    expect(found).toMatchObject({ amount: 123_456 });
    expect(await gateway.charge(request)).toEqual(found);
    if (found.outcome === 'authorised') await capturing(harness).capture(found.transaction_id);
    expect(await gateway.findCharge(request.attempt_key)).toMatchObject({ outcome: 'charged' });
    expect(await taken(request.order_code)).toBe(123_456);
  },

  async 'declines a payment that the buyer has declined or cancelled'(harness) {
    const { gateway, taken } = harness;
    for (const choice of ['decline', 'cancel'] as const) {
      const { request } = await waitingForAction(harness);
      await required(harness, 'act')(request.attempt_key, choice);
      expect(await gateway.findCharge(request.attempt_key), choice).toMatchObject({ outcome: 'declined' });
      expect(await taken(request.order_code)).toBe(0);
    }
  },

  async 'returns CANCELLED_BY_BUYER when the buyer cancels at the bank, and never for a decline'(harness) {
    async function reasonAfter(choice: 'decline' | 'cancel') {
      const { request } = await waitingForAction(harness);
      await required(harness, 'act')(request.attempt_key, choice);
      const found = await harness.gateway.findCharge(request.attempt_key);
      return found.outcome === 'declined' ? found.reason : found.outcome;
    }
    expect(await reasonAfter('cancel')).toBe('CANCELLED_BY_BUYER');
    expect(await reasonAfter('decline')).not.toBe('CANCELLED_BY_BUYER');
  },

  async 'closes a payment attempt whose action it ends'(harness) {
    const { gateway, nonce, taken } = harness;
    const { request, id } = await waitingForAction(harness);
    const ended = await cancelOf(harness)(request.attempt_key, id);
    expect(ended.outcome).toMatch(/^(?:declined|never_charged)$/);
    await required(harness, 'act')(request.attempt_key, 'approve');
    expect((await gateway.findCharge(request.attempt_key)).outcome).toBe(ended.outcome);
    const late = await gateway.charge({ ...request, payment_method_nonce: await nonce('accepted') });
    expect(isPaid(late)).toBe(false);
    expect(await taken(request.order_code)).toBe(0);
  },

  async 'finds and cancels an action in another process than the one that began it'(harness) {
    const { request, outcome, id } = await waitingForAction(harness);
    const other = await harness.another();
    expect(await other.findCharge(request.attempt_key)).toEqual(outcome);
    const ended = await cancelOf({ gateway: other })(request.attempt_key, id);
    expect(ended.outcome).toMatch(/^(?:declined|never_charged)$/);
    await required(harness, 'act')(request.attempt_key, 'approve');
    expect((await harness.gateway.findCharge(request.attempt_key)).outcome).toBe(ended.outcome);
    expect(await harness.taken(request.order_code)).toBe(0);
  },

  async 'returns the granted payment when the buyer approves before the action is cancelled'(harness) {
    const { gateway } = harness;
    const { request, id } = await waitingForAction(harness);
    await required(harness, 'act')(request.attempt_key, 'approve');
    const ended = await cancelOf(harness)(request.attempt_key, id);
    expect(isPaid(ended)).toBe(true);
    const found = await gateway.findCharge(request.attempt_key);
    expect(ended).toMatchObject({ outcome: found.outcome, transaction_id: id });
  },

  ...silent(
    {
      refusing: 'returns unknown from `cancelAction` for 401, 429, 500 and 503',
      hanging: 'returns from `cancelAction` within its time limit',
    },
    async (harness: CardGatewayHarness) => {
      const { request, id } = await waitingForAction(harness);
      return () => ({ cancelAction: cancelOf(harness)(request.attempt_key, id) });
    },
  ),
};

/** The titles of the tests that a provider without actions skips. */
export const actionTests = Object.keys({ ...actionCases, ...cardActionNeighbours });
