import { setTimeout as later, setInterval as repeatedly } from 'node:timers';
import type { CardGateway } from '#ports/payment-gateway.ts';
import { addressCases } from '#test/kits/address-cases.ts';
import { processCases } from '#test/kits/process-cases.ts';
import {
  broken,
  type CardGatewayBreak,
  cardTrickles,
  declined,
  misreads,
  repeats,
  timersLeft,
  trickles,
  unreadable,
  unreadableCard,
  withoutTimeLimit,
} from './break-gateway.ts';
import { leaveOpenAfter } from './leave-open.ts';
import { sideEffects } from './side-effects.ts';

const [unchanged = ''] = Object.keys(processCases);
const repeatsStored = 'repeats no charge of a stored card by itself';
const lostResponse = 'finds a charge whose response was lost';

const throwing = async () => JSON.parse('<html>');

/** Returns a defect that repeats a call after an unknown outcome, as clients with retries do. */
function repeating(
  method: 'charge' | 'refund' | 'chargeStored',
  noticedBy: readonly string[],
): CardGatewayBreak {
  return broken(
    `repeats ${method} by itself after an unknown outcome`,
    (gateway) => ({
      [method]: async (...given: never[]) => {
        const call = gateway[method] as (...given: never[]) => Promise<{ readonly outcome: string }>;
        const outcome = await call(...given);
        return outcome.outcome === 'unknown' ? call(...given) : outcome;
      },
    }),
    noticedBy,
  );
}

/** Calls `act` with the key before each charge. */
const chargingAfter =
  (act: (key: string) => Promise<void> | void) =>
  (gateway: CardGateway): Pick<CardGateway, 'charge'> => ({
    async charge(request) {
      await act(request.attempt_key);
      return gateway.charge(request);
    },
  });

/** Returns a defect that starts a timer with each charge. */
function timing(
  name: string,
  begin: (gateway: CardGateway, request: never) => void,
  noticedBy: readonly string[],
): CardGatewayBreak {
  return broken(
    name,
    (gateway) => ({
      charge: (request) => {
        begin(gateway, request as never);
        return gateway.charge(request);
      },
    }),
    noticedBy,
  );
}

/** Returns a defect that leaves the connection of an endless response open. */
function leavingOpen(how: 'fetch' | 'http'): CardGatewayBreak {
  return {
    name: `gives up a response and keeps its connection (${how})`,
    noticedBy: [trickles],
    wrap(harness) {
      const { observed, leave } = leaveOpenAfter(harness, 'trickle', how);
      return { ...observed, gateway: { ...harness.gateway, ...chargingAfter(leave)(harness.gateway) } };
    },
  };
}

export const brokenUnreadable: readonly CardGatewayBreak[] = [
  misreads(200, 'a decline', { charge: async () => declined('PROCESSOR_DECLINED') }, unreadable),
  misreads(200, 'never charged', { findCharge: async () => ({ outcome: 'never_charged' }) }, unreadable),
  misreads(200, 'a refused refund', { refund: async () => ({ outcome: 'refused' }) }, unreadable),
  misreads(200, 'a refund', { refund: async () => ({ outcome: 'refunded', refund_id: '' }) }, unreadable),
  misreads(200, 'a client token', { createClientToken: async () => '' }, unreadable),
  misreads(200, 'something to throw in findCharge', { findCharge: throwing }, unreadable),
  misreads(200, 'a capture', { capture: async () => ({ outcome: 'captured' }) }, unreadableCard),
  misreads(200, 'a release', { release: async () => ({ outcome: 'released' }) }, unreadableCard),
  misreads(200, 'a declined card', { vault: async () => declined('NONCE_CONSUMED') }, unreadableCard),
  misreads(200, 'something to throw in checkAccount', { checkAccount: throwing }, unreadableCard),
  ...(['createClientToken', 'charge', 'findCharge', 'refund'] as const).map((method) =>
    withoutTimeLimit(method, trickles, 'trickle'),
  ),
  ...(['capture', 'release', 'vault', 'chargeStored'] as const).map((method) =>
    withoutTimeLimit(method, cardTrickles, 'trickle'),
  ),
  leavingOpen('fetch'),
  leavingOpen('http'),
  ...sideEffects(
    'device-of-4711',
    { addresses: Object.keys(addressCases), unchanged },
    (name, act, noticedBy) => broken(name, chargingAfter(act), noticedBy),
  ),
  {
    name: 'handles the uncaught exceptions of the process',
    noticedBy: [unchanged],
    wrap: (harness) => ({
      ...harness,
      another() {
        process.on('uncaughtException', () => {});
        return harness.another();
      },
    }),
  },
  repeating('charge', [repeats, lostResponse]),
  repeating('refund', [repeats]),
  repeating('chargeStored', [repeatsStored]),
  timing('leaves the timer of its time limit behind', () => void setTimeout(() => {}, 1_000), [timersLeft]),
  timing(
    'asks for the outcome by a timer of its own',
    (gateway) => void setInterval(() => void gateway.findCharge('ORDER-0/1'), 60_000).unref(),
    [timersLeft],
  ),
  timing(
    'charges once more after a minute',
    (gateway, request) => void setTimeout(() => void gateway.charge(request), 60_000).unref(),
    [repeats],
  ),
  timing(
    'asks for the outcome by a timer that it imports from node:timers',
    (gateway) => void repeatedly(() => void gateway.findCharge('ORDER-0/1'), 60_000).unref(),
    [timersLeft],
  ),
  timing(
    'charges once more after a minute, by a timer that it imports from node:timers',
    (gateway, request) => void later(() => void gateway.charge(request), 60_000).unref(),
    [repeats],
  ),
];
