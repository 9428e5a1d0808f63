import {
  broken,
  type CardGatewayBreak,
  actionClosed as closes,
  notActed as declines,
  endless,
  acted as grants,
  misreads,
  unknown,
} from './break-gateway.ts';

const waits = 'takes no money while the buyer has to act, and returns the same action again';
const faster = 'returns what was granted when the buyer was faster than the end of the action';
const endSilent = 'returns unknown from the end of an action for 401, 429, 500 and 503';
const endInTime = 'returns within its time limit from the end of an action';
const all = [waits, grants, declines, closes, faster, endSilent, endInTime];

const method = { kind: 'card', brand: 'visa', last_four: '1881' } as const;

export const brokenActions: readonly CardGatewayBreak[] = [
  broken(
    'reports a charge that needs an action as authorised',
    (gateway) => ({
      async charge(request) {
        const outcome = await gateway.charge(request);
        if (outcome.outcome !== 'requires_action') return outcome;
        const { transaction_id } = outcome;
        return { outcome: 'authorised', transaction_id, amount: request.amount, method, vault_token: null };
      },
    }),
    all,
  ),
  broken(
    'reports a charge that needs an action as unknown',
    (gateway) => ({
      async charge(request) {
        const outcome = await gateway.charge(request);
        return outcome.outcome === 'requires_action' ? unknown : outcome;
      },
    }),
    all,
  ),
  broken(
    'finds a charge that waits for an action as never charged',
    (gateway) => ({
      async findCharge(key) {
        const found = await gateway.findCharge(key);
        return found.outcome === 'requires_action' ? { outcome: 'never_charged' } : found;
      },
    }),
    [waits],
  ),
  broken(
    'sends the browser to no address',
    (gateway) => ({
      async charge(request) {
        const outcome = await gateway.charge(request);
        return outcome.outcome === 'requires_action'
          ? { ...outcome, action: { kind: 'redirect', url: 'javascript:alert(1)' } }
          : outcome;
      },
    }),
    [waits],
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
    noticedBy: [declines],
    wrap: (harness) => ({
      ...harness,
      act: (key, choice) => harness.act?.(key, choice === 'cancel' ? 'approve' : choice) ?? Promise.resolve(),
    }),
  },
  broken(
    'reports an action as ended without closing the payment attempt',
    () => ({ cancelAction: async () => ({ outcome: 'never_charged' }) }),
    [closes, faster, endSilent, endInTime],
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
  endless('cancelAction', endInTime),
];
