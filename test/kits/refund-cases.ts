import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { hours, later } from './later.ts';
import { charged, type PaymentGatewayHarness, requestFor } from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';

/** Tests of refunds, also for gateways whose buyers pay on a page. */
export const refundCases: KitCases<PaymentGatewayHarness> = {
  async 'refunds parts of a charge, and never more than the charge'(harness) {
    const { gateway, nonce } = harness;
    const { transaction_id } = await charged(harness, requestFor(await nonce('accepted')));
    const first = await gateway.refund(transaction_id, cents(5_000), 'refund-1');
    expect(first).toMatchObject({ outcome: 'refunded' });
    expect(await gateway.refund(transaction_id, cents(3_901), 'refund-2')).toEqual({ outcome: 'refused' });
    expect(await gateway.refund(transaction_id, cents(3_900), 'refund-3')).toMatchObject({
      outcome: 'refunded',
    });
    expect(await gateway.refund(transaction_id, cents(1), 'refund-4')).toEqual({ outcome: 'refused' });
    expect(await gateway.refund(transaction_id, cents(5_000), 'refund-1')).toEqual(first);
  },

  async 'refunds every amount to the cent'(harness) {
    const { gateway, nonce, refunded } = harness;
    const request = requestFor(await nonce('accepted'), { amount: cents(123_456) });
    const { transaction_id } = await charged(harness, request);
    let sum = 0;
    for (const amount of [29, 35, 1_999, 121_393]) {
      const refund = await gateway.refund(transaction_id, cents(amount), `${request.attempt_key}-${amount}`);
      expect(refund, String(amount)).toMatchObject({ outcome: 'refunded' });
      sum += amount;
      expect(await refunded(request.order_code)).toBe(sum);
    }
  },

  async 'refunds once when one refund arrives many times at once'(harness) {
    const { gateway, nonce } = harness;
    const { transaction_id } = await charged(harness, requestFor(await nonce('accepted')));
    const same = Array.from({ length: 10 }, () => gateway.refund(transaction_id, cents(8_900), 'refund-x'));
    const outcomes = new Set((await Promise.all(same)).map((outcome) => JSON.stringify(outcome)));
    expect(outcomes.size).toBe(1);
    expect([...outcomes][0]).toContain('refunded');
  },

  async 'refunds a part once when it is requested many times at once'(harness) {
    const { gateway, nonce } = harness;
    const { transaction_id } = await charged(harness, requestFor(await nonce('accepted')));
    const same = Array.from({ length: 8 }, () => gateway.refund(transaction_id, cents(1_000), 'refund-p'));
    expect(new Set((await Promise.all(same)).map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    const rest = await gateway.refund(transaction_id, cents(7_900), 'refund-q');
    expect(rest).toMatchObject({ outcome: 'refunded' });
  },

  async 'refunds once when a refund is repeated after hours: no key contains the time'(harness) {
    const { gateway, nonce, refunded } = harness;
    const request = requestFor(await nonce('accepted'));
    const { transaction_id } = await charged(harness, request);
    const again = () => gateway.refund(transaction_id, cents(1_234), 'refund-of-days');
    const first = await again();
    expect(first).toMatchObject({ outcome: 'refunded' });
    for (const wait of [61 / 60, 25]) expect(await later(hours(wait), again), `${wait} hours`).toEqual(first);
    expect(await refunded(request.order_code)).toBe(1_234);
  },

  async 'refuses a refund key with another amount'(harness) {
    const { gateway, nonce } = harness;
    const { transaction_id } = await charged(harness, requestFor(await nonce('accepted')));
    await gateway.refund(transaction_id, cents(1_000), 'refund-1');
    const other = await gateway.refund(transaction_id, cents(2_000), 'refund-1');
    expect(other).toEqual({ outcome: 'refused' });
    const rest = await gateway.refund(transaction_id, cents(7_900), 'refund-2');
    expect(rest).toMatchObject({ outcome: 'refunded' });
  },

  async 'refunds the same amount again under a similar key'(harness) {
    const { gateway, nonce, refunded } = harness;
    const request = requestFor(await nonce('accepted'), { amount: cents(10_000) });
    const { transaction_id } = await charged(harness, request);
    const ids = new Set<string>();
    for (const key of ['refund-1', 'refund-10', 'refund', 'Refund-1', 'refund1']) {
      // The shop's keys have the code of an order and an id.
      const whole = `${request.attempt_key}-R-019346d0-0000-7000-8000-${key}`;
      const refund = await gateway.refund(transaction_id, cents(1_999), whole);
      expect(refund, key).toMatchObject({ outcome: 'refunded' });
      if (refund.outcome === 'refunded') ids.add(refund.refund_id);
    }
    expect([ids.size, await refunded(request.order_code)]).toEqual([5, 9_995]);
  },

  async 'refunds the same amount of two charges separately'(harness) {
    const { gateway, nonce, refunded } = harness;
    for (const number of [1, 2]) {
      const request = requestFor(await nonce('accepted'));
      const { transaction_id } = await charged(harness, request);
      const refund = await gateway.refund(transaction_id, cents(1_500), `refund-${number}`);
      expect(refund).toMatchObject({ outcome: 'refunded' });
      expect(await refunded(request.order_code)).toBe(1_500);
    }
  },

  async 'refuses to refund what it never charged'({ gateway }) {
    expect(await gateway.refund('no-such-transaction', cents(100), 'refund-y')).toEqual({
      outcome: 'refused',
    });
  },

  async 'refunds nothing for an id that would change the request URL'(harness) {
    const { gateway, nonce, refunded } = harness;
    const request = requestFor(await nonce('accepted'));
    const { transaction_id } = await charged(harness, request);
    for (const id of [
      `x/../${transaction_id}`,
      `${transaction_id}?`,
      `${transaction_id}#`,
      `./${transaction_id}`,
    ])
      expect((await gateway.refund(id, cents(100), `refund-${id}`)).outcome, id).not.toBe('refunded');
    expect(await refunded(request.order_code)).toBe(0);
  },
};
