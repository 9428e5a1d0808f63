import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { RequestedLine } from '#core/model/cart.ts';
import type { LineLimits } from '#core/rules/cart-limits.ts';
import { validateQuantity } from '#core/rules/cart-limits.ts';
import { foldLines, nextLines, validateLines } from '#server/carts/cart-lines.ts';
import { productId } from '#test/arbitraries/product.ts';
import { runs } from '#test/run-count.ts';

const line: fc.Arbitrary<RequestedLine> = fc.record({
  product_id: productId,
  quantity: fc.integer({ min: 1, max: 20 }),
  custom_properties: fc.record({ greeting: fc.string({ maxLength: 3 }) }, { requiredKeys: [] }),
});
const wanted = fc.array(line, { maxLength: 8 });
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
  lines.find(({ product_id }) => product_id === id)?.quantity ?? 0;
const idsOf = (lines: readonly RequestedLine[]) => lines.map(({ product_id }) => product_id);

describe('the lines of a cart after a change', () => {
  test.prop([stored, wanted], { numRuns: runs(200) })('adding sums every product', (present, products) => {
    const next = nextLines(present, 'add', products);
    for (const id of new Set([...idsOf(present), ...idsOf(products)])) {
      const added = products
        .filter(({ product_id }) => product_id === id)
        .reduce((sum, one) => sum + one.quantity, 0);
      expect(quantityOf(next, id)).toBe(quantityOf(present, id) + added);
    }
    expect(new Set(idsOf(next)).size).toBe(next.length);
    expect(idsOf(next).slice(0, present.length)).toEqual(idsOf(present));
  });

  test.prop([stored, line], { numRuns: runs(200) })(
    'setting touches what is there alone',
    (present, product) => {
      const next = nextLines(present, 'update', [product]);
      expect(idsOf(next)).toEqual(idsOf(present));
      for (const { product_id, quantity } of next) {
        const isSet = product_id === product.product_id;
        expect(quantity).toBe(isSet ? product.quantity : quantityOf(present, product_id));
      }
    },
  );

  test.prop([stored, wanted], { numRuns: runs(200) })(
    'deleting leaves the others as they are',
    (present, products) => {
      const gone = idsOf(products);
      expect(nextLines(present, 'delete', products)).toEqual(
        present.filter(({ product_id }) => !gone.includes(product_id)),
      );
    },
  );
});

describe('whether limits allow a change', () => {
  test.prop([stored, stored, limits], { numRuns: runs(300) })(
    'every line that grows is checked, no other',
    (present, next, known) => {
      const limitsOf = (id: string) => known[id] ?? null;
      const checked = validateLines(present, next, limitsOf);
      const refusals = next
        .filter(({ product_id, quantity }) => quantity > quantityOf(present, product_id))
        .map(({ product_id, quantity }) => validateQuantity(limitsOf(product_id), quantity))
        .filter((refusal) => refusal !== null);
      expect(checked.ok ? undefined : checked.error).toBe(refusals[0]);
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
