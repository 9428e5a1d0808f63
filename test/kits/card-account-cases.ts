import { expect } from 'vitest';
import type { CardGatewayHarness } from './card-gateway-harness.ts';
import { misleadingBody } from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { expectNoKeyTold } from './watch-requests.ts';

/** What the check of an account does at the start of the shop. */
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
    expect(gateway.offersCards(), 'an outage says nothing of what the account can do').toBe(offersCards);
  },

  async 'checks its account without a charge, and without a card'(harness) {
    const { gateway, moneyRequests, storedCards } = harness;
    const before = [await moneyRequests?.(), await storedCards()];
    await gateway.checkAccount();
    expect([await moneyRequests?.(), await storedCards()]).toEqual(before);
  },

  async 'tells no key of its account when it checks it: in the error, the log or on the console'(harness) {
    const check = () => expectNoKeyTold(() => harness.gateway.checkAccount(), harness.logged);
    await check();
    await harness.answer(401, misleadingBody);
    await check();
  },
};
