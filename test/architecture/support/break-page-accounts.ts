import { cents } from '#core/rules/basics/money.ts';
import type { PageGateway } from '#ports/payment-gateway.ts';
import { pageAccountCases } from '#test/kits/page-account-cases.ts';
import { type PageGatewayHarness, pageRequest } from '#test/kits/page-gateway-harness.ts';
import { required } from '#test/kits/run-kit.ts';
import { recordRequests } from '#test/kits/watch-requests.ts';
import { sendKey } from './break-amounts.ts';
import { type Break, breaking } from './describe-breaks.ts';

const [works = '', refuses = '', hangs = '', trickles = '', free = '', secret = ''] =
  Object.keys(pageAccountCases);

const checkOf = (gateway: PageGateway) => required(gateway, 'checkAccount');

const broken = breaking<PageGatewayHarness, 'gateway'>('gateway');

/** Replaces the account check after the harness has made the provider unreachable or silent. */
const checkingAfter = (
  name: string,
  after: 'cutOff' | 'hang' | 'trickle',
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
        await required(harness, after)();
      },
      gateway: {
        ...harness.gateway,
        checkAccount: () => (isAway ? checkAccount() : checkOf(harness.gateway)()),
      },
    };
  },
});

export const brokenPageAccounts: readonly Break<PageGatewayHarness>[] = [
  broken(
    'rejects every account',
    () => ({ checkAccount: () => Promise.reject(new Error('It cannot be used.')) }),
    [works],
  ),
  broken('accepts every account', () => ({ checkAccount: async () => {} }), [refuses, hangs, trickles]),
  checkingAfter('accepts the account while the provider is unreachable', 'cutOff', async () => {}, [refuses]),
  broken(
    'rejects without a message',
    (gateway) => ({
      checkAccount: () => checkOf(gateway)().catch(() => Promise.reject(new Error(''))),
    }),
    [refuses],
  ),
  checkingAfter('waits for ever', 'hang', () => new Promise(() => {}), [hangs]),
  checkingAfter('accepts the account while the provider never responds', 'hang', async () => {}, [hangs]),
  checkingAfter('waits for the end of a response that never ends', 'trickle', () => new Promise(() => {}), [
    trickles,
  ]),
  broken(
    'opens a page of a cent to check its account',
    (gateway) => ({
      async checkAccount() {
        await checkOf(gateway)();
        await gateway.charge(pageRequest({ amount: cents(1) }));
      },
    }),
    [free],
  ),
  broken(
    'names its key in the error',
    (gateway) => ({
      async checkAccount() {
        const { value: fault, requests } = await recordRequests(() => checkOf(gateway)().catch(String));
        if (fault !== undefined) throw new Error(`${fault} ${requests.flatMap(({ keys }) => keys).join()}`);
      },
    }),
    [secret],
  ),
  broken(
    'writes a key from a custom header to the console',
    (gateway) => ({
      async checkAccount() {
        console.log(await sendKey());
        await checkOf(gateway)();
      },
    }),
    [secret],
  ),
  {
    name: 'writes a key from a custom header to its log',
    noticedBy: [secret],
    wrap(harness) {
      const lines: unknown[] = [];
      return {
        ...harness,
        logged: async () => JSON.stringify(lines),
        gateway: {
          ...harness.gateway,
          async checkAccount() {
            lines.push(await sendKey());
            await checkOf(harness.gateway)();
          },
        },
      };
    },
  },
];
