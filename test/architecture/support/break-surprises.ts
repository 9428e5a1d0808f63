import type { ChargeOutcome, FoundCharge, RefundOutcome } from '#ports/payment-gateway.ts';
import type { CardNonceKind } from '#test/kits/card-gateway-harness.ts';
import { alikeRefunds } from './break-amounts.ts';
import {
  broken,
  type CardGatewayBreak,
  cardsInTime,
  declined,
  grantedAmount,
  inTime,
  isGranted,
  misreads,
  noSilentCards,
  otherCurrency,
  silentCards,
  silentStatus,
  withoutTimeLimit,
} from './break-gateway.ts';
import { charging, returning } from './run-case.ts';

const passedOn = 'passes on the return URL, the language, the statement text and the start of a series';

export const undecided =
  'reports a charge that is not decided as pending or unknown, never as paid or refused';
export const unknownState = 'never reports an undocumented state as paid or refused';
const devices = 'passes on the device data of a charge and of a stored card';

const refused = { outcome: 'refused' } as const;
const neverCharged = { outcome: 'never_charged' } as const;
const noCard = { outcome: 'declined', reason: 'PROCESSOR_DECLINED' } as const;

/** Returns a defect: a nonce of one kind has the effect of another kind. */
function confused(
  name: string,
  kind: CardNonceKind,
  effect: CardNonceKind,
  noticedBy: string,
): CardGatewayBreak {
  return {
    name,
    noticedBy: [noticedBy],
    wrap: (harness) => ({ ...harness, nonce: (asked) => harness.nonce(asked === kind ? effect : asked) }),
  };
}

/** Returns a defect that reports an undocumented state as `outcome`. */
function understood(meaning: string, outcome: ChargeOutcome): CardGatewayBreak {
  return {
    name: `takes a state that it does not know for ${meaning}`,
    noticedBy: [unknownState],
    wrap(harness) {
      const unknownStates = new Set<string>();
      const { gateway } = harness;
      return {
        ...harness,
        async tellUnknownState(attemptKey) {
          unknownStates.add(attemptKey);
        },
        gateway: {
          ...gateway,
          charge: async (request) =>
            unknownStates.has(request.attempt_key) ? outcome : await gateway.charge(request),
          findCharge: async (key) =>
            unknownStates.has(key) ? (outcome as FoundCharge) : await gateway.findCharge(key),
        },
      };
    },
  };
}

export const brokenSurprises: readonly CardGatewayBreak[] = [
  understood('a decline', declined('PROCESSOR_DECLINED')),
  understood('an end before anything was charged', neverCharged),
  broken(
    'keeps one client token for every buyer',
    (gateway) => {
      let kept: string | null = null;
      return {
        async createClientToken(request) {
          kept ??= await gateway.createClientToken(request);
          return kept;
        },
      };
    },
    ['returns unknown, and no client token, while the provider is unreachable'],
  ),
  ...[401, 429, 500, 503].flatMap((status) => [
    misreads(status, 'a decline', { charge: async () => declined('PROCESSOR_DECLINED') }, silentStatus),
    misreads(status, 'never charged', { findCharge: async () => neverCharged }, silentStatus),
    misreads(status, 'a refused refund', { refund: async () => refused }, silentStatus),
    misreads(status, 'a client token', { createClientToken: async () => 'stale' }, silentStatus),
    misreads(status, 'a refused capture', { capture: async () => refused }, silentCards),
    misreads(status, 'a refused release', { release: async () => refused }, silentCards),
    misreads(status, 'a decline of a card to store', { vault: async () => noCard }, silentCards),
    misreads(
      status,
      'a decline of a stored card',
      { chargeStored: async () => declined('PROCESSOR_DECLINED') },
      silentCards,
    ),
  ]),
  ...(['createClientToken', 'charge', 'findCharge', 'refund'] as const).map((method) =>
    withoutTimeLimit(method, inTime),
  ),
  ...(['capture', 'release', 'vault', 'chargeStored'] as const).map((method) =>
    withoutTimeLimit(method, cardsInTime),
  ),
  broken(
    'uses one key for the refunds of all charges',
    (gateway) => {
      const made = new Map<number, RefundOutcome>();
      return {
        async refund(transaction, amount, key) {
          const earlier = made.get(amount);
          if (earlier !== undefined) return earlier;
          const outcome = await gateway.refund(transaction, amount, key);
          made.set(amount, outcome);
          return outcome;
        },
      };
    },
    ['refunds the same amount of two charges separately', alikeRefunds],
  ),
  broken(
    'stores cards silently',
    (gateway) => {
      const unasked = new Set<string>();
      const hide = <Outcome extends Parameters<typeof isGranted>[0]>(key: string, outcome: Outcome) =>
        isGranted(outcome) && unasked.has(key) ? { ...outcome, vault_token: null } : outcome;
      return {
        async charge(request) {
          const { attempt_key, customer_id, save_payment_method } = request;
          if (customer_id === null || !save_payment_method) unasked.add(attempt_key);
          const silent = { customer_id: customer_id ?? 'somebody', save_payment_method: true };
          return hide(attempt_key, await gateway.charge({ ...request, ...silent }));
        },
        findCharge: async (key) => hide(key, await gateway.findCharge(key)),
      };
    },
    [noSilentCards, passedOn],
  ),
  broken(
    'reports the amount of the request as the amount that was taken',
    returning('charge', (outcome, request) =>
      isGranted(outcome) ? { ...outcome, amount: request.amount } : outcome,
    ),
    [grantedAmount],
  ),
  confused('reports dollars as euros', 'other_currency', 'accepted', otherCurrency),
  confused('finds dollars and reports euros', 'other_currency', 'timeout_after_charge', otherCurrency),
  confused('reports a charge that needs an action as paid', 'unfinished', 'accepted', undecided),
  confused(
    'finds a charge that needs an action and reports it as paid',
    'unfinished',
    'timeout_after_charge',
    undecided,
  ),
  confused('reports a charge that the bank decides later as declined', 'unfinished', 'declined', undecided),
  broken(
    'drops the device data of a charge',
    charging(() => ({ device_data: null })),
    [devices],
  ),
  broken(
    'drops the device data of a card that it stores',
    (gateway) => ({ vault: (request) => gateway.vault({ ...request, device_data: null }) }),
    [devices],
  ),
];
