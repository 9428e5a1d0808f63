import type { CardGateway } from '#ports/payment-gateway.ts';
import { broken, type CardGatewayBreak } from './break-gateway.ts';
import { charging } from './run-case.ts';

export const lateRepeat = 'charges once what is asked for again after hours: no key holds a time';
export const longAgo = 'finds a charge whose response was lost, however long ago its attempt began';
export const goesOn = 'goes on at once after several responses in a row were lost';
const began = Date.now();

/** What a key gets that holds the hours since its process began. */
const age = () => {
  const hours = Math.floor((Date.now() - began) / 3_600_000);
  return hours === 0 ? '' : `-${hours}`;
};

/** Gateways that decide by a clock, or by what happened before, what only the provider knows. */
export const brokenClocks: readonly CardGatewayBreak[] = [
  broken(
    'has the hour in the key of a charge',
    charging(({ attempt_key }) => ({ attempt_key: `${attempt_key}${age()}` })),
    [lateRepeat],
  ),
  broken(
    'gives a payment attempt up after an hour, without asking',
    (gateway) => ({
      findCharge: async (key, sentAt = Date.now()) =>
        Date.now() - sentAt > 3_600_000 ? { outcome: 'never_charged' } : gateway.findCharge(key),
    }),
    [longAgo],
  ),
  broken(
    'asks nothing more after five responses that were lost',
    (gateway) => {
      let lost = 0;
      const charge: CardGateway['charge'] = async (request) => {
        const outcome = lost < 5 ? await gateway.charge(request) : ({ outcome: 'unknown' } as const);
        if (outcome.outcome === 'unknown') lost += 1;
        return outcome;
      };
      return { charge };
    },
    [goesOn],
  ),
];
