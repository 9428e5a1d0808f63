import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { charged, type PaymentGatewayHarness, requestFor } from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';

/** What one process of the shop begins, another one goes on with: after a restart, or beside it. */
export const severalProcessesCases: KitCases<PaymentGatewayHarness> = {
  async 'keeps nothing of a payment in its own memory: another process finds it and charges it no second time'(
    harness,
  ) {
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

  async 'keeps no refund in its own memory: another process repeats it and gives nothing back twice'(
    harness,
  ) {
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
