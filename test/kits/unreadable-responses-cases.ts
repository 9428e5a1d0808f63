import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { type CardGatewayHarness, storedFor, storedRequestFor } from './card-gateway-harness.ts';
import {
  charged,
  misleadingBody,
  type PaymentGatewayHarness,
  requestFor,
  tokenRequestFor,
} from './payment-gateway-harness.ts';
import { type KitCases, required } from './run-kit.ts';
import { watchProcess } from './watch-process.ts';

/**
 * Fails when a call sends more than one request for money, at once or by a timer: a repeat under another key would be a
 * second charge. `settle` is a call that ends after all repeats that were already sent.
 */
export async function expectOneRequest(
  harness: Pick<PaymentGatewayHarness, 'moneyRequests'>,
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

/** Tests after lost, refused and unreadable responses. */
export const unreadableCases: KitCases<PaymentGatewayHarness> = {
  async 'repeats no charge and no refund by itself after a lost, refused or unreadable response'(harness) {
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

  async 'leaves no timer behind after a call, successful or not'(harness) {
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

/** The same for calls that only card gateways have. */
export const unreadableCardCases: KitCases<CardGatewayHarness> = {
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
