import { expect } from 'vitest';
import { type PageGatewayHarness, type PageSurprise, waiting } from './page-gateway-harness.ts';
import { type KitCases, required } from './run-kit.ts';

/**
 * Lets the provider tell something else of a payment of 1,234.56 EUR than any buyer can choose, and asks every call for
 * it.
 */
async function toldAs(harness: PageGatewayHarness, how: PageSurprise) {
  const { gateway } = harness;
  const surprise = required(harness, 'surprise');
  const { key, id, asked } = await waiting(harness);
  await surprise(key, how);
  return [
    await gateway.findCharge(key),
    await gateway.charge(asked),
    await gateway.cancelAction(key, id),
    // An end that was tried must not change what is told.
    await gateway.findCharge(key),
  ];
}

/** What a provider may tell of a payment beside that it was paid, refused, or is not decided. */
export const surprisingPageCases: KitCases<PageGatewayHarness> = {
  async 'never takes a payment in another currency for paid, though its number is that of the amount'(
    harness,
  ) {
    for (const { outcome } of await toldAs(harness, 'other_currency')) expect(outcome).not.toBe('charged');
  },

  async 'never takes a part of the amount for the whole: it reports what was paid, or that it is not paid'(
    harness,
  ) {
    for (const told of await toldAs(harness, 'part'))
      if (told.outcome === 'charged') expect(told.amount).toBe(5_000);
  },

  async 'reads on when the provider tells more than before'(harness) {
    const [found, , , ended] = await toldAs(harness, 'unknown_field');
    expect([found?.outcome, ended?.outcome]).toEqual([
      'requires_action',
      expect.stringMatching(/^(?:declined|never_charged)$/),
    ]);
  },

  async 'takes a state that nobody has told it of neither for paid nor for refused'(harness) {
    for (const { outcome } of await toldAs(harness, 'unknown_state'))
      expect(outcome).toMatch(/^(?:unknown|processing|requires_action)$/);
  },
};
