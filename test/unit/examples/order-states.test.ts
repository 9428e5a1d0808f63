import { test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { orderEvents, orderStateMachine } from '#core/rules/order.ts';
import { eventsOf, walk } from '#test/models/state-machine-walk.ts';
import { runs } from '#test/run-count.ts';

test.prop([eventsOf(orderEvents)], { numRuns: runs(300) })(
  'an order that was paid is never charged again, whatever happens',
  (events) => {
    const visited = walk(orderStateMachine, events);
    const paid = visited.indexOf('paid');
    const afterwards = paid === -1 ? [] : visited.slice(paid);
    expect(afterwards.filter((state) => state !== 'paid' && state !== 'refunded')).toEqual([]);
  },
);
