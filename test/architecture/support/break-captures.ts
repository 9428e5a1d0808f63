import { requestFor } from '#test/kits/payment-gateway-kit.ts';
import type { CardGatewayBreak } from './break-gateway.ts';
import { broken, isAway, takeAgain } from './break-gateway.ts';

const nothingBefore = 'takes nothing before the capture, and then the whole amount';
const once = 'captures once, however often and at the same moment it is asked';
const released = 'takes nothing of an authorisation that was released, whoever captures it later';
const kept = 'releases nothing that was captured';
const either = 'either captures or releases, when both are asked at the same moment';
const away = 'neither captures nor releases while the provider is out of reach';
const awaits = 'has taken nothing while it awaits the money, and gives nothing back';

export const brokenCaptures: readonly CardGatewayBreak[] = [
  broken(
    'takes the money with the authorisation',
    (gateway) => ({
      async charge(request) {
        const outcome = await gateway.charge(request);
        if (outcome.outcome === 'authorised') await gateway.capture(outcome.transaction_id);
        return outcome;
      },
    }),
    [awaits, nothingBefore, released],
  ),
  broken(
    'says that it has captured while the provider is out of reach',
    (gateway) => ({
      capture: async (id) => ((await isAway(gateway)) ? { outcome: 'captured' } : gateway.capture(id)),
    }),
    [away],
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
    [once],
  ),
  broken(
    'says that it has released, and has not',
    () => ({ release: async () => ({ outcome: 'released' }) }),
    [released, kept, either, away],
  ),
  broken(
    'says that it has released what was captured',
    (gateway) => ({
      async release(id) {
        const outcome = await gateway.release(id);
        return outcome.outcome === 'refused' ? { outcome: 'released' } : outcome;
      },
    }),
    [kept, either],
  ),
  broken(
    'takes a provider that is out of reach for a refused capture',
    (gateway) => ({
      capture: async (id) => ((await isAway(gateway)) ? { outcome: 'refused' } : gateway.capture(id)),
    }),
    [away],
  ),
];
