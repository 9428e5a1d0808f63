import { randomInt } from 'node:crypto';
import type { Fault, FaultScript } from '#test/braintree-gateway/gateway-state.ts';

type Chances = readonly (readonly [percent: number, fault: Fault])[];

/** Longer than the hosts wait: what comes so late is lost for them. */
const tooLate = 1_500;

/** Later than the first look-up of a lost sale, five seconds after it: the sale comes when it may be ruled out. */
export const muchTooLate = 8_000;

/** What befalls a sale. About two in five do not end well at once. */
const ofSales: Chances = [
  [6, { kind: 'lost' }],
  [4, { kind: 'cut' }],
  [3, { kind: 'answer', status: 503 }],
  [3, { kind: 'answer', status: 500 }],
  [2, { kind: 'answer', status: 429 }],
  [2, { kind: 'hang' }],
  [3, { kind: 'slow', milliseconds: muchTooLate, phase: 'arriving' }],
  [3, { kind: 'slow', milliseconds: muchTooLate, phase: 'working' }],
  [3, { kind: 'slow', milliseconds: tooLate, phase: 'answering' }],
  [5, { kind: 'decline' }],
  [3, { kind: 'reject', reason: 'fraud' }],
];

/** What befalls every other call of either side. */
const ofCalls: Chances = [
  [3, { kind: 'cut' }],
  [2, { kind: 'lost' }],
  [2, { kind: 'answer', status: 503 }],
  [1, { kind: 'answer', status: 429 }],
  [1, { kind: 'slow', milliseconds: tooLate, phase: 'answering' }],
];

/** Faults by chance instead of by order, with a count of those that came. */
export function createRandomFaults(): FaultScript & { readonly counts: Map<string, number> } {
  const counts = new Map<string, number>();
  return {
    counts,
    order() {
      throw new Error('These faults come by chance');
    },
    clear() {},
    take(operation) {
      const fault = draw(operation === 'server.transactions.create' ? ofSales : ofCalls);
      if (fault !== null) counts.set(fault.kind, (counts.get(fault.kind) ?? 0) + 1);
      return fault;
    },
  };
}

function draw(chances: Chances): Fault | null {
  let luck = randomInt(100);
  for (const [percent, fault] of chances) {
    if (luck < percent) return fault;
    luck -= percent;
  }
  return null;
}
