import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import {
  type CardGatewayHarness,
  heldBy,
  keepFor,
  storedFor,
  storedRequestFor,
} from './card-gateway-harness.ts';
import {
  charged,
  misleadingBody,
  type PaymentGatewayHarness,
  requestFor,
  tokenRequestFor,
  whileHanging,
} from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { watchProcess } from './watch-process.ts';
import { expectNoOpenRequest } from './watch-requests.ts';

/** Bodies from which nothing can be read; they come with status 200, from a proxy or a provider that breaks off. */
const unreadableBodies: Readonly<Record<string, string>> = {
  'a page in HTML': '<!doctype html><html><title>Back soon</title><p>We are paid to be back soon.</p></html>',
  nothing: '',
  'JSON that was cut off': '{"id":"tr_1","success":true,"outcome":"charged","status":"captured","amo',
  'a word': 'OK',
  'JSON without anything in it': 'null',
  'an empty list': '[]',
};

const unknown = { outcome: 'unknown' };

type Unreadable = Pick<PaymentGatewayHarness, 'answer' | 'trickle' | 'timeLimit' | 'moneyRequests'>;

export function required<Name extends 'answer' | 'trickle' | 'moneyRequests'>(
  harness: Unreadable,
  name: Name,
) {
  const able = harness[name];
  if (able === undefined) throw new Error(`The harness has no \`${name}\`: define it, or skip this test`);
  return able;
}

/** Calls `work` with the provider responding 200 and each of the bodies that nobody can read. */
export async function onUnreadableBodies(
  harness: Unreadable,
  work: (what: string) => Promise<void>,
): Promise<void> {
  for (const [what, body] of Object.entries(unreadableBodies)) {
    await required(harness, 'answer')(200, body);
    await work(what);
  }
}

/**
 * Makes responses trickle in. Returns what `calls` return; throws if one of them takes twice the time limit, or leaves
 * its connection open.
 */
export const whileTrickling = (harness: Unreadable, calls: () => readonly Promise<unknown>[]) =>
  expectNoOpenRequest(() =>
    whileHanging({ hang: required(harness, 'trickle'), timeLimit: harness.timeLimit }, calls),
  );

/**
 * Fails when the gateway asks for money more often than it was called, at once or by a timer: a repeat under another
 * key is a second charge, and only the shop knows what it has asked since. `settle` is a call that ends after every
 * repeat that was under way.
 */
export async function expectOneRequest(
  harness: Unreadable,
  call: () => Promise<unknown>,
  settle: () => Promise<unknown>,
): Promise<void> {
  const count = required(harness, 'moneyRequests');
  const before = await count();
  const { runTimers } = await watchProcess(call);
  runTimers();
  await settle();
  expect((await count()) - before, 'requests for money').toBeLessThanOrEqual(1);
}

/** Responses of the provider that tell nothing, and what a gateway must not do about them by itself. */
export const unreadableCases: KitCases<PaymentGatewayHarness> = {
  async 'returns unknown for a response with status 200 that cannot be read: HTML, nothing, JSON that was cut off'(
    harness,
  ) {
    const { gateway, nonce } = harness;
    const { transaction_id } = await charged(harness, requestFor(await nonce('accepted')));
    const request = requestFor(await nonce('accepted'));
    let round = 0;
    await onUnreadableBodies(harness, async (what) => {
      round += 1;
      const outcomes = [
        await gateway.charge({ ...request, attempt_key: `${request.attempt_key}/${round}` }),
        await gateway.findCharge(request.attempt_key),
        await gateway.refund(transaction_id, cents(100), `refund-${round}`),
      ];
      expect(outcomes, what).toEqual(outcomes.map(() => unknown));
      expect(await gateway.createClientToken(tokenRequestFor(null)), what).toBeNull();
    });
  },

  async 'returns within its time limit when a response trickles in without an end, and closes its connection'(
    harness,
  ) {
    const { gateway, nonce } = harness;
    const { transaction_id } = await charged(harness, requestFor(await nonce('accepted')));
    const request = requestFor(await nonce('accepted'));
    const outcomes = await whileTrickling(harness, () => [
      gateway.createClientToken(tokenRequestFor(null)),
      gateway.charge(request),
      gateway.findCharge('ORDER-0/1'),
      gateway.refund(transaction_id, cents(100), 'refund'),
    ]);
    expect(outcomes).toEqual([null, unknown, unknown, unknown]);
  },

  async 'repeats no charge and no refund by itself when the response was lost, refused or cannot be read'(
    harness,
  ) {
    const { gateway, nonce } = harness;
    const settle = () => gateway.createClientToken(tokenRequestFor(null));
    const { transaction_id } = await charged(harness, requestFor(await nonce('accepted')));
    const lost = requestFor(await nonce('timeout_after_charge'));
    await expectOneRequest(harness, () => gateway.charge(lost), settle);
    for (const [status, body, request] of [
      [503, misleadingBody, requestFor(await nonce('accepted'))],
      [200, '', requestFor(await nonce('accepted'))],
    ] as const) {
      await required(harness, 'answer')(status, body);
      await expectOneRequest(harness, () => gateway.charge(request), settle);
      const refund = () => gateway.refund(transaction_id, cents(100), `refund-${status}`);
      await expectOneRequest(harness, refund, settle);
    }
  },

  async 'leaves no timer behind when a call has returned, whether it went well or not'(harness) {
    const { gateway, nonce } = harness;
    const first = requestFor(await nonce('accepted'));
    const later = requestFor(await nonce('accepted'));
    const well = await watchProcess(async () => {
      const { transaction_id } = await charged(harness, first);
      await gateway.createClientToken(tokenRequestFor(null));
      await gateway.refund(transaction_id, cents(100), 'refund-1');
    });
    await required(harness, 'answer')(503, misleadingBody);
    const badly = await watchProcess(async () => {
      await gateway.charge(later);
      await gateway.findCharge(later.attempt_key);
      await gateway.refund('transaction', cents(100), 'refund-2');
    });
    expect([...well.timers, ...badly.timers]).toEqual([]);
  },
};

/** The same about calls that only gateways for cards have. */
export const unreadableCardCases: KitCases<CardGatewayHarness> = {
  async 'returns unknown for a response about a card that cannot be read'(harness) {
    const { gateway, nonce } = harness;
    const held = await heldBy(harness);
    const token = await storedFor(harness, 'customer-1');
    const accepted = await nonce('accepted');
    await onUnreadableBodies(harness, async (what) => {
      const outcomes = [
        ...(await Promise.all(held.calls())),
        await gateway.vault(keepFor('customer-1', accepted)),
        await gateway.chargeStored(storedRequestFor(token, 'customer-1')),
      ];
      expect(outcomes, what).toEqual(outcomes.map(() => unknown));
      await gateway.checkAccount();
    });
  },

  async 'returns within its time limit when a response about a card trickles in without an end, and closes its connection'(
    harness,
  ) {
    const { gateway, nonce } = harness;
    const held = await heldBy(harness);
    const renewal = storedRequestFor(await storedFor(harness, 'customer-1'), 'customer-1');
    const accepted = await nonce('accepted');
    const outcomes = await whileTrickling(harness, () => [
      ...held.calls(),
      gateway.vault(keepFor('customer-1', accepted)),
      gateway.chargeStored(renewal),
    ]);
    expect(outcomes).toEqual(outcomes.map(() => unknown));
  },

  async 'repeats no charge of a stored card by itself'(harness) {
    const { gateway } = harness;
    const token = await storedFor(harness, 'customer-1');
    await required(harness, 'answer')(503, misleadingBody);
    await expectOneRequest(
      harness,
      () => gateway.chargeStored(storedRequestFor(token, 'customer-1')),
      () => gateway.createClientToken(tokenRequestFor(null)),
    );
  },
};
