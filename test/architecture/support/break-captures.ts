import type { ChargeOutcome, FoundCharge } from '#ports/payment-gateway.ts';
import { requestFor } from '#test/kits/payment-gateway-harness.ts';
import {
  broken,
  type CardGatewayBreak,
  cardsInTime,
  cardTrickles,
  isAway,
  silentCards,
  takeAgain,
  unreadableCard,
} from './break-gateway.ts';
import { returning } from './run-case.ts';

const nothingBefore = 'takes no money before the capture, and the whole amount with it';
const once = 'captures once when it is called many times at once';
const released = 'takes no money of a released authorisation when it is captured later';
const kept = 'does not release a captured charge';
export const captureRestarted =
  'captures and releases in another process than the one that authorised, as after a restart';
const either = 'either captures or releases when both are called at the same time';
const away = 'neither captures nor releases while the provider is unreachable';
const awaits = 'reports no money and refunds nothing while it awaits the money';

export const brokenCaptures: readonly CardGatewayBreak[] = [
  broken(
    'captures only what its own process has authorised',
    (gateway) => {
      const own = new Set<string>();
      function note<Outcome extends ChargeOutcome | FoundCharge>(outcome: Outcome): Outcome {
        if (outcome.outcome === 'authorised') own.add(outcome.transaction_id);
        return outcome;
      }
      return {
        charge: async (request) => note(await gateway.charge(request)),
        chargeStored: async (request) => note(await gateway.chargeStored(request)),
        findCharge: async (key) => note(await gateway.findCharge(key)),
        capture: async (id) => (own.has(id) ? gateway.capture(id) : { outcome: 'refused' }),
      };
    },
    [captureRestarted],
  ),
  broken(
    'takes the money with the authorisation',
    (gateway) => ({
      async charge(request) {
        const outcome = await gateway.charge(request);
        if (outcome.outcome === 'authorised') await gateway.capture(outcome.transaction_id);
        return outcome;
      },
    }),
    [awaits, nothingBefore, released, captureRestarted],
  ),
  broken(
    'reports a capture while the provider is unreachable',
    (gateway) => ({
      capture: async (id) => ((await isAway(gateway)) ? { outcome: 'captured' } : gateway.capture(id)),
    }),
    [away, silentCards, cardsInTime, unreadableCard, cardTrickles],
  ),
  broken(
    'takes the amount again at each capture',
    (gateway) => {
      const seen = new Map<string, string>();
      const captured = new Set<string>();
      return {
        async charge(request) {
          const outcome = await gateway.charge(request);
          if (outcome.outcome === 'authorised') seen.set(outcome.transaction_id, request.order_code);
          return outcome;
        },
        async capture(id) {
          const outcome = await gateway.capture(id);
          if (captured.has(id))
            await takeAgain(gateway, { ...requestFor(''), order_code: seen.get(id) ?? '' });
          captured.add(id);
          return outcome;
        },
      };
    },
    [once],
  ),
  broken(
    'refuses a capture that was made before',
    (gateway) => {
      const captured = new Set<string>();
      return {
        async capture(id) {
          if (captured.has(id)) return { outcome: 'refused' };
          captured.add(id);
          return gateway.capture(id);
        },
      };
    },
    [once, silentCards, unreadableCard],
  ),
  broken('reports a release without releasing', () => ({ release: async () => ({ outcome: 'released' }) }), [
    released,
    kept,
    either,
    away,
    silentCards,
    cardsInTime,
    unreadableCard,
    cardTrickles,
  ]),
  broken(
    'reports a release of a captured charge',
    returning('release', (outcome) => (outcome.outcome === 'refused' ? { outcome: 'released' } : outcome)),
    [kept, either],
  ),
  broken(
    'reports an unreachable provider as a refused capture',
    (gateway) => ({
      capture: async (id) => ((await isAway(gateway)) ? { outcome: 'refused' } : gateway.capture(id)),
    }),
    [away, silentCards, cardsInTime, unreadableCard, cardTrickles],
  ),
];
