import type { CardGatewayBreak } from './break-gateway.ts';
import { broken, declined, isAway, moment } from './break-gateway.ts';

const outOfReach = 'answers unknown, and no client token, while the provider is out of reach';
const lostAnswer = 'finds a charge whose answer was lost';
const attemptsApart = 'knows the attempts of one order apart';
const suspectsFraud = 'declines what the provider itself takes for fraud';
const closes = 'closes an attempt that it says was never charged';
const neverBoth = 'never both charges an attempt and says that it did not';
const released = 'takes nothing of an authorisation that was released, whoever captures it later';
const foundDecline = 'finds what was declined';
const otherAmount = 'never passes off an earlier charge as one of another amount';

export const brokenLostAnswers: readonly CardGatewayBreak[] = [
  broken(
    'reports a lost answer as a decline',
    (gateway) => ({
      async charge(request) {
        const outcome = await gateway.charge(request);
        if (outcome.outcome !== 'unknown' || (await isAway(gateway))) return outcome;
        return declined('PROCESSOR_DECLINED');
      },
    }),
    [lostAnswer, closes, otherAmount],
  ),
  broken(
    'says never charged of a charge whose answer was lost',
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
    [lostAnswer, closes],
  ),
  broken(
    'looks up an order instead of an attempt',
    (gateway) => ({ findCharge: (key) => gateway.findCharge(key.replace(/\d+$/, '1')) }),
    [attemptsApart],
  ),
  broken(
    'leaves an attempt open that it says was never charged',
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
    [closes],
  ),
  broken(
    'says never charged of what is on its way',
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
    'says never charged of what was declined',
    (gateway) => ({
      async findCharge(key) {
        const found = await gateway.findCharge(key);
        return found.outcome === 'declined' ? { outcome: 'never_charged' } : found;
      },
    }),
    [suspectsFraud, foundDecline, released],
  ),
  broken(
    'gives a stale client token while the provider is out of reach',
    (gateway) => ({
      createClientToken: async (customer) => (await gateway.createClientToken(customer)) ?? 'stale',
    }),
    [outOfReach],
  ),
  broken(
    'takes a provider that is out of reach for a decline',
    (gateway) => ({
      charge: async (request) =>
        (await isAway(gateway)) ? declined('PROCESSOR_DECLINED') : gateway.charge(request),
    }),
    [outOfReach],
  ),
  broken(
    'says never charged while the provider is out of reach',
    (gateway) => ({
      findCharge: async (key) =>
        (await isAway(gateway)) ? { outcome: 'never_charged' } : gateway.findCharge(key),
    }),
    [outOfReach],
  ),
  broken(
    'refuses a refund while the provider is out of reach',
    (gateway) => ({
      refund: async (...asked) =>
        (await isAway(gateway)) ? { outcome: 'refused' } : gateway.refund(...asked),
    }),
    [outOfReach],
  ),
  broken(
    'throws when the provider is out of reach',
    (gateway) => ({
      async charge(request) {
        if (await isAway(gateway)) throw new Error('fetch failed');
        return gateway.charge(request);
      },
    }),
    [outOfReach],
  ),
];
