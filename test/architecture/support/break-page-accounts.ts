import { cents } from '#core/rules/basics/money.ts';
import type { PageGateway } from '#ports/payment-gateway.ts';
import { pageAccountCases } from '#test/kits/page-account-cases.ts';
import { type PageGatewayHarness, pageRequest } from '#test/kits/page-gateway-harness.ts';
import { tokenRequestFor } from '#test/kits/payment-gateway-harness.ts';
import { noteRequests } from '#test/kits/watch-requests.ts';
import { type Break, breaking } from './describe-breaks.ts';

const [works = '', refuses = '', inTime = '', free = '', secret = ''] = Object.keys(pageAccountCases);

const askFor = (gateway: PageGateway) => gateway.createClientToken(tokenRequestFor(null));

/** A check of an account that keeps every promise. */
export const soundCheck = (gateway: PageGateway) => ({
  async checkAccount() {
    if ((await askFor(gateway)) === null) throw new Error('The provider takes no payment with this key.');
  },
});

const broken = breaking<PageGatewayHarness, 'gateway'>('gateway');

/** A check that does something else once the harness has made the provider unreachable or silent. */
const checkingAfter = (
  name: string,
  after: 'cutOff' | 'hang',
  checkAccount: () => Promise<void>,
  noticedBy: readonly string[],
): Break<PageGatewayHarness> => ({
  name,
  noticedBy,
  wrap(harness) {
    let isAway = false;
    return {
      ...harness,
      async [after]() {
        isAway = true;
        await harness[after]();
      },
      gateway: {
        ...harness.gateway,
        checkAccount: () => (isAway ? checkAccount() : soundCheck(harness.gateway).checkAccount()),
      },
    };
  },
});

export const brokenPageAccounts: readonly Break<PageGatewayHarness>[] = [
  broken(
    'finds fault with every account',
    () => ({ checkAccount: () => Promise.reject(new Error('It cannot be used.')) }),
    [works],
  ),
  broken('finds no fault with any account', () => ({ checkAccount: async () => {} }), [refuses]),
  checkingAfter('finds no fault while the provider is unreachable', 'cutOff', async () => {}, [refuses]),
  broken(
    'does not say what is wrong',
    (gateway) => ({
      checkAccount: () =>
        soundCheck(gateway)
          .checkAccount()
          .catch(() => Promise.reject(new Error(''))),
    }),
    [refuses],
  ),
  checkingAfter('waits for ever', 'hang', () => new Promise(() => {}), [inTime]),
  broken(
    'opens a page of a cent to check its account',
    (gateway) => ({
      async checkAccount() {
        await soundCheck(gateway).checkAccount();
        await gateway.charge(pageRequest({ amount: cents(1) }));
      },
    }),
    [free],
  ),
  broken(
    'names its key in the error',
    (gateway) => ({
      async checkAccount() {
        const { value, asked } = await noteRequests(() => askFor(gateway));
        if (value === null) throw new Error(`Refused: ${asked.flatMap(({ keys }) => keys).join()}`);
      },
    }),
    [secret],
  ),
];
