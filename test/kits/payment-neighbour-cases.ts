import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { authorised, type CardGatewayHarness, capturing } from './card-gateway-harness.ts';
import { openPage, type PageGatewayHarness } from './page-gateway-harness.ts';
import {
  charged,
  isCapturing,
  longOrderCode,
  type PaymentGatewayHarness,
  requestFor,
} from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';

/** Returns ids that lead to the payment if an adapter does not encode them in the URL. */
const oddIds = (id: string) => [`x/../${id}`, `./${id}`, `${id}?`, `${id}#`, `${id}/`, ` ${id}`, `${id}%00`];

/** Returns the outcomes of payments by their keys. */
const knownOf = ({ gateway }: Pick<PaymentGatewayHarness, 'gateway'>, keys: readonly string[]) =>
  Promise.all(keys.map((key) => gateway.findCharge(key)));

/** Tests that a call changes only its own payment. */
export const neighbourCases: KitCases<PaymentGatewayHarness> = {
  async 'refunds only the given payment'(harness) {
    const { gateway, nonce, refunded } = harness;
    const requests = await Promise.all(
      [1_999, 2_000, 1_999].map(async (amount) =>
        requestFor(await nonce('accepted'), { amount: cents(amount) }),
      ),
    );
    const ids: string[] = [];
    for (const request of requests) ids.push((await charged(harness, request)).transaction_id);
    expect(new Set(ids).size).toBe(3);
    const keys = requests.map(({ attempt_key }) => attempt_key);
    const known = await knownOf(harness, keys);
    const sums = [0, 0, 0];
    for (const [at, amount] of [
      [1, 700],
      [0, 1_999],
      [2, 29],
      [1, 1_300],
    ] as const) {
      const refund = await gateway.refund(ids[at] ?? '', cents(amount), `refund-${at}-${amount}`);
      expect(refund).toMatchObject({ outcome: 'refunded', refund_id: expect.stringMatching(/./) });
      sums[at] = (sums[at] ?? 0) + amount;
      expect(await Promise.all(requests.map(({ order_code }) => refunded(order_code)))).toEqual(sums);
    }
    expect(await knownOf(harness, keys)).toEqual(known);
  },
};

export const cardNeighbourCases: KitCases<CardGatewayHarness> = {
  async 'captures and releases only the given payment'(harness) {
    const gateway = capturing(harness);
    const held = [await authorised(harness), await authorised(harness), await authorised(harness)];
    const [first, second, third] = held as [(typeof held)[0], (typeof held)[0], (typeof held)[0]];
    const orders = held.map(({ request }) => request.order_code);
    const keys = held.map(({ request }) => request.attempt_key);
    const taken = () => Promise.all(orders.map((order) => harness.taken(order)));
    expect(await gateway.capture(second.id)).toEqual({ outcome: 'captured' });
    expect(await taken()).toEqual([0, 123_456, 0]);
    expect(await knownOf(harness, keys)).toEqual([
      first.outcome,
      { ...second.outcome, outcome: 'charged' },
      third.outcome,
    ]);
    expect(await gateway.release(third.id)).toEqual({ outcome: 'released' });
    const [waits, , ended] = await knownOf(harness, keys);
    expect([waits, ended?.outcome]).toEqual([first.outcome, 'declined']);
    expect(await gateway.capture(first.id)).toEqual({ outcome: 'captured' });
    expect(await taken()).toEqual([123_456, 123_456, 0]);
  },

  async 'refuses to capture and release unknown ids, also those that would change the request URL'(harness) {
    const gateway = capturing(harness);
    const { id, request, outcome } = await authorised(harness);
    // It is unknown if the provider's 404 looks like that of a proxy.
    for (const wrong of ['no-such-transaction', '', ...oddIds(id)]) {
      expect((await gateway.capture(wrong)).outcome, wrong).not.toBe('captured');
      expect((await gateway.release(wrong)).outcome, wrong).not.toBe('released');
    }
    expect(await gateway.findCharge(request.attempt_key)).toEqual(outcome);
    expect(await harness.taken(request.order_code)).toBe(0);
  },
};

export const pageNeighbourCases: KitCases<PageGatewayHarness> = {
  async 'cancels only the given payment'(harness) {
    const { gateway, act, taken } = harness;
    const order_code = longOrderCode();
    const open = (number: number) =>
      openPage(harness, { order_code, attempt_key: `${order_code}/${number}` });
    const all = [await open(1), await open(10), await open(11)];
    const [first, second, third] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    await act(third.key, 'pay');
    const { outcome: end } = await gateway.cancelAction(second.key, second.id);
    expect(end).toMatch(/^(?:declined|never_charged)$/);
    expect(await gateway.findCharge(first.key)).toEqual(first.outcome);
    const paid = await gateway.findCharge(third.key);
    expect(paid).toMatchObject({ outcome: 'charged', transaction_id: third.id });
    for (const wrong of oddIds(first.id)) await gateway.cancelAction(first.key, wrong);
    const left = await gateway.findCharge(first.key);
    if (left.outcome === 'requires_action') {
      await act(first.key, 'pay');
      expect(await gateway.findCharge(first.key)).toMatchObject({ outcome: 'charged' });
      expect(await taken(order_code)).toBe(246_912);
    }
    expect(await gateway.findCharge(third.key)).toEqual(paid);
    expect((await gateway.findCharge(second.key)).outcome).toBe(end);
  },
};

/** The same for actions of cards. */
export const cardActionNeighbours: KitCases<CardGatewayHarness> = {
  async 'cancels only the given action'(harness) {
    const { gateway, nonce, act } = harness;
    const order_code = longOrderCode();
    const open = async (number: number) => {
      const attempt = { order_code, attempt_key: `${order_code}/${number}` };
      const request = requestFor(await nonce('needs_action'), attempt);
      const outcome = await gateway.charge(request);
      if (outcome.outcome !== 'requires_action') throw new Error(`No action: ${JSON.stringify(outcome)}`);
      return { key: request.attempt_key, id: outcome.transaction_id, outcome };
    };
    const [first, second, third] = [await open(1), await open(10), await open(11)];
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
    const ended = await gateway.cancelAction?.(second.key, second.id);
    expect(ended?.outcome).toMatch(/^(?:declined|never_charged)$/);
    expect(await knownOf(harness, [first.key, third.key])).toEqual([first.outcome, third.outcome]);
    await act?.(third.key, 'approve');
    expect((await gateway.findCharge(third.key)).outcome).toMatch(
      isCapturing(gateway) ? /^authorised$/ : /^charged$/,
    );
    expect(await gateway.findCharge(first.key)).toEqual(first.outcome);
  },
};
