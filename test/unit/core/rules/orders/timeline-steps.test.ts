import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { fulfilmentStates } from '#core/model/parcel.ts';
import { orderTimeline } from '#core/rules/orders/timeline-steps.ts';

const facts = fc.record({
  created_at: fc.constant('2026-11-20T09:00:00.000Z'),
  completed_at: fc.constantFrom(null, '2026-11-21T10:00:00.000Z'),
  fulfilment: fc.constantFrom(...fulfilmentStates),
  products: fc.array(fc.record({ is_shipped: fc.boolean() }), { minLength: 1, maxLength: 3 }),
});

test.prop([facts])(
  'no step is done before the one before it, and goods have the steps of a parcel',
  (order) => {
    const steps = orderTimeline(order);
    const done = steps.map(({ isDone }) => isDone);
    expect(done).toEqual(done.toSorted((one, other) => Number(other) - Number(one)));
    expect(steps.map(({ step }) => step).includes('arrived')).toBe(
      order.products.some((line) => line.is_shipped),
    );
    for (const { at, isDone } of steps) if (at !== null) expect(isDone).toBe(true);
    if (steps.at(-1)?.step === 'arrived') expect(done.at(-1)).toBe(order.fulfilment === 'delivered');
  },
);
