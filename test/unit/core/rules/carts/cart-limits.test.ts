import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { RequestedLine } from '#core/model/cart.ts';
import {
  type LineLimits,
  linesSince,
  type MergedPieces,
  mergeCarts,
  mergedPieces,
  mergeLines,
  validateQuantity,
} from '#core/rules/carts/cart-limits.ts';
import { lineId, quantities } from '#core/rules/carts/line-id.ts';
import { personalLine } from '#test/arbitraries/arbitrary-cart.ts';
import { productId } from '#test/arbitraries/arbitrary-product.ts';
import { runs } from '#test/run-length.ts';

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
const lines = fc.uniqueArray(personalLine, { maxLength: 6, selector: lineId });
const givenIds = fc.uniqueArray(productId).map((ids): readonly string[] => ids);
const shelf = fc.dictionary(productId, limits, { minKeys: 3 });

describe('merging a guest cart into a user cart', () => {
  test('adds equal lines up, keeps others apart, caps their product and says so', () => {
    const anna = { greeting: 'Liebe Anna', recipient_email: 'anna@example.org' };
    const bert = { greeting: 'Lieber Bert' };
    const own = [{ product_id: 'gift', quantity: 2, custom_properties: anna }];
    const guest = [
      { product_id: 'gift', quantity: 1, custom_properties: { ...anna } },
      { product_id: 'gift', quantity: 4, custom_properties: bert },
      { product_id: 'book', quantity: 1, custom_properties: {} },
      { product_id: 'gone', quantity: 1, custom_properties: {} },
    ];
    const shelves: Record<string, LineLimits> = { gift: { ...free, max_quantity: 5 }, book: free };
    expect(mergeLines(own, guest, (id) => shelves[id] ?? null)).toEqual({
      lines: [
        { product_id: 'gift', quantity: 3, custom_properties: anna },
        { product_id: 'gift', quantity: 2, custom_properties: bert },
        { product_id: 'book', quantity: 1, custom_properties: {} },
      ],
      changes: [
        { product_id: 'gift', reason: 'EXCEED_LIMIT', quantity: 5 },
        { product_id: 'gone', reason: 'UNKNOWN_PRODUCT', quantity: 0 },
      ],
    });
  });

  test.prop([lines, lines, shelf], { numRuns: runs(500) })(
    'loses and lowers nothing of the user, and tells every loss',
    (own, guest, shelves) => {
      const merged = mergeLines(own, guest, (id) => shelves[id] ?? null);
      const after = new Map(merged.lines.map((one) => [lineId(one), one]));
      expect(merged.lines).toHaveLength(after.size);
      for (const one of own) {
        expect(after.get(lineId(one))?.quantity).toBeGreaterThanOrEqual(one.quantity);
        expect(after.get(lineId(one))?.custom_properties).toEqual(one.custom_properties);
      }
      const [before, wanted, got] = [own, [...own, ...guest], merged.lines].map(quantities);
      for (const [id, sum] of wanted ?? []) {
        const change = merged.changes.find((told) => told.product_id === id);
        const isCapped = got?.get(id) !== sum && sum !== before?.get(id);
        if (isCapped) expect(change?.quantity).toBe(got?.get(id) ?? 0);
        else expect(change).toBeUndefined();
      }
    },
  );

  test.prop([lines, lines, lines], { numRuns: runs(300) })(
    'of three carts comes to the same in any grouping, and keeps every recipient with the pieces meant for them',
    (one, two, three) => {
      const merge = (own: readonly RequestedLine[], guest: readonly RequestedLine[]) =>
        mergeLines(own, guest, () => free).lines;
      const all = merge(merge(one, two), three);
      expect(merge(one, merge(two, three))).toEqual(all);
      for (const line of [...one, ...two, ...three]) {
        const equal = [one, two, three].flat().filter((other) => lineId(other) === lineId(line));
        expect(all.find((merged) => lineId(merged) === lineId(line))).toMatchObject({
          quantity: equal.reduce((sum, { quantity }) => sum + quantity, 0),
          custom_properties: line.custom_properties,
        });
      }
    },
  );

  test.prop([lines, shelf], { numRuns: runs(300) })(
    'into an empty cart keeps every limit',
    (guest, shelves) => {
      for (const [id, quantity] of quantities(mergeLines([], guest, (id) => shelves[id] ?? null).lines)) {
        expect(validateQuantity(shelves[id] ?? null, quantity)).toBeNull();
      }
    },
  );

  test.prop([fc.array(lines, { maxLength: 4 })], { numRuns: runs(300) })(
    'that is repeated takes as many pieces of each line as the guest’s cart has ever had at once',
    (carts) => {
      const taken = new Map<string, number>();
      const most = new Map<string, number>();
      let merged: MergedPieces = {};
      for (const cart of carts) {
        for (const { quantity, ...line } of linesSince(cart, merged))
          taken.set(lineId(line), (taken.get(lineId(line)) ?? 0) + quantity);
        merged = mergedPieces(cart, merged);
        expect(linesSince(cart, merged)).toEqual([]);
        for (const { quantity, ...line } of cart)
          most.set(lineId(line), Math.max(quantity, most.get(lineId(line)) ?? 0));
      }
      expect(taken).toEqual(most);
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
      const [wanted, got] = [[...own, ...guest], merged.lines].map(quantities);
      for (const [id, sum] of wanted ?? []) {
        const isGiven = givenIds.includes(id) && guest.some((line) => line.product_id === id);
        expect(got?.get(id) ?? 0).toBe(isGiven ? sum - 1 : sum);
      }
    },
  );
});
