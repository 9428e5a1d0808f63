import { expect } from 'vitest';
import type { PageGatewayHarness } from './page-gateway-harness.ts';
import { misleadingBody, whileHanging } from './payment-gateway-harness.ts';
import { type KitCases, required } from './run-kit.ts';
import { expectNoKeyExposed } from './watch-requests.ts';

/** Checks the account. Returns the error, or null if the account was accepted. */
const faultOf = ({ gateway }: PageGatewayHarness) =>
  required(gateway, 'checkAccount')().then(
    () => null,
    (error: unknown) => error,
  );

const rejectsInTime = (harness: PageGatewayHarness, hang: () => Promise<void>) =>
  whileHanging({ hang, timeLimit: harness.timeLimit }, async () => {
    expect(await faultOf(harness), 'the account was accepted').not.toBeNull();
  });

/** The check of an account at the start of the shop. */
export const pageAccountCases: KitCases<PageGatewayHarness> = {
  async 'accepts an account that can be used'({ gateway }) {
    await required(gateway, 'checkAccount')();
  },

  async 'rejects the check of its account with a message while the provider refuses or is unreachable'(
    harness,
  ) {
    const check = required(harness.gateway, 'checkAccount');
    await harness.answer(401, misleadingBody);
    await expect(check(), 'status 401').rejects.toThrow(/\S/);
    await harness.cutOff();
    await expect(check(), 'unreachable').rejects.toThrow(/\S/);
  },

  'rejects the check of its account within its time limit when the provider never responds': (harness) =>
    rejectsInTime(harness, harness.hang),

  'rejects the check of its account within its time limit when a response never ends': (harness) =>
    rejectsInTime(harness, required(harness, 'trickle')),

  async 'checks its account without opening a page or moving money'(harness) {
    const before = [await harness.moneyRequests?.(), await harness.taken(null)];
    await faultOf(harness);
    expect([await harness.moneyRequests?.(), await harness.taken(null)]).toEqual(before);
  },

  async 'writes no key of its account into the error, the log or the console when it checks the account'(
    harness,
  ) {
    const check = () => expectNoKeyExposed(() => faultOf(harness), harness.logged);
    await check();
    await harness.answer(401, misleadingBody);
    await check();
  },
};
