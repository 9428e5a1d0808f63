import { expect } from 'vitest';
import type { PageGatewayHarness } from './page-gateway-harness.ts';
import { misleadingBody, whileHanging } from './payment-gateway-harness.ts';
import { type KitCases, required } from './run-kit.ts';
import { expectNoKeyTold } from './watch-requests.ts';

/** Checks the account; returns the error, or null when it found no fault. */
const faultOf = ({ gateway }: PageGatewayHarness) =>
  required(gateway, 'checkAccount')().then(
    () => null,
    (error: unknown) => error,
  );

const rejectsInTime = (harness: PageGatewayHarness, hang: () => Promise<void>) =>
  whileHanging({ hang, timeLimit: harness.timeLimit }, async () => {
    expect(await faultOf(harness), 'nothing is known of the account').not.toBeNull();
  });

/** What the check of an account does at the start of the shop. */
export const pageAccountCases: KitCases<PageGatewayHarness> = {
  async 'finds no fault with an account that can be used'({ gateway }) {
    await required(gateway, 'checkAccount')();
  },

  async 'rejects with a sentence from the check of its account while the provider refuses or is unreachable'(
    harness,
  ) {
    const check = required(harness.gateway, 'checkAccount');
    await harness.answer(401, misleadingBody);
    await expect(check(), 'status 401').rejects.toThrow(/\S/);
    await harness.cutOff();
    await expect(check(), 'unreachable').rejects.toThrow(/\S/);
  },

  'rejects within its time limit from the check of its account when the provider never responds': (harness) =>
    rejectsInTime(harness, harness.hang),

  'rejects within its time limit from the check of its account when a response trickles in without an end': (
    harness,
  ) => rejectsInTime(harness, required(harness, 'trickle')),

  async 'checks its account without a page and without money'(harness) {
    const before = [await harness.moneyRequests?.(), await harness.taken(null)];
    await faultOf(harness);
    expect([await harness.moneyRequests?.(), await harness.taken(null)]).toEqual(before);
  },

  async 'tells no key of its account when it checks it: in the error, the log or on the console'(harness) {
    const check = () => expectNoKeyTold(() => faultOf(harness), harness.logged);
    await check();
    await harness.answer(401, misleadingBody);
    await check();
  },
};
