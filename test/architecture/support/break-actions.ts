import type { DeclineReason } from '#ports/payment-gateway.ts';
import {
  broken,
  type CardGatewayBreak,
  ownCancel as cancelled,
  actionClosed as closes,
  notActed as declines,
  acted as grants,
  misreads,
  unknown,
  withoutTimeLimit,
} from './break-gateway.ts';
import { returning } from './run-case.ts';

const waits = 'takes no money while the buyer has to act, and returns the same action again';
const faster = 'returns the granted payment when the buyer approves before the action is cancelled';
const restarted = 'finds and cancels an action in another process than the one that began it';
const endSilent = 'returns unknown from `cancelAction` for 401, 429, 500 and 503';
const endInTime = 'returns from `cancelAction` within its time limit';
const all = [waits, grants, declines, cancelled, closes, restarted, faster, endSilent, endInTime];

const method = { kind: 'card', brand: 'visa', last_four: '1881' } as const;

/** Returns a defect that reports a decline of the buyer for another reason. */
function misnamed(
  name: string,
  reason: DeclineReason,
  as: DeclineReason,
  noticedBy: readonly string[] = [],
): CardGatewayBreak {
  return broken(
    name,
    returning('findCharge', (found) => {
      const isIt = found.outcome === 'declined' && found.reason === reason;
      return isIt ? { ...found, reason: as } : found;
    }),
    [cancelled, ...noticedBy],
  );
}

export const brokenActions: readonly CardGatewayBreak[] = [
  broken(
    'ends only the actions that its own process has begun',
    (gateway) => {
      const own = new Set<string>();
      return {
        charge(request) {
          own.add(request.attempt_key);
          return gateway.charge(request);
        },
        cancelAction: async (key, id) =>
          own.has(key) ? ((await gateway.cancelAction?.(key, id)) ?? unknown) : unknown,
      };
    },
    [restarted],
  ),
  broken(
    'reports a charge that needs an action as authorised',
    returning('charge', (outcome, request) => {
      if (outcome.outcome !== 'requires_action') return outcome;
      const { transaction_id } = outcome;
      return { outcome: 'authorised', transaction_id, amount: request.amount, method, vault_token: null };
    }),
    all,
  ),
  broken(
    'reports a charge that needs an action as unknown',
    returning('charge', (outcome) => (outcome.outcome === 'requires_action' ? unknown : outcome)),
    all,
  ),
  broken(
    'finds a charge that waits for an action as never charged',
    returning('findCharge', (found) =>
      found.outcome === 'requires_action' ? { outcome: 'never_charged' } : found,
    ),
    [waits, restarted],
  ),
  broken(
    'redirects the browser to a javascript: URL',
    returning('charge', (outcome) =>
      outcome.outcome === 'requires_action'
        ? { ...outcome, action: { kind: 'redirect', url: 'javascript:alert(1)' } }
        : outcome,
    ),
    [waits, restarted],
  ),
  {
    name: 'grants nothing when the buyer has approved',
    noticedBy: [grants, faster],
    wrap: (harness) => ({
      ...harness,
      act: (key, choice) =>
        harness.act?.(key, choice === 'approve' ? 'decline' : choice) ?? Promise.resolve(),
    }),
  },
  {
    name: 'takes the return from the bank for an approval',
    noticedBy: [declines, cancelled],
    wrap: (harness) => ({
      ...harness,
      act: (key, choice) => harness.act?.(key, choice === 'cancel' ? 'approve' : choice) ?? Promise.resolve(),
    }),
  },
  misnamed('reports a cancellation by the buyer as a decline', 'CANCELLED_BY_BUYER', 'PROCESSOR_DECLINED'),
  misnamed('reports a decline as a cancellation by the buyer', 'PROCESSOR_DECLINED', 'CANCELLED_BY_BUYER', [
    'finds a declined charge',
  ]),
  broken(
    'reports an action as ended without closing the payment attempt',
    () => ({ cancelAction: async () => ({ outcome: 'never_charged' }) }),
    [closes, restarted, faster, endSilent, endInTime],
  ),
  broken(
    'reports an action as ended that the buyer has done',
    (gateway) => ({
      async cancelAction(key, transaction) {
        const ended = await gateway.cancelAction?.(key, transaction);
        return ended?.outcome === 'unknown' ? ended : { outcome: 'never_charged' };
      },
    }),
    [faster],
  ),
  broken('cannot end an action', () => ({ cancelAction: undefined as never }), [
    closes,
    restarted,
    faster,
    endSilent,
    endInTime,
  ]),
  ...[401, 429, 500, 503].map((status) =>
    misreads(
      status,
      'an ended action',
      { cancelAction: async () => ({ outcome: 'never_charged' }) },
      endSilent,
    ),
  ),
  withoutTimeLimit('cancelAction', endInTime),
];
