import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { RequestedLine } from '#core/model/cart.ts';
import { type LineLimits, validateQuantity } from '#core/rules/carts/cart-limits.ts';
import { lineId, quantities } from '#core/rules/carts/line-id.ts';
import { foldLines, nextLines, validateLines } from '#server/carts/cart-lines.ts';
import { fewWords, personalLine } from '#test/arbitraries/arbitrary-cart.ts';
import { productId } from '#test/arbitraries/arbitrary-product.ts';
import { runs } from '#test/run-length.ts';

const wanted = fc.array(personalLine, { maxLength: 8 });
const stored = wanted.map(foldLines);
const limits = fc.dictionary(
  productId,
  fc.option(
    fc.record<LineLimits>({
      max_quantity: fc.option(fc.integer({ min: 1, max: 20 })),
      stock: fc.option(fc.nat(20)),
      is_owned: fc.boolean(),
    }),
  ),
);

const quantityOf = (lines: readonly RequestedLine[], id: string) =>
  lines.find((line) => lineId(line) === id)?.quantity ?? 0;
const idsOf = (lines: readonly RequestedLine[]) => lines.map(lineId);

describe('the lines of a cart after a change', () => {
  test.prop([stored, wanted], { numRuns: runs(200) })(
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

  test.prop([stored, fc.nat(7), fewWords, fc.integer({ min: 1, max: 20 })], { numRuns: runs(300) })(
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

  test.prop([stored, personalLine], { numRuns: runs(200) })(
    'setting without a line id touches one line of the product at most',
    (present, product) => {
      const next = nextLines(present, 'update', [product]);
      const touched = next.filter((line) => quantityOf(present, lineId(line)) !== line.quantity);
      expect(touched.length).toBeLessThanOrEqual(1);
      for (const line of touched) expect(line.product_id).toBe(product.product_id);
      if (!present.some(({ product_id }) => product_id === product.product_id)) expect(next).toEqual(present);
    },
  );

  test.prop([stored, personalLine, fc.boolean()], { numRuns: runs(200) })(
    'deleting takes the named line, without a name the whole product, and leaves the others as they are',
    (present, product, isNamed) => {
      const line_id = isNamed ? lineId(product) : undefined;
      const stays = (line: RequestedLine) =>
        isNamed ? lineId(line) !== line_id : line.product_id !== product.product_id;
      expect(nextLines(present, 'delete', [{ ...product, line_id }])).toEqual(present.filter(stays));
    },
  );
});

describe('whether limits allow a change', () => {
  test.prop([stored, stored, limits], { numRuns: runs(300) })(
    'every product that grows is checked over all its lines, no other',
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
    'a hundred lines are enough',
    (count) => {
      const many = Array.from({ length: count }, (_, index) => ({
        product_id: `product-${index}`,
        quantity: 1,
        custom_properties: {},
      }));
      const free: LineLimits = { max_quantity: null, stock: null, is_owned: false };
      expect(validateLines([], many, () => free).ok).toBe(count <= 100);
      expect(validateLines(many, many.slice(1), () => free).ok).toBe(true);
    },
  );
});
