import type { Cents } from '#core/model/values.ts';
import type { CardGateway, ChargeOutcome, ChargeRequest } from '#ports/payment-gateway.ts';
import { alikeAttempts, toTheCent } from './break-amounts.ts';
import { captureRestarted } from './break-captures.ts';
import { goesOn, lateRepeat, longAgo } from './break-clocks.ts';
import {
  acted,
  broken,
  type CardGatewayBreak,
  cardsInTime,
  cardTrickles,
  declined,
  grantedAmount,
  isGranted,
  misread,
  moment,
  noSilentCards,
  otherCurrency,
  silentCards,
  takeAgain,
  unknown,
  unreadableCard,
  withoutNumber,
} from './break-gateway.ts';
import { charging, returning } from './run-case.ts';

const lostResponse = 'finds a charge whose response was lost';
const twentyTimes = 'charges once when one attempt arrives twenty times at once';
const repeated = 'returns the first outcome when a payment attempt is repeated';
const repeatedRefusal = 'returns the first refusal when a refused attempt is repeated';
const repeatedDecline = 'returns the first decline when a declined attempt is repeated';
const attemptsApart = 'distinguishes the payment attempts of one order';
const bankDeclines = 'takes no money when the bank declines';
const suspectsFraud = 'declines a charge that the provider itself rejects as fraud';
const closes = 'closes a payment attempt that it reports as never charged';
const foundDecline = 'finds a declined charge';
const otherAmount = 'never returns an earlier charge for a request with another amount';
const awaits = 'reports no money and refunds nothing while it awaits the money';
const names = 'charges an accepted nonce and returns amount, method and transaction';
const guestNames = 'charges nothing when a guest sends the token of a stored card';
const keepsNothing = 'stores no payment method without a request, and none without a customer';
const nothingBefore = 'takes no money before the capture, and the whole amount with it';
const once = 'captures once when it is called many times at once';
const released = 'takes no money of a released authorisation when it is captured later';
const kept = 'does not release a captured charge';
const either = 'either captures or releases when both are called at the same time';
const away = 'neither captures nor releases while the provider is unreachable';
const spent = 'declines a used nonce and an unknown nonce';

/** Changes the outcome of every charge whose attempt key was used before. */
function onRepetition(change: (outcome: ChargeOutcome) => ChargeOutcome) {
  return (gateway: CardGateway): Partial<CardGateway> => {
    const seen = new Set<string>();
    return {
      async charge(request) {
        const outcome = await gateway.charge(request);
        const isRepeated = seen.has(request.attempt_key);
        seen.add(request.attempt_key);
        return isRepeated ? change(outcome) : outcome;
      },
    };
  };
}

export const brokenCharging: readonly CardGatewayBreak[] = [
  broken('an identity that cannot be stored', ({ name }) => ({ identity: `${name}:shop.example` }), [
    'has an identity that begins with its name, and names its account',
  ]),
  broken(
    'has no client token for guests',
    (gateway) => ({
      createClientToken: async (request) =>
        request.customer === null && request.order !== null ? null : gateway.createClientToken(request),
    }),
    ['returns a client token for a guest and for a customer'],
  ),
  broken(
    'has no client token without an order',
    (gateway) => ({
      createClientToken: async (request) =>
        request.order === null ? null : gateway.createClientToken(request),
    }),
    ['returns a client token for a cart without an order, and for a card that is only stored'],
  ),
  misread(
    'returns the amount in euros',
    (outcome) => (isGranted(outcome) ? { ...outcome, amount: (outcome.amount / 100) as Cents } : outcome),
    [names, lostResponse, longAgo, grantedAmount, acted, toTheCent],
  ),
  broken(
    'reports awaited money that has already arrived',
    (gateway) => ({
      async charge(request) {
        const outcome = await gateway.charge(request);
        if (outcome.outcome !== 'authorised') return outcome;
        await gateway.capture(outcome.transaction_id);
        return { ...outcome, outcome: 'awaiting_payment' };
      },
    }),
    [
      awaits,
      once,
      either,
      away,
      kept,
      nothingBefore,
      released,
      captureRestarted,
      silentCards,
      cardsInTime,
      acted,
      unreadableCard,
      cardTrickles,
    ],
  ),
  misread(
    'reports a decline of the bank as suspected fraud',
    (outcome) =>
      outcome.outcome === 'declined' && outcome.reason === 'PROCESSOR_DECLINED'
        ? { ...outcome, reason: 'GATEWAY_REJECTED_FRAUD' }
        : outcome,
    [bankDeclines],
  ),
  misread(
    'reports suspected fraud as a decline of the bank',
    (outcome) =>
      outcome.outcome === 'declined' && outcome.reason === 'GATEWAY_REJECTED_FRAUD'
        ? { ...outcome, reason: 'PROCESSOR_DECLINED' }
        : outcome,
    [suspectsFraud],
  ),
  misread(
    'reports an unknown nonce as a used one',
    (outcome) =>
      outcome.outcome === 'declined' && outcome.reason === 'NONCE_UNKNOWN'
        ? { ...outcome, reason: 'NONCE_CONSUMED' }
        : outcome,
    [spent, guestNames],
  ),
  broken(
    'reports a decline as unknown',
    returning('charge', (outcome) =>
      outcome.outcome === 'declined' && outcome.reason === 'PROCESSOR_DECLINED' ? unknown : outcome,
    ),
    [bankDeclines, foundDecline],
  ),
  {
    name: 'takes the money although the bank declines',
    noticedBy: [bankDeclines, repeatedDecline, otherCurrency],
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
      captureRestarted,
      toTheCent,
      alikeAttempts,
      names,
      awaits,
      attemptsApart,
      repeated,
      lateRepeat,
      goesOn,
      twentyTimes,
      otherAmount,
      once,
      either,
      kept,
      nothingBefore,
      released,
      noSilentCards,
      grantedAmount,
      acted,
      'passes on the device data of a charge and of a stored card',
    ],
  ),
  broken(
    'declines a repeated attempt that it has charged',
    onRepetition((outcome) => (isGranted(outcome) ? declined('NONCE_CONSUMED') : outcome)),
    [repeated, lateRepeat, twentyTimes, acted],
  ),
  broken(
    'forgets its earlier refusals',
    onRepetition((outcome) => (outcome.outcome === 'declined' ? unknown : outcome)),
    [repeatedRefusal, repeatedDecline, closes],
  ),
  broken(
    'checks for an earlier charge without a lock',
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
    [
      'charges a nonce for only one of two payment attempts',
      'uses up the nonce of a payment method that it stores',
    ],
  ),
  broken(
    'returns an earlier charge for a request with another amount',
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
    'stores a payment method without a request',
    charging(() => ({ save_payment_method: true })),
    [keepsNothing, noSilentCards],
  ),
  misread(
    'stores a payment method without a customer',
    (outcome) =>
      isGranted(outcome) && outcome.vault_token === null
        ? { ...outcome, vault_token: 'vault:nobody' }
        : outcome,
    [names, keepsNothing],
  ),
  misread(
    'tells other digits of a card',
    (outcome) =>
      isGranted(outcome) ? { ...outcome, method: { ...outcome.method, last_four: '0000' } } : outcome,
    [names],
  ),
];
