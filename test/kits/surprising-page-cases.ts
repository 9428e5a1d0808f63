import { expect } from 'vitest';
import { openPage, type PageGatewayHarness, type PageSurprise } from './page-gateway-harness.ts';
import { type KitCases, required } from './run-kit.ts';

/** Makes the provider report something unexpected of a payment of 1,234.56 EUR. Returns the outcomes of all calls. */
async function outcomesOf(harness: PageGatewayHarness, how: PageSurprise) {
  const { gateway } = harness;
  const surprise = required(harness, 'surprise');
  const { key, id, asked } = await openPage(harness);
  await surprise(key, how);
  return [
    await gateway.findCharge(key),
    await gateway.charge(asked),
    await gateway.cancelAction(key, id),
    // A failed cancellation must not change the outcome.
    await gateway.findCharge(key),
  ];
}

/** Tests of unexpected reports of a provider. */
export const surprisingPageCases: KitCases<PageGatewayHarness> = {
  async 'never reports a payment in another currency as paid, even with the same number'(harness) {
    for (const { outcome } of await outcomesOf(harness, 'other_currency'))
      expect(outcome).not.toBe('charged');
  },

  async 'never reports a partial payment as the whole amount'(harness) {
    for (const outcome of await outcomesOf(harness, 'part'))
      if (outcome.outcome === 'charged') expect(outcome.amount).toBe(5_000);
  },

  async 'ignores fields that it does not know'(harness) {
    const [found, , , ended] = await outcomesOf(harness, 'unknown_field');
    expect([found?.outcome, ended?.outcome]).toEqual([
      'requires_action',
      expect.stringMatching(/^(?:declined|never_charged)$/),
    ]);
  },

  async 'never reports an undocumented state as paid or refused'(harness) {
    for (const { outcome } of await outcomesOf(harness, 'unknown_state'))
      expect(outcome).toMatch(/^(?:unknown|processing|requires_action)$/);
  },
};
