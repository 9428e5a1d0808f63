import { silence } from './break-amounts.ts';
import { goesOn, longAgo } from './break-clocks.ts';
import {
  actionClosed,
  broken,
  type CardGatewayBreak,
  declined,
  inTime,
  isAway,
  moment,
  notActed,
  ownCancel,
  repeats,
  silentStatus,
  timersLeft,
  trickles,
  unreadable,
} from './break-gateway.ts';
import { undecided, unknownState } from './break-surprises.ts';
import { returning } from './run-case.ts';

const outOfReach = 'returns unknown, and no client token, while the provider is unreachable';
const lostResponse = 'finds a charge whose response was lost';
const attemptsApart = 'distinguishes the payment attempts of one order';
const suspectsFraud = 'declines a charge that the provider itself rejects as fraud';
const closes = 'closes a payment attempt that it reports as never charged';
const neverBoth = 'never charges a payment attempt that it reports as never charged';
const released = 'takes no money of a released authorisation when it is captured later';
const foundDecline = 'finds a declined charge';
const otherAmount = 'never returns an earlier charge for a request with another amount';

export const brokenLostResponses: readonly CardGatewayBreak[] = [
  broken(
    'reports a lost response as a decline',
    (gateway) => ({
      async charge(request) {
        const outcome = await gateway.charge(request);
        if (outcome.outcome !== 'unknown' || (await isAway(gateway))) return outcome;
        return declined('PROCESSOR_DECLINED');
      },
    }),
    [lostResponse, goesOn, closes, otherAmount, undecided, unknownState],
  ),
  broken(
    'reports a charge whose response was lost as never charged',
    (gateway) => {
      const lost = new Set<string>();
      return {
        async charge(request) {
          const outcome = await gateway.charge(request);
          if (outcome.outcome === 'unknown') lost.add(request.attempt_key);
          return outcome;
        },
        findCharge: async (key) =>
          lost.has(key) && !(await isAway(gateway)) ? { outcome: 'never_charged' } : gateway.findCharge(key),
      };
    },
    [lostResponse, longAgo, closes],
  ),
  broken(
    'looks up an order instead of a payment attempt',
    (gateway) => ({ findCharge: (key) => gateway.findCharge(key.replace(/\d+$/, '1')) }),
    [attemptsApart],
  ),
  broken(
    'keeps a payment attempt open that it reports as never charged',
    (gateway) => {
      const ruledOut = new Set<string>();
      return {
        async findCharge(key) {
          const found = await gateway.findCharge(key);
          if (found.outcome === 'never_charged') ruledOut.add(key);
          return found;
        },
        charge: (request) =>
          gateway.charge(
            ruledOut.has(request.attempt_key)
              ? { ...request, attempt_key: `${request.attempt_key}/late` }
              : request,
          ),
      };
    },
    [closes, actionClosed],
  ),
  broken(
    'reports a charge in progress as never charged',
    (gateway) => {
      const underWay = new Set<string>();
      return {
        async charge(request) {
          underWay.add(request.attempt_key);
          await moment();
          underWay.delete(request.attempt_key);
          return gateway.charge(request);
        },
        findCharge: async (key) =>
          underWay.has(key) ? { outcome: 'never_charged' } : gateway.findCharge(key),
      };
    },
    [neverBoth],
  ),
  broken(
    'reports a declined charge as never charged',
    returning('findCharge', (found) => (found.outcome === 'declined' ? { outcome: 'never_charged' } : found)),
    [suspectsFraud, foundDecline, released, notActed, ownCancel],
  ),
  broken(
    'returns an old client token while the provider is unreachable',
    (gateway) => ({
      createClientToken: async (request) => (await gateway.createClientToken(request)) ?? 'stale',
    }),
    [outOfReach, silentStatus, inTime, unreadable, trickles],
  ),
  broken(
    'reports an unreachable provider as a decline',
    (gateway) => ({
      charge: async (request) =>
        (await isAway(gateway)) ? declined('PROCESSOR_DECLINED') : gateway.charge(request),
    }),
    [outOfReach, silentStatus, inTime, unreadable, trickles],
  ),
  broken(
    'reports never charged while the provider is unreachable',
    (gateway) => ({
      findCharge: async (key) =>
        (await isAway(gateway)) ? { outcome: 'never_charged' } : gateway.findCharge(key),
    }),
    [outOfReach, silentStatus, inTime, unreadable, trickles],
  ),
  broken(
    'refuses a refund while the provider is unreachable',
    (gateway) => ({
      refund: async (...asked) =>
        (await isAway(gateway)) ? { outcome: 'refused' } : gateway.refund(...asked),
    }),
    [outOfReach, silentStatus, inTime, unreadable, trickles],
  ),
  broken(
    'throws when the provider is unreachable',
    (gateway) => ({
      async charge(request) {
        if (await isAway(gateway)) throw new Error('fetch failed');
        return gateway.charge(request);
      },
    }),
    [outOfReach, silentStatus, inTime, silence, unreadable, trickles, repeats, timersLeft],
  ),
];
