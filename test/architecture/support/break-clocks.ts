import type { CardGateway } from '#ports/payment-gateway.ts';
import { broken, type CardGatewayBreak } from './break-gateway.ts';
import { charging } from './run-case.ts';

export const lateRepeat = 'charges once when a charge is repeated after hours: no key contains the time';
export const longAgo = 'finds a charge whose response was lost, however long ago its attempt began';
export const goesOn = 'charges at once after several responses in a row were lost';
const began = Date.now();

/** Returns a suffix for keys: the hours since the start of the process. */
const age = () => {
  const hours = Math.floor((Date.now() - began) / 3_600_000);
  return hours === 0 ? '' : `-${hours}`;
};

/** Gateways that rely on a clock or on earlier outcomes instead of the provider. */
export const brokenClocks: readonly CardGatewayBreak[] = [
  broken(
    'has the hour in the key of a charge',
    charging(({ attempt_key }) => ({ attempt_key: `${attempt_key}${age()}` })),
    [lateRepeat],
  ),
  broken(
    'reports an attempt as never charged after an hour, without a request',
    (gateway) => ({
      findCharge: async (key, sentAt = Date.now()) =>
        Date.now() - sentAt > 3_600_000 ? { outcome: 'never_charged' } : gateway.findCharge(key),
    }),
    [longAgo],
  ),
  broken(
    'sends no request after five lost responses',
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
