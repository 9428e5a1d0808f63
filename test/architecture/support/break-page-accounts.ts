import { cents } from '#core/rules/basics/money.ts';
import type { PageGateway } from '#ports/payment-gateway.ts';
import { pageAccountCases } from '#test/kits/page-account-cases.ts';
import { type PageGatewayHarness, pageRequest } from '#test/kits/page-gateway-harness.ts';
import { required } from '#test/kits/run-kit.ts';
import { noteRequests } from '#test/kits/watch-requests.ts';
import { sendKey } from './break-amounts.ts';
import { type Break, breaking } from './describe-breaks.ts';

const [works = '', refuses = '', hangs = '', trickles = '', free = '', secret = ''] =
  Object.keys(pageAccountCases);

const checkOf = (gateway: PageGateway) => required(gateway, 'checkAccount');

const broken = breaking<PageGatewayHarness, 'gateway'>('gateway');

/** A check that does something else once the harness has made the provider unreachable or silent. */
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
    'finds fault with every account',
    () => ({ checkAccount: () => Promise.reject(new Error('It cannot be used.')) }),
    [works],
  ),
  broken('finds no fault with any account', () => ({ checkAccount: async () => {} }), [
    refuses,
    hangs,
    trickles,
  ]),
  checkingAfter('finds no fault while the provider is unreachable', 'cutOff', async () => {}, [refuses]),
  broken(
    'does not say what is wrong',
    (gateway) => ({
      checkAccount: () => checkOf(gateway)().catch(() => Promise.reject(new Error(''))),
    }),
    [refuses],
  ),
  checkingAfter('waits for ever', 'hang', () => new Promise(() => {}), [hangs]),
  checkingAfter('finds no fault while the provider never responds', 'hang', async () => {}, [hangs]),
  checkingAfter('waits for the end of a response without one', 'trickle', () => new Promise(() => {}), [
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
        const { value: fault, asked } = await noteRequests(() => checkOf(gateway)().catch(String));
        if (fault !== undefined) throw new Error(`${fault} ${asked.flatMap(({ keys }) => keys).join()}`);
      },
    }),
    [secret],
  ),
  broken(
    'writes to the console what it has sent in a header of its own',
    (gateway) => ({
      async checkAccount() {
        console.log(await sendKey());
        await checkOf(gateway)();
      },
    }),
    [secret],
  ),
  {
    name: 'writes to its log what it has sent in a header of its own',
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
