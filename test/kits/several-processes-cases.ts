import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { charged, type PaymentGatewayHarness, requestFor } from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';

/** Tests with a second process, as after a restart or with several servers. */
export const severalProcessesCases: KitCases<PaymentGatewayHarness> = {
  async 'finds a charge in another process, which does not charge again'(harness) {
    const { gateway, nonce, taken } = harness;
    const other = await harness.another();
    const request = requestFor(await nonce('accepted'), { amount: cents(1_999) });
    const first = await charged(harness, request);
    const found = await gateway.findCharge(request.attempt_key);
    expect(found).toMatchObject({ transaction_id: first.transaction_id });
    expect(await other.findCharge(request.attempt_key)).toEqual(found);
    expect(await other.charge(request)).toMatchObject({ transaction_id: first.transaction_id });
    expect(await taken(request.order_code)).toBe(1_999);
  },

  async 'repeats a refund in another process without refunding twice'(harness) {
    const { gateway, nonce, refunded } = harness;
    const other = await harness.another();
    const request = requestFor(await nonce('accepted'));
    const { transaction_id } = await charged(harness, request);
    const refund = await gateway.refund(transaction_id, cents(1_234), 'refund-of-two');
    expect(refund).toMatchObject({ outcome: 'refunded' });
    expect(await other.refund(transaction_id, cents(1_234), 'refund-of-two')).toEqual(refund);
    expect(await refunded(request.order_code)).toBe(1_234);
  },

  async 'closes a payment attempt for every process'({ gateway, nonce, taken, another }) {
    const other = await another();
    const request = requestFor(await nonce('timeout_before_charge'));
    expect(await gateway.charge(request)).toEqual({ outcome: 'unknown' });
    expect(await gateway.findCharge(request.attempt_key)).toEqual({ outcome: 'never_charged' });
    const late = await other.charge({ ...request, payment_method_nonce: await nonce('accepted') });
    expect(late).toMatchObject({ outcome: 'declined' });
    expect(await other.findCharge(request.attempt_key)).toEqual({ outcome: 'never_charged' });
    expect(await taken(request.order_code)).toBe(0);
  },
};
