import { expect } from 'vitest';
import type { CardGatewayHarness } from './card-gateway-harness.ts';
import { misleadingBody } from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { expectNoKeyExposed } from './watch-requests.ts';

/** The check of an account at the start of the shop. */
export const accountCases: KitCases<CardGatewayHarness> = {
  async 'checks its account without an exception while the provider refuses or is unreachable'(harness) {
    const { gateway } = harness;
    expect(typeof gateway.offersCards()).toBe('boolean');
    await gateway.checkAccount();
    const offersCards = gateway.offersCards();
    for (const status of [401, 503]) {
      await harness.answer(status, misleadingBody);
      await gateway.checkAccount();
    }
    await harness.cutOff();
    await gateway.checkAccount();
    expect(gateway.offersCards(), 'an outage does not change what the account offers').toBe(offersCards);
  },

  async 'checks its account without a charge, and without a card'(harness) {
    const { gateway, moneyRequests, storedCards } = harness;
    const before = [await moneyRequests?.(), await storedCards()];
    await gateway.checkAccount();
    expect([await moneyRequests?.(), await storedCards()]).toEqual(before);
  },

  async 'writes no key of its account into the error, the log or the console when it checks the account'(
    harness,
  ) {
    const check = () => expectNoKeyExposed(() => harness.gateway.checkAccount(), harness.logged);
    await check();
    await harness.answer(401, misleadingBody);
    await check();
  },
};
