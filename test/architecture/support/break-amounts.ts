import { cents } from '#core/rules/basics/money.ts';
import { vaultRequest } from '#test/kits/card-gateway-harness.ts';
import { requestFor } from '#test/kits/payment-gateway-harness.ts';
import {
  broken,
  type CardGatewayBreak,
  cardsInTime,
  cardTrickles,
  isAway,
  silentCards,
  unreadableCard,
  withoutTimeLimit,
} from './break-gateway.ts';
import { charging, returning } from './run-case.ts';

export const toTheCent = 'charges every amount to the cent, and distinguishes orders whose codes begin alike';
const refundsToTheCent = 'refunds every amount to the cent';
export const alikeAttempts = 'distinguishes payment attempts of one order whose keys begin alike';
export const alikeRefunds = 'refunds the same amount again under a similar key';
export const silence = 'writes neither nonces, tokens nor buyers to the console or its log, whatever happens';
const metadata = 'returns neither nonces nor buyers in the metadata of a payment';
const account = 'checks its account without an exception while the provider refuses or is unreachable';
const accountKey =
  'writes no key of its account into the error, the log or the console when it checks the account';
const accountFree = 'checks its account without a charge, and without a card';

/** Calculates in euros with binary fractions, which makes 28 cents of 29. */
const throughEuros = (amount: number) => cents(Math.trunc((amount / 100) * 100));

/** Rounds five cents up to ten, as cash registers do. */
export const tens = (amount: number) => cents(amount % 10 === 5 ? amount + 5 : amount);

/** Sends a key in a custom header to a closed port, and returns the headers. */
export async function sendKey() {
  const headers = { 'x-shop-pass': 'pass-of-4711' };
  await fetch('http://127.0.0.1:59999', { headers }).catch(() => {});
  return headers;
}

export const brokenAmounts: readonly CardGatewayBreak[] = [
  broken(
    'charges a cent less than 0.29',
    charging(({ amount }) => ({ amount: throughEuros(amount) })),
    [toTheCent],
  ),
  broken(
    'refunds a cent less than 0.29',
    (gateway) => ({
      refund: (transaction, amount, key) => gateway.refund(transaction, throughEuros(amount), key),
    }),
    [refundsToTheCent, alikeRefunds],
  ),
  broken(
    'rounds refunds to ten cents',
    (gateway) => ({ refund: (id, amount, key) => gateway.refund(id, tens(amount), key) }),
    [refundsToTheCent],
  ),
  broken(
    'throws when it is asked for cards before its account was checked',
    (gateway) => {
      let isChecked = false;
      return {
        async checkAccount() {
          await gateway.checkAccount();
          isChecked = true;
        },
        offersCards() {
          if (!isChecked) throw new Error('The account was not checked');
          return gateway.offersCards();
        },
      };
    },
    [account],
  ),
  broken(
    'offers no cards after an outage',
    (gateway) => {
      let hasFailed = false;
      return {
        async checkAccount() {
          hasFailed ||= await isAway(gateway);
          await gateway.checkAccount();
        },
        offersCards: () => !hasFailed && gateway.offersCards(),
      };
    },
    [account],
  ),
  broken(
    'finds a payment attempt by the beginning of its order',
    (gateway) => {
      const keys: string[] = [];
      return {
        charge(request) {
          keys.push(request.attempt_key);
          return gateway.charge(request);
        },
        async findCharge(key) {
          const [order = '', number = ''] = key.split('/');
          const alike = keys.findLast((one) => one.startsWith(order) && one.endsWith(`/${number}`));
          return gateway.findCharge(alike ?? key);
        },
      };
    },
    [toTheCent],
  ),
  broken(
    'returns the buyer in the metadata',
    returning('charge', (outcome, request) => {
      const { customer_id, save_payment_method } = request;
      if (customer_id === null || save_payment_method || outcome.outcome !== 'declined') return outcome;
      return { ...outcome, metadata: { customer: customer_id } };
    }),
    [metadata],
  ),
  broken(
    'throws from the check of its account when the provider is away',
    (gateway) => ({
      async checkAccount() {
        if (await isAway(gateway)) throw new Error('fetch failed');
      },
    }),
    [account, silentCards, cardsInTime, unreadableCard, cardTrickles],
  ),
  withoutTimeLimit('checkAccount', cardsInTime),
  broken(
    'checks its account by a charge of a cent',
    (gateway) => ({
      async checkAccount() {
        await gateway.charge(requestFor('no-such-nonce', { amount: cents(1) }));
      },
    }),
    [accountFree],
  ),
  broken(
    'writes a key from a custom header to the console',
    () => ({
      checkAccount: async () => console.log(await sendKey()),
    }),
    [accountKey],
  ),
  {
    name: 'writes a key from a custom header to its log',
    noticedBy: [accountKey],
    wrap(harness) {
      const lines: unknown[] = [];
      return {
        ...harness,
        logged: async () => JSON.stringify(lines),
        gateway: {
          ...harness.gateway,
          checkAccount: async () => void lines.push(await sendKey()),
        },
      };
    },
  },
  {
    name: 'checks its account with a card that stays there',
    noticedBy: [accountFree],
    wrap: ({ gateway, nonce, ...harness }) => ({
      ...harness,
      nonce,
      gateway: {
        ...gateway,
        async checkAccount() {
          await gateway.vault(vaultRequest('customer-0', await nonce('accepted')));
        },
      },
    }),
  },
];
