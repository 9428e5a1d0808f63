import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import {
  authorised,
  type CardGatewayHarness,
  capturing,
  isPaid,
  storedFor,
  storedRequestFor,
  vaultRequest,
} from './card-gateway-harness.ts';
import { openPage, type PageGatewayHarness, pageRequest } from './page-gateway-harness.ts';
import {
  charged,
  isCapturing,
  type PaymentGatewayHarness,
  requestFor,
  success,
} from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import {
  expectOvertaking,
  expectSeen,
  losing,
  type SentRequest,
  sentBy,
  throughFetch,
} from './through-fetch.ts';

interface WithOutcome {
  readonly outcome: string;
}

/** Returns how often the most repeated request was sent. */
function mostRepeated(sent: readonly SentRequest[]): number {
  const texts = sent.map((request) => JSON.stringify(request));
  return Math.max(0, ...texts.map((text) => texts.filter((one) => one === text).length));
}

/**
 * Makes a call once for each of its requests, with this request or its response lost, and repeats it without a loss.
 * `subject` prepares what the call is about. The first call must return the outcome of the repeated one, `unknown` or
 * one of `alsoFirst`; `check` checks the repeated one.
 */
async function onLosses<Subject, Value extends WithOutcome>(
  subject: () => Promise<Subject>,
  call: (subject: Subject) => Promise<Value>,
  check: (repeated: Value, subject: Subject, first: Value, what: string) => Promise<void>,
  alsoFirst: readonly string[] = [],
): Promise<void> {
  // The very first call may also request a session key.
  await call(await subject());
  const one = await subject();
  const usual = await sentBy(() => call(one));
  const count = usual.length;
  expectSeen(count);
  for (let number = 0; number < count; number += 1)
    for (const which of ['request', 'response'] as const) {
      const what = `${which} ${number + 1} of ${count} was lost`;
      const about = await subject();
      const { value: first, sent } = await throughFetch(losing(which, number), () => call(about));
      // The gateway may look up the outcome, but only the shop repeats a request.
      expect(mostRepeated(sent), what).toBeLessThanOrEqual(mostRepeated(usual));
      const repeated = await call(about);
      expect(['unknown', repeated.outcome, ...alsoFirst], what).toContain(first.outcome);
      await check(repeated, about, first, what);
    }
}

const noQueue = 'delays no payment while the response to another one is late';

const refundLosses = (
  { gateway, refunded }: Pick<PaymentGatewayHarness, 'gateway' | 'refunded'>,
  paid: () => Promise<{ readonly id: string; readonly order: string }>,
) =>
  onLosses(
    paid,
    ({ id, order }) => gateway.refund(id, cents(1_234), `refund-${order}`),
    async (repeated, { order }, _, what) => {
      expect(repeated, what).toMatchObject({ outcome: 'refunded' });
      expect(await refunded(order), what).toBe(1_234);
    },
  );

export const lostCases: KitCases<PaymentGatewayHarness> = {
  async 'charges and refunds once when any request or response is lost and the call is repeated'(harness) {
    const { gateway, nonce, taken } = harness;
    await onLosses(
      async () => requestFor(await nonce('accepted'), { amount: cents(1_999) }),
      (request) => gateway.charge(request),
      async (repeated, request, _, what) => {
        await success(harness, request, repeated);
        expect(await gateway.findCharge(request.attempt_key), what).toMatchObject({ amount: 1_999 });
        expect(await taken(request.order_code), what).toBe(1_999);
      },
    );
    await onLosses(
      async () => {
        const request = requestFor(await nonce('accepted'));
        await charged(harness, request);
        return request;
      },
      (request) => gateway.findCharge(request.attempt_key),
      async (repeated, _, __, what) =>
        expect(repeated, what).toMatchObject({ outcome: 'charged', amount: 8_900 }),
    );
    await refundLosses(harness, async () => {
      const request = requestFor(await nonce('accepted'));
      return { id: (await charged(harness, request)).transaction_id, order: request.order_code };
    });
  },

  async [noQueue](harness) {
    const { gateway, nonce, timeLimit } = harness;
    const known = requestFor(await nonce('accepted'));
    await charged(harness, known);
    const next = requestFor(await nonce('accepted'));
    const isSeen = await expectOvertaking(
      () => gateway.charge(next),
      () => gateway.findCharge(known.attempt_key),
      timeLimit,
    );
    expectSeen(Number(isSeen));
  },
};

export const lostCardCases: KitCases<CardGatewayHarness> = {
  async 'captures, releases and charges a stored card once when any request or response is lost'(harness) {
    const { gateway, nonce, taken, storedCards } = harness;
    const token = await storedFor(harness, 'customer-1');
    await onLosses(
      async () => storedRequestFor(token, 'customer-1'),
      (renewal) => gateway.chargeStored(renewal),
      async (repeated, renewal, _, what) => {
        await success(harness, renewal, repeated);
        expect(await taken(renewal.order_code), what).toBe(1_999);
      },
    );
    const before = await storedCards();
    const accepted = await nonce('accepted');
    const { value, sent } = await throughFetch(losing('request', 0), () =>
      gateway.vault(vaultRequest('customer-1', accepted)),
    );
    expectSeen(sent.length);
    if (value.outcome !== 'vaulted') {
      expect(value).toEqual({ outcome: 'unknown' });
      expect(await storedCards()).toBe(before);
    }
    if (!isCapturing(gateway)) return;
    for (const way of ['capture', 'release'] as const)
      await onLosses(
        () => authorised(harness),
        ({ id }) => capturing(harness)[way](id) as Promise<WithOutcome>,
        async ({ outcome }, { request }, _, what) => {
          expect(outcome, what).toBe(way === 'capture' ? 'captured' : 'released');
          const found = await gateway.findCharge(request.attempt_key);
          expect(isPaid(found), what).toBe(way === 'capture');
          expect(await taken(request.order_code), what).toBe(way === 'capture' ? 123_456 : 0);
        },
      );
  },
};

export const lostPageCases: KitCases<PageGatewayHarness> = {
  async 'opens, cancels and refunds once when any request or response is lost and the call is repeated'(
    harness,
  ) {
    const { gateway, act, taken, opened } = harness;
    await onLosses(
      async () => pageRequest({ amount: cents(1_999) }),
      (asked) => gateway.charge(asked),
      async (repeated, { attempt_key }, _, what) => {
        expect(repeated, what).toMatchObject({ outcome: 'requires_action' });
        expect(await opened(attempt_key), what).toHaveLength(1);
      },
    );
    await onLosses(
      () => openPage(harness),
      ({ key }) => gateway.findCharge(key),
      async (repeated, { outcome }, _, what) => expect(repeated, what).toEqual(outcome),
    );
    await onLosses(
      () => openPage(harness),
      ({ key, id }) => gateway.cancelAction(key, id),
      async ({ outcome }, { key, asked }, _, what) => {
        expect(outcome, what).toMatch(/^(?:declined|never_charged)$/);
        await act(key, 'pay');
        expect((await gateway.findCharge(key)).outcome, what).toBe(outcome);
        expect(await taken(asked.order_code), what).toBe(0);
      },
      ['requires_action', 'processing'],
    );
    await refundLosses(harness, async () => {
      const { key, id, asked } = await openPage(harness);
      await act(key, 'pay');
      return { id, order: asked.order_code };
    });
  },

  async [noQueue](harness) {
    const { gateway, timeLimit } = harness;
    const { key } = await openPage(harness);
    const isSeen = await expectOvertaking(
      () => gateway.charge(pageRequest()),
      () => gateway.findCharge(key),
      timeLimit,
    );
    expectSeen(Number(isSeen));
  },
};
