import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { endOfSending, type GoodsLine, leftToSend, packParcel } from '#core/rules/orders/shipment.ts';
import { runs } from '#test/run-length.ts';

const ids = ['book', 'box', 'card'] as const;
const pieces = fc.array(
  fc.record({ line_id: fc.constantFrom(...ids), quantity: fc.integer({ min: 0, max: 4 }) }),
  { maxLength: 4 },
);
type Step =
  | { readonly parcel: 'all' | readonly { readonly line_id: string; readonly quantity: number }[] }
  /** `came_back`: whether the pieces come from a withdrawal, as far as some had been sent. */
  | { readonly refund: (typeof ids)[number]; readonly quantity: number; readonly came_back: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ parcel: pieces }) },
  { weight: 1, arbitrary: fc.record({ parcel: fc.constant('all' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      refund: fc.constantFrom(...ids),
      quantity: fc.integer({ min: 1, max: 3 }),
      came_back: fc.boolean(),
    }),
  },
);
const bought = fc.tuple(...ids.map(() => fc.integer({ min: 1, max: 6 })));

test.prop([bought, fc.array(step, { maxLength: 12 })], { numRuns: runs(500) })(
  'over parcels, refunds and returns no piece is sent twice or after its refund, and sending ends with the last piece',
  (quantities, steps) => {
    let goods: readonly GoodsLine[] = ids.map((id, index) => ({
      id,
      quantity: quantities[index] ?? 1,
      refunded: 0,
      sent: 0,
      returned: 0,
      awaited: 0,
    }));
    const has = ({ sent, returned }: GoodsLine) => sent - returned;
    const paid = ({ quantity, refunded }: GoodsLine) => quantity - refunded;
    for (const one of steps) {
      const before = goods;
      if ('refund' in one) {
        goods = goods.map((line) => {
          if (line.id !== one.refund) return line;
          const quantity = Math.min(one.quantity, paid(line));
          const back = one.came_back ? Math.min(quantity, has(line)) : 0;
          return { ...line, refunded: line.refunded + quantity, returned: line.returned + back };
        });
      } else {
        const packed = packParcel(goods, one.parcel);
        const wanted = one.parcel === 'all' ? null : one.parcel;
        const sumOf = (id: string) =>
          (wanted ?? [])
            .filter(({ line_id }) => line_id === id)
            .reduce((sum, { quantity }) => sum + quantity, 0);
        const isPossible = wanted === null || before.every((line) => sumOf(line.id) <= leftToSend(line));
        const isSomething =
          wanted === null
            ? before.some((line) => leftToSend(line) > 0)
            : before.some((line) => sumOf(line.id) > 0);
        expect(packed.ok).toBe(isPossible && isSomething);
        if (packed.ok) {
          goods = goods.map((line) => {
            const own = packed.value.filter(({ line_id }) => line_id === line.id);
            expect(own.length).toBeLessThanOrEqual(1);
            const quantity = own[0]?.quantity ?? 0;
            expect(quantity).toBe(wanted === null ? leftToSend(line) : sumOf(line.id));
            if (quantity > 0) expect(has(line) + quantity).toBeLessThanOrEqual(paid(line));
            return { ...line, sent: line.sent + quantity };
          });
        }
      }
      const isLeft = goods.some((line) => paid(line) > has(line));
      const isSent = goods.some(({ sent }) => sent > 0);
      expect(endOfSending(goods)).toBe(isLeft ? null : isSent ? 'ship' : 'call_off');
    }
  },
);

test('pieces of other lines, and no pieces, are no parcel', () => {
  const goods = [{ id: 'book', quantity: 2, refunded: 0, sent: 0, returned: 0, awaited: 0 }];
  expect(packParcel(goods, [{ line_id: 'course', quantity: 1 }])).toEqual({
    ok: false,
    error: 'MORE_THAN_LEFT',
  });
  expect(packParcel(goods, [{ line_id: 'book', quantity: 0 }])).toEqual({ ok: false, error: 'NOTHING' });
  expect(packParcel([], 'all')).toEqual({ ok: false, error: 'NOTHING' });
});

test.each([
  ['is about sent pieces', { sent: 2, awaited: 1 }, 2],
  ['is about more than the sent pieces', { sent: 1, awaited: 3 }, 1],
  ['is about all pieces', { sent: 1, awaited: 4 }, 0],
  ['is the second for the same pieces', { sent: 1, awaited: 8 }, 0],
])('a withdrawal that %s keeps pieces from being sent, and does not end the shipment', (_, facts, left) => {
  const line = { id: 'book', quantity: 4, refunded: 0, returned: 0, ...facts };
  expect([leftToSend(line), endOfSending([line])]).toEqual([left, null]);
});

test('a withdrawal is not about returned pieces, and an order is shipped despite it when all pieces were sent', () => {
  const partly = { id: 'book', quantity: 4, refunded: 1, sent: 2, returned: 1, awaited: 2 };
  expect([leftToSend(partly), endOfSending([partly])]).toEqual([1, null]);
  const wholly = { id: 'book', quantity: 4, refunded: 0, sent: 4, returned: 0, awaited: 2 };
  expect([leftToSend(wholly), endOfSending([wholly])]).toEqual([0, 'ship']);
});
