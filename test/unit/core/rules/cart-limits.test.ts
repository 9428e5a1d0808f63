import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { LineLimits } from '#core/rules/cart-limits.ts';
import { mergeCarts, mergeLines, validateQuantity } from '#core/rules/cart-limits.ts';
import { productId } from '#test/arbitraries/product.ts';
import { runs } from '#test/run-count.ts';

const free: LineLimits = { max_quantity: null, stock: null, is_owned: false };

describe('what a cart cannot hold', () => {
  test.each([
    ['an unknown product', null, 1, 'UNKNOWN_PRODUCT'],
    ['a course that is owned', { ...free, is_owned: true, max_quantity: 1 }, 5, 'ALREADY_OWNED'],
    ['more than the limit', { ...free, max_quantity: 3, stock: 2 }, 4, 'EXCEED_LIMIT'],
    ['more than there is', { ...free, max_quantity: 3, stock: 2 }, 3, 'OUT_OF_STOCK'],
    ['what is sold out', { ...free, stock: 0 }, 1, 'OUT_OF_STOCK'],
    ['the limit itself', { ...free, max_quantity: 3 }, 3, null],
    ['the last piece', { ...free, stock: 2 }, 2, null],
    ['much of what has no limit', free, 999, null],
    ['more than anybody orders', free, 1000, 'EXCEED_LIMIT'],
  ] as const)('%s', (_, limits, quantity, expected) => {
    expect(validateQuantity(limits, quantity)).toBe(expected);
  });
});

const limits = fc.option(
  fc.record({
    max_quantity: fc.option(fc.integer({ min: 1, max: 6 })),
    stock: fc.option(fc.nat(6)),
    is_owned: fc.boolean(),
  }),
);
const line = fc.record({
  product_id: productId,
  quantity: fc.integer({ min: 1, max: 6 }),
  custom_properties: fc.constantFrom({}, { greeting: 'Gruß' }),
});
const lines = fc.uniqueArray(line, { maxLength: 5, selector: ({ product_id }) => product_id });
const givenIds = fc.uniqueArray(productId).map((ids): readonly string[] => ids);
const shelf = fc.dictionary(productId, limits, { minKeys: 3 });

describe('merging a guest cart into a user cart', () => {
  test('adds quantities up, caps them and says so', () => {
    const own = [
      { product_id: 'anna', quantity: 2, custom_properties: { greeting: 'alt', recipient_name: 'A' } },
    ];
    const guest = [
      { product_id: 'anna', quantity: 2, custom_properties: { greeting: 'neu' } },
      { product_id: 'bert', quantity: 1, custom_properties: {} },
      { product_id: 'gone', quantity: 1, custom_properties: {} },
    ];
    const shelves: Record<string, LineLimits> = { anna: { ...free, max_quantity: 3 }, bert: free };
    expect(mergeLines(own, guest, (id) => shelves[id] ?? null)).toEqual({
      lines: [
        { product_id: 'anna', quantity: 3, custom_properties: { greeting: 'neu', recipient_name: 'A' } },
        { product_id: 'bert', quantity: 1, custom_properties: {} },
      ],
      changes: [
        { product_id: 'anna', reason: 'EXCEED_LIMIT', quantity: 3 },
        { product_id: 'gone', reason: 'UNKNOWN_PRODUCT', quantity: 0 },
      ],
    });
  });

  test.prop([lines, lines, shelf], { numRuns: runs(500) })(
    'loses and lowers nothing of the user, and tells every loss',
    (own, guest, shelves) => {
      const merged = mergeLines(own, guest, (id) => shelves[id] ?? null);
      const before = new Map(own.map((one) => [one.product_id, one.quantity]));
      const after = new Map(merged.lines.map((one) => [one.product_id, one.quantity]));
      expect(merged.lines).toHaveLength(after.size);
      for (const [id, quantity] of before) expect(after.get(id)).toBeGreaterThanOrEqual(quantity);
      for (const one of guest) {
        const wanted = (before.get(one.product_id) ?? 0) + one.quantity;
        const got = after.get(one.product_id) ?? 0;
        const change = merged.changes.find((told) => told.product_id === one.product_id);
        if (got === wanted) expect(change).toBeUndefined();
        else expect(change?.quantity).toBe(got);
      }
    },
  );

  test.prop([lines, shelf], { numRuns: runs(300) })(
    'into an empty cart keeps every limit',
    (guest, shelves) => {
      for (const one of mergeLines([], guest, (id) => shelves[id] ?? null).lines) {
        expect(validateQuantity(shelves[one.product_id] ?? null, one.quantity)).toBeNull();
      }
    },
  );
});

describe('a guest cart merged into a full one', () => {
  const idsOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `p${from + index}`);
  const toLine = (product_id: string) => ({ product_id, quantity: 1, custom_properties: {} });
  const sizes = fc.record({ own: fc.integer({ min: 90, max: 102 }), shared: fc.nat(5), fresh: fc.nat(20) });

  test.prop([sizes], { numRuns: runs(200) })('fills the cart up and reports what had no room', (size) => {
    const own = idsOf(0, size.own).map(toLine);
    const guest = [...idsOf(size.own, size.fresh), ...idsOf(0, size.shared)].map(toLine);
    const { lines, changes } = mergeCarts({ own, guest, givenIds: [] }, () => free);
    expect(lines).toHaveLength(Math.max(size.own, Math.min(100, size.own + size.fresh)));
    expect(lines.slice(0, size.shared).every(({ quantity }) => quantity === 2)).toBe(true);
    expect(lines.length + changes.length).toBe(size.own + size.fresh);
    for (const change of changes) expect(change).toMatchObject({ reason: 'EXCEED_LIMIT', quantity: 0 });
  });

  test.prop([lines, lines, givenIds], { numRuns: runs(200) })(
    'never takes the unit that a coupon gave',
    (own, guest, givenIds) => {
      const merged = mergeCarts({ own, guest, givenIds }, () => free);
      for (const { product_id, quantity } of merged.lines) {
        const had = [...own, ...guest].filter((line) => line.product_id === product_id);
        const isGiven = givenIds.includes(product_id) && guest.some((line) => line.product_id === product_id);
        expect(quantity).toBe(had.reduce((sum, line) => sum + line.quantity, isGiven ? -1 : 0));
      }
    },
  );
});
