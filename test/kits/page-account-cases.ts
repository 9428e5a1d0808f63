import { expect } from 'vitest';
import type { PageGateway } from '#ports/payment-gateway.ts';
import type { PageGatewayHarness } from './page-gateway-harness.ts';
import { misleadingBody, whileHanging } from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { everythingOf } from './watch-process.ts';
import { noteRequests } from './watch-requests.ts';

type Checking = PageGatewayHarness & {
  readonly gateway: PageGateway & Required<Pick<PageGateway, 'checkAccount'>>;
};

const hasCheck = (harness: PageGatewayHarness): harness is Checking =>
  harness.gateway.checkAccount !== undefined;

/** Whatever comes of the check: its error, or null. */
const errorOf = ({ gateway }: Checking) =>
  gateway.checkAccount().then(
    () => null,
    (error: unknown) => error,
  );

const cases: KitCases<Checking> = {
  async 'finds no fault with an account that can be used'({ gateway }) {
    await gateway.checkAccount();
  },

  async 'rejects with a sentence from the check of its account while the provider refuses or is unreachable'(
    harness,
  ) {
    await harness.answer(401, misleadingBody);
    await expect(harness.gateway.checkAccount(), 'status 401').rejects.toThrow(/\S/);
    await harness.cutOff();
    await expect(harness.gateway.checkAccount(), 'unreachable').rejects.toThrow(/\S/);
  },

  'returns within its time limit from the check of its account when the provider never responds': (harness) =>
    whileHanging(harness, async () => {
      await errorOf(harness);
    }),

  async 'checks its account without a page and without money'(harness) {
    const before = [await harness.moneyRequests?.(), await harness.taken(null)];
    await errorOf(harness);
    expect([await harness.moneyRequests?.(), await harness.taken(null)]).toEqual(before);
  },

  async 'names no key of its account in the error of the check'(harness) {
    await harness.answer(401, misleadingBody);
    const { value, asked } = await noteRequests(() => errorOf(harness));
    const told = everythingOf(value);
    for (const key of asked.flatMap(({ keys }) => keys)) expect(told.includes(key), 'a key').toBe(false);
  },
};

/** What the check of an account does at the start of the shop. Without the method there is nothing to test. */
export const pageAccountCases: KitCases<PageGatewayHarness> = Object.fromEntries(
  Object.entries(cases).map(([title, run]) => [
    title,
    async (harness: PageGatewayHarness) => {
      if (hasCheck(harness)) await run(harness);
    },
  ]),
);
