import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { CustomProperties, RequestedLine } from '#core/model/cart.ts';
import { giftThemes } from '#core/model/gift-choice.ts';
import {
  type LineLimits,
  lineId,
  linesSince,
  type MergedPieces,
  mergeCarts,
  mergedPieces,
  mergeLines,
  nextLines,
  quantities,
  validateLines,
  validateQuantity,
} from '#core/rules/carts/cart-lines.ts';
import { fewProperties, personalLine } from '#test/arbitraries/arbitrary-cart.ts';
import { productId } from '#test/arbitraries/arbitrary-product.ts';
import { runs } from '#test/run-length.ts';

const text = fc.constantFrom(undefined, '', 'Clara', 'clara@example.org');
const properties: fc.Arbitrary<CustomProperties> = fc.record({
  recipient_name: text,
  recipient_email: text,
  greeting: text,
  is_gift_pdf: fc.constantFrom(undefined, false, true),
  delivery: fc.constantFrom(undefined, 'buyer' as const, 'email' as const, 'parcel' as const),
  deliver_on: fc.constantFrom(undefined, '2026-12-24', '2026-12-25'),
  theme: fc.constantFrom(undefined, ...giftThemes),
});

/** Returns what distinguishes two gifts, as JSON: a missing choice is equal to the default one. */
function chosen({ recipient_email, is_gift_pdf, delivery, theme, ...rest }: CustomProperties): string {
  return JSON.stringify([
    rest.recipient_name ?? '',
    recipient_email ?? '',
    rest.greeting ?? '',
    is_gift_pdf ?? false,
    delivery ?? 'buyer',
    rest.deliver_on ?? '',
    theme ?? 'neutral',
  ]);
}

const idOf = (custom_properties: CustomProperties) => lineId({ product_id: 'gift', custom_properties });

test.prop([properties, properties, fc.nat(6)], { numRuns: runs(500) })(
  'two gifts are one line exactly when everything about them is equal',
  (one, drawn, field) => {
    // One field differs at most.
    const name = Object.keys(one)[field] as keyof CustomProperties;
    const other = { ...one, [name]: drawn[name] };
    expect(idOf(one) === idOf(other)).toBe(chosen(one) === chosen(other));
    expect(idOf(one) === 'gift').toBe(chosen(one) === chosen({}));
    const typed = ` ${one.recipient_email?.toUpperCase() ?? ''} `;
    expect(idOf({ ...one, recipient_email: typed })).toBe(idOf(one));
  },
);

test('lines of stored carts keep their ids', () => {
  const recipient_email = 'clara@example.org';
  expect(lineId({ product_id: 'gift', custom_properties: { recipient_email } })).toBe('gift.vlqc8ftkj1vw');
});

const free: LineLimits = { max_quantity: null, stock: null, is_owned: false };

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
] as const)('a quantity is checked: %s', (_, limits, quantity, expected) => {
  expect(validateQuantity(limits, quantity)).toBe(expected);
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
const limitsById = fc.dictionary(productId, limits, { minKeys: 3 });

const quantityOf = (lines: readonly RequestedLine[], id: string) =>
  lines.find((line) => lineId(line) === id)?.quantity ?? 0;
const idsOf = (lines: readonly RequestedLine[]) => lines.map(lineId);

describe('the lines of a cart after a change', () => {
  test.prop([lines, fc.array(personalLine, { maxLength: 8 })], { numRuns: runs(200) })(
    'adding sums equal lines and keeps different recipients apart',
    (present, products) => {
      const next = nextLines(present, 'add', products);
      for (const id of new Set([...idsOf(present), ...idsOf(products)])) {
        const added = products
          .filter((one) => lineId(one) === id)
          .reduce((sum, one) => sum + one.quantity, 0);
        expect(quantityOf(next, id)).toBe(quantityOf(present, id) + added);
      }
      expect(new Set(idsOf(next)).size).toBe(next.length);
      expect(idsOf(next).slice(0, present.length)).toEqual(idsOf(present));
    },
  );

  test.prop([lines, fc.nat(7), fewProperties, fc.integer({ min: 1, max: 20 })], { numRuns: runs(300) })(
    'setting a line gives it quantity and properties, and makes one line of equal ones',
    (present, place, custom_properties, quantity) => {
      const named = present[place];
      if (named === undefined) return;
      const { product_id } = named;
      const changed = { product_id, quantity, custom_properties };
      const next = nextLines(present, 'update', [{ ...changed, line_id: lineId(named) }]);
      const others = present.filter((line) => line !== named);
      expect(new Set(idsOf(next))).toEqual(new Set(idsOf([...others, changed])));
      expect(quantityOf(next, lineId(changed))).toBe(quantity + quantityOf(others, lineId(changed)));
      for (const other of others.filter((line) => lineId(line) !== lineId(changed))) {
        expect(quantityOf(next, lineId(other))).toBe(other.quantity);
      }
    },
  );

  test.prop([lines, personalLine], { numRuns: runs(200) })(
    'setting without a line id touches one line of the product at most',
    (present, product) => {
      const next = nextLines(present, 'update', [product]);
      const touched = next.filter((line) => quantityOf(present, lineId(line)) !== line.quantity);
      expect(touched.length).toBeLessThanOrEqual(1);
      for (const line of touched) expect(line.product_id).toBe(product.product_id);
      if (!present.some(({ product_id }) => product_id === product.product_id)) expect(next).toEqual(present);
    },
  );

  test.prop([lines, personalLine, fc.boolean()], { numRuns: runs(200) })(
    'deleting takes the named line, without a name the whole product, and leaves the others as they are',
    (present, product, isNamed) => {
      const line_id = isNamed ? lineId(product) : undefined;
      const stays = (line: RequestedLine) =>
        isNamed ? lineId(line) !== line_id : line.product_id !== product.product_id;
      expect(nextLines(present, 'delete', [{ ...product, line_id }])).toEqual(present.filter(stays));
    },
  );
});

describe('the check of the limits', () => {
  test.prop([lines, lines, limitsById], { numRuns: runs(300) })(
    'covers all lines of every product whose quantity grows, and no other',
    (present, next, known) => {
      const limitsOf = (id: string) => known[id] ?? null;
      const checked = validateLines(present, next, limitsOf);
      const had = quantities(present);
      const refusals = [...quantities(next)]
        .filter(([id, quantity]) => quantity > (had.get(id) ?? 0))
        .map(([product_id, quantity]) => {
          const limits = limitsOf(product_id);
          const isSold = limits !== null && !limits.is_owned;
          const possible = isSold ? Math.min(limits.max_quantity ?? 999, limits.stock ?? 999) : 0;
          return {
            error: validateQuantity(limits, quantity),
            error_limit: { product_id, quantity: possible },
          };
        })
        .filter((refusal) => refusal.error !== null);
      expect(checked.ok ? undefined : checked.error).toEqual(refusals[0]);
    },
  );

  test.prop([fc.integer({ min: 95, max: 110 })], { numRuns: runs(20) })(
    'allows a hundred lines at most',
    (count) => {
      const many = Array.from({ length: count }, (_, index) => ({
        product_id: `product-${index}`,
        quantity: 1,
        custom_properties: {},
      }));
      expect(validateLines([], many, () => free).ok).toBe(count <= 100);
      expect(validateLines(many, many.slice(1), () => free).ok).toBe(true);
    },
  );
});

describe('merging a guest cart into a user cart', () => {
  test('adds equal lines up, keeps others apart, reduces them to the limit of their product and reports that', () => {
    const anna = { greeting: 'Liebe Anna', recipient_email: 'anna@example.org' };
    const bert = { greeting: 'Lieber Bert' };
    const own = [{ product_id: 'gift', quantity: 2, custom_properties: anna }];
    const guest = [
      { product_id: 'gift', quantity: 1, custom_properties: { ...anna } },
      { product_id: 'gift', quantity: 4, custom_properties: bert },
      { product_id: 'book', quantity: 1, custom_properties: {} },
      { product_id: 'gone', quantity: 1, custom_properties: {} },
    ];
    const known: Record<string, LineLimits> = { gift: { ...free, max_quantity: 5 }, book: free };
    expect(mergeLines(own, guest, (id) => known[id] ?? null)).toEqual({
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

  test.prop([lines, lines, limitsById], { numRuns: runs(500) })(
    'keeps all lines and quantities of the user, and reports every piece of the guest that is left out',
    (own, guest, known) => {
      const merged = mergeLines(own, guest, (id) => known[id] ?? null);
      const after = new Map(merged.lines.map((one) => [lineId(one), one]));
      expect(merged.lines).toHaveLength(after.size);
      for (const one of own) {
        expect(after.get(lineId(one))?.quantity).toBeGreaterThanOrEqual(one.quantity);
        expect(after.get(lineId(one))?.custom_properties).toEqual(one.custom_properties);
      }
      const [before, wanted, got] = [own, [...own, ...guest], merged.lines].map(quantities);
      for (const [id, sum] of wanted ?? []) {
        const change = merged.changes.find((change) => change.product_id === id);
        const isCapped = got?.get(id) !== sum && sum !== before?.get(id);
        if (isCapped) expect(change?.quantity).toBe(got?.get(id) ?? 0);
        else expect(change).toBeUndefined();
      }
    },
  );

  test.prop([lines, lines, lines], { numRuns: runs(300) })(
    'of three carts has the same result in any grouping, and keeps the pieces of each recipient',
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

  test.prop([lines, limitsById], { numRuns: runs(300) })(
    'into an empty cart respects every limit',
    (guest, known) => {
      for (const [id, quantity] of quantities(mergeLines([], guest, (id) => known[id] ?? null).lines)) {
        expect(validateQuantity(known[id] ?? null, quantity)).toBeNull();
      }
    },
  );

  test.prop([fc.array(lines, { maxLength: 4 })], { numRuns: runs(300) })(
    'that is repeated adds as many pieces of each line as the guest’s cart has ever had at once',
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

  test.prop([sizes], { numRuns: runs(200) })(
    'fills the cart up and reports the lines that had no room',
    (size) => {
      const own = idsOf(0, size.own).map(toLine);
      const guest = [...idsOf(size.own, size.fresh), ...idsOf(0, size.shared)].map(toLine);
      const { lines, changes } = mergeCarts({ own, guest, givenIds: [] }, () => free);
      expect(lines).toHaveLength(Math.max(size.own, Math.min(100, size.own + size.fresh)));
      expect(lines.slice(0, size.shared).every(({ quantity }) => quantity === 2)).toBe(true);
      expect(lines.length + changes.length).toBe(size.own + size.fresh);
      for (const change of changes) expect(change).toMatchObject({ reason: 'EXCEED_LIMIT', quantity: 0 });
    },
  );

  test.prop([lines, lines, givenIds], { numRuns: runs(200) })(
    'does not add the piece that a coupon gave',
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
