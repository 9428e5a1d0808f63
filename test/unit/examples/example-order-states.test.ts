import { test } from '@fast-check/vitest';
import { eventsOf, runs, walk } from 'meisterhand/arbitraries';
import { orderEvents, orderStateMachine } from 'meisterhand/rules';
import { expect } from 'vitest';

test.prop([eventsOf(orderEvents)], { numRuns: runs(300) })(
  'an order that was paid is never charged again, whatever happens',
  (events) => {
    const visited = walk(orderStateMachine, events);
    const paid = visited.indexOf('paid');
    const afterwards = paid === -1 ? [] : visited.slice(paid);
    expect(afterwards.filter((state) => state !== 'paid' && state !== 'refunded')).toEqual([]);
  },
);
