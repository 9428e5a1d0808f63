import { cents } from '#core/rules/money.ts';
import type { ChargeOutcome, ChargeRequest } from '#ports/payment-gateway.ts';
import type { CardGatewayBreak } from './break-gateway.ts';
import {
  broken,
  declined,
  isGranted,
  misread,
  moment,
  takeAgain,
  unknown,
  withoutNumber,
} from './break-gateway.ts';

const lostAnswer = 'finds a charge whose answer was lost';
const twentyTimes = 'charges once when one attempt arrives twenty times at once';
const repeated = 'answers a repeated attempt with its first outcome';
const repeatedRefusal = 'answers a repeated refusal with the first';
const repeatedDecline = 'answers a repeated decline with the first';
const attemptsApart = 'knows the attempts of one order apart';
const bankDeclines = 'declines without taking anything';
const suspectsFraud = 'declines what the provider itself takes for fraud';
const closes = 'closes an attempt that it says was never charged';
const foundDecline = 'finds what was declined';
const otherAmount = 'never passes off an earlier charge as one of another amount';
const awaits = 'has taken nothing while it awaits the money, and gives nothing back';
const names = 'charges an accepted nonce and names amount, method and transaction';
const guestNames = 'takes nothing of a guest who names somebody’s stored card';
const keepsNothing = 'keeps nothing without being asked, and nothing of nobody';
const nothingBefore = 'takes nothing before the capture, and then the whole amount';
const once = 'captures once, however often and at the same moment it is asked';
const released = 'takes nothing of an authorisation that was released, whoever captures it later';
const kept = 'releases nothing that was captured';
const either = 'either captures or releases, when both are asked at the same moment';
const away = 'neither captures nor releases while the provider is out of reach';
const spent = 'declines a nonce that is spent and one that never was';

export const brokenCharging: readonly CardGatewayBreak[] = [
  broken(
    'has no client token for guests',
    (gateway) => ({
      createClientToken: async (customer) => (customer === null ? null : gateway.createClientToken(customer)),
    }),
    ['gives a client token for a guest and for a customer'],
  ),
  misread(
    'shows the whole card number',
    (outcome) =>
      isGranted(outcome)
        ? { ...outcome, method: { ...outcome.method, last_four: '4111111111111881' } }
        : outcome,
    [names],
  ),
  misread(
    'tells the amount in euros',
    (outcome) => (isGranted(outcome) ? { ...outcome, amount: cents(outcome.amount / 100) } : outcome),
    [names, lostAnswer],
  ),
  broken(
    'says that it awaits the money when it has it',
    (gateway) => ({
      async charge(request) {
        const outcome = await gateway.charge(request);
        if (outcome.outcome !== 'authorised') return outcome;
        await gateway.capture(outcome.transaction_id);
        return { ...outcome, outcome: 'awaiting_payment' };
      },
    }),
    [awaits, once, either, away, kept, nothingBefore, released],
  ),
  misread(
    'takes the bank’s no for suspected fraud',
    (outcome) =>
      outcome.outcome === 'declined' && outcome.reason === 'PROCESSOR_DECLINED'
        ? { ...outcome, reason: 'GATEWAY_REJECTED_FRAUD' }
        : outcome,
    [bankDeclines],
  ),
  misread(
    'takes suspected fraud for the bank’s no',
    (outcome) =>
      outcome.outcome === 'declined' && outcome.reason === 'GATEWAY_REJECTED_FRAUD'
        ? { ...outcome, reason: 'PROCESSOR_DECLINED' }
        : outcome,
    [suspectsFraud],
  ),
  misread(
    'takes a nonce that never was for a spent one',
    (outcome) =>
      outcome.outcome === 'declined' && outcome.reason === 'NONCE_UNKNOWN'
        ? { ...outcome, reason: 'NONCE_CONSUMED' }
        : outcome,
    [spent, guestNames],
  ),
  broken(
    'reports a decline as unknown',
    (gateway) => ({
      async charge(request) {
        const outcome = await gateway.charge(request);
        return outcome.outcome === 'declined' && outcome.reason === 'PROCESSOR_DECLINED' ? unknown : outcome;
      },
    }),
    [bankDeclines, foundDecline],
  ),
  {
    name: 'takes the money although the bank declines',
    noticedBy: [bankDeclines, repeatedDecline],
    wrap(harness) {
      const codes = new Set<string>();
      return {
        ...harness,
        gateway: {
          ...harness.gateway,
          async charge(request) {
            const outcome = await harness.gateway.charge(request);
            const isBank = outcome.outcome === 'declined' && outcome.reason === 'PROCESSOR_DECLINED';
            if (isBank) codes.add(request.order_code);
            return outcome;
          },
        },
        taken: async (code) => (code !== null && codes.has(code) ? 8_900 : 0) + (await harness.taken(code)),
      };
    },
  },
  broken(
    'charges twice under one key',
    (gateway) => {
      let number = 0;
      return {
        async charge(request) {
          const first = await gateway.charge(request);
          if (isGranted(first)) await takeAgain(gateway, another(request));
          return first;
        },
      };
      function another(request: ChargeRequest): ChargeRequest {
        number += 1;
        return {
          ...request,
          attempt_key: `${request.attempt_key}/${number}`,
        };
      }
    },
    [
      names,
      awaits,
      attemptsApart,
      repeated,
      twentyTimes,
      otherAmount,
      once,
      either,
      kept,
      nothingBefore,
      released,
    ],
  ),
  broken(
    'declines what it has charged when it is asked again',
    (gateway) => {
      const seen = new Set<string>();
      return {
        async charge(request) {
          const outcome = await gateway.charge(request);
          const isRepeated = seen.has(request.attempt_key);
          seen.add(request.attempt_key);
          return isRepeated && isGranted(outcome) ? declined('NONCE_CONSUMED') : outcome;
        },
      };
    },
    [repeated, twentyTimes],
  ),
  broken(
    'does not remember what it refused',
    (gateway) => {
      const seen = new Set<string>();
      return {
        async charge(request) {
          const outcome = await gateway.charge(request);
          const isRepeated = seen.has(request.attempt_key);
          seen.add(request.attempt_key);
          return isRepeated && outcome.outcome === 'declined' ? unknown : outcome;
        },
      };
    },
    [repeatedRefusal, repeatedDecline, closes],
  ),
  broken(
    'looks before it charges, and takes no lock',
    (gateway) => {
      const made = new Map<string, ChargeOutcome>();
      let number = 0;
      return {
        async charge(request) {
          const earlier = made.get(request.attempt_key);
          await moment();
          if (earlier !== undefined) return gateway.charge(request);
          number += 1;
          const fresh = request.payment_method_nonce.split('#')[0] ?? '';
          const outcome = made.has(request.attempt_key)
            ? await gateway.charge({
                ...request,
                attempt_key: `${request.attempt_key}/${number}`,
                payment_method_nonce: fresh,
              })
            : await gateway.charge(request);
          made.set(request.attempt_key, outcome);
          return outcome;
        },
      };
    },
    [twentyTimes],
  ),
  broken(
    'lets a nonce be used again',
    (gateway) => ({
      charge: (request) => gateway.charge({ ...request, payment_method_nonce: withoutNumber(request) }),
      vault: (request) => gateway.vault({ ...request, payment_method_nonce: withoutNumber(request) }),
    }),
    ['lets only one of two attempts have a nonce', 'uses up the nonce of a payment method that is kept'],
  ),
  broken(
    'passes an earlier charge off as one of another amount',
    (gateway) => {
      const amounts = new Map<string, ChargeRequest>();
      return {
        charge(request) {
          const first = amounts.get(request.attempt_key) ?? request;
          amounts.set(request.attempt_key, first);
          return gateway.charge({ ...request, amount: first.amount });
        },
      };
    },
    [otherAmount],
  ),
  broken(
    'keeps a payment method unasked',
    (gateway) => ({
      charge: (request) =>
        gateway.charge({
          ...request,
          save_payment_method: true,
        }),
    }),
    [keepsNothing],
  ),
  misread(
    'keeps a payment method of nobody',
    (outcome) =>
      isGranted(outcome) && outcome.vault_token === null
        ? { ...outcome, vault_token: 'vault:nobody' }
        : outcome,
    [names, keepsNothing],
  ),
];
