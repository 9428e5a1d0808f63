import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import {
  authorised,
  type CardGatewayHarness,
  capturing,
  isPaid,
  keepFor,
  storedFor,
  storedRequestFor,
} from './card-gateway-harness.ts';
import { type PageGatewayHarness, pageRequest, waiting } from './page-gateway-harness.ts';
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

interface Told {
  readonly outcome: string;
}

/** How often the request was sent that was sent most often. */
function mostAlike(sent: readonly SentRequest[]): number {
  const texts = sent.map((request) => JSON.stringify(request));
  return Math.max(0, ...texts.map((text) => texts.filter((one) => one === text).length));
}

/**
 * Makes a call of its own kind again and again, each time with another one of its requests lost, or the response to it;
 * `subject` prepares what the call is about. The lost call tells what is right, that nothing is known, or one of
 * `alsoFirst`; the same call without a loss tells what is right.
 */
async function onLosses<Subject, Value extends Told>(
  subject: () => Promise<Subject>,
  call: (subject: Subject) => Promise<Value>,
  check: (repeated: Value, subject: Subject, first: Value, what: string) => Promise<void>,
  alsoFirst: readonly string[] = [],
): Promise<void> {
  // The first call of all may also ask for the key of a session.
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
      // Only the shop asks for the same again; what became of it may be looked up.
      expect(mostAlike(sent), what).toBeLessThanOrEqual(mostAlike(usual));
      const repeated = await call(about);
      expect(['unknown', repeated.outcome, ...alsoFirst], what).toContain(first.outcome);
      await check(repeated, about, first, what);
    }
}

const noQueue = 'lets no payment wait for another one whose response is late';

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
  async 'charges and gives back once when any request or response was lost and the same is asked for again'(
    harness,
  ) {
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
  async 'captures, releases and charges a stored card once when any request or response was lost'(harness) {
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
      gateway.vault(keepFor('customer-1', accepted)),
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
        ({ id }) => capturing(harness)[way](id) as Promise<Told>,
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
  async 'opens, ends and gives back once when any request or response was lost and the same is asked for again'(
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
      () => waiting(harness),
      ({ key }) => gateway.findCharge(key),
      async (repeated, { outcome }, _, what) => expect(repeated, what).toEqual(outcome),
    );
    await onLosses(
      () => waiting(harness),
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
      const { key, id, asked } = await waiting(harness);
      await act(key, 'pay');
      return { id, order: asked.order_code };
    });
  },

  async [noQueue](harness) {
    const { gateway, timeLimit } = harness;
    const { key } = await waiting(harness);
    const isSeen = await expectOvertaking(
      () => gateway.charge(pageRequest()),
      () => gateway.findCharge(key),
      timeLimit,
    );
    expectSeen(Number(isSeen));
  },
};
