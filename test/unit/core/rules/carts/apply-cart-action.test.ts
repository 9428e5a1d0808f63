import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { Cart, CartItem } from '#core/model/cart.ts';
import type { ProductData, ProductKind } from '#core/model/product.ts';
import { cents } from '#core/rules/basics/money.ts';
import {
  applyCartAction,
  type CartAction,
  createCartItem,
  hasIncludedCourse,
  needsCartRefresh,
  needsShippingCost,
  toProductData,
  withCards,
  withTotals,
} from '#core/rules/carts/apply-cart-action.ts';
import { toRequestedLines } from '#core/rules/carts/cart-in-storage.ts';
import { limitQuantity } from '#core/rules/carts/cart-lines.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { cartItem, personalItem } from '#test/arbitraries/arbitrary-cart.ts';
import { cart } from '#test/arbitraries/arbitrary-priced-cart.ts';
import { productId, unitPrice } from '#test/arbitraries/arbitrary-product.ts';
import { cartCommands, createCartModel, createCartSystem } from '#test/models/cart-model.ts';
import { runs } from '#test/run-length.ts';
import { checkSums } from '#test/support/sums.ts';
import { cardOf } from '#test/support/test-browser.ts';

const book: ProductData = { ...toProductData(cardOf('raupen-lesen')), price: cents(890) };
const course: ProductData = {
  ...book,
  kind: 'course',
  price: cents(9900),
  max_quantity: 1,
  is_shipped: false,
  is_fixed_price: false,
};
const oneBook = createCartItem('book', book);
const add = (cart: Cart, item: CartItem) => applyCartAction(cart, { type: 'add', additions: [{ item }] });
const withBook = add(emptyCart, oneBook);

const anyAction: fc.Arbitrary<CartAction> = fc.oneof(
  cartItem.map((item) => ({ type: 'add' as const, additions: [{ item }] })),
  productId.map((product_id) => ({ type: 'remove' as const, product_id })),
  fc.record({
    type: fc.constant('set_quantity' as const),
    product_id: productId,
    quantity: fc.integer({ min: -5, max: 50 }),
  }),
);

describe('the actions', () => {
  test.prop([cartCommands], { numRuns: runs(150) })(
    'change the cart as the model of it changes',
    (commands) => {
      fc.modelRun(() => ({ model: createCartModel(), real: createCartSystem() }), commands);
    },
  );

  test('add sums price and quantity, also when the price has changed', () => {
    const dearer = createCartItem('book', { ...book, price: cents(990) }, 2);
    expect(add(withBook, dearer).products).toMatchObject([{ quantity: 3, price: 890 + 2 * 990 }]);
  });

  test.prop([fc.array(personalItem, { minLength: 2, maxLength: 8 }), fc.nat(8)], { numRuns: runs(200) })(
    'add has the same result for one list of lines and for two, while no limit is reached',
    (items, cut) => {
      const free = items.map(({ product_id, quantity, custom_properties }) =>
        createCartItem(product_id, book, quantity, custom_properties),
      );
      const first = free.slice(0, cut).reduce(add, emptyCart);
      const second = free.slice(cut).reduce(add, emptyCart);
      expect(second.products.reduce(add, first)).toEqual(free.reduce(add, emptyCart));
    },
  );

  test('reset returns the empty cart, whose amount is 0', () => {
    expect(applyCartAction({ ...withBook, code: 'FUENFER' }, { type: 'reset' })).toEqual(emptyCart);
    expect(emptyCart.amount).toBe(0);
  });

  test.prop([cart, anyAction], { numRuns: runs(200) })('never change the given cart', (before, action) => {
    const copy = structuredClone(before);
    applyCartAction(before, action);
    expect(before).toEqual(copy);
  });

  test.prop([cart, anyAction], { numRuns: runs(300) })(
    'keep the sums of the cart right',
    (before, action) => {
      const after = applyCartAction(before, action);
      checkSums('the cart', after);
      expect(after.credit).toBeLessThanOrEqual(after.total);
      expect(after.total).toBeGreaterThanOrEqual(0);
      expect(after.included_vat).toBeLessThanOrEqual(after.total);
      for (const line of after.discounts.lines) {
        const item = after.products.find((candidate) => candidate.line_id === line.line_id);
        expect(line.amount).toBeLessThanOrEqual(item?.price ?? -1);
      }
    },
  );

  test.prop([cart, anyAction], { numRuns: runs(200) })(
    'keep code and server id, and forget an old error',
    (before, action) => {
      const after = applyCartAction({ ...before, error: 'EXCEED_LIMIT' }, action);
      expect(after).toMatchObject({
        code: before.code,
        bundle_cart_unique_id: before.bundle_cart_unique_id,
        error: null,
      });
    },
  );
});

const prices = fc.uniqueArray(fc.record({ id: productId, price: unitPrice }), { selector: ({ id }) => id });

test.prop([cart, prices], { numRuns: runs(200) })(
  'cards give the lines their unit price; properties and lines without a card stay, and the sums are right',
  (before, known) => {
    const cards = known.map((price) => ({ ...cardOf('raupen-lesen'), ...price }));
    const after = withCards(before, cards);
    checkSums('the cart', after);
    expect(toRequestedLines(after)).toEqual(toRequestedLines(before));
    for (const [index, item] of after.products.entries()) {
      const card = cards.find(({ id }) => id === item.product_id);
      if (card === undefined) expect(item).toBe(before.products[index]);
      else expect(item.product_data.price).toBe(card.price);
    }
    expect(withCards(after, cards)).toEqual(after);
  },
);

describe('shipping of a preview', () => {
  test('is unknown for goods, 0 without any', () => {
    expect(emptyCart.shipping_cost).toBe(0);
    expect(withBook.shipping_cost).toBeNull();
    expect(withBook.total).toBe(890);
    expect(applyCartAction(withBook, { type: 'remove', product_id: 'book' }).shipping_cost).toBe(0);
    expect(add(emptyCart, createCartItem('course', course)).shipping_cost).toBe(0);
  });

  test('stays as the server returned it while goods are in the cart', () => {
    const answered = withTotals({ ...withBook, shipping_cost: cents(499) });
    const more = applyCartAction(answered, { type: 'set_quantity', product_id: 'book', quantity: 2 });
    expect(more).toMatchObject({ shipping_cost: 499, total: 2 * 890 + 499 });
    const none = applyCartAction(more, { type: 'remove', product_id: 'book' });
    expect(add(none, oneBook).shipping_cost).toBeNull();
  });
});

describe('limitQuantity', () => {
  test.prop([fc.oneof(fc.integer(), fc.double()), fc.option(fc.integer({ min: 1, max: 100 }))], {
    numRuns: runs(300),
  })('returns a whole number from 1 to the maximum', (quantity, maximum) => {
    const limited = limitQuantity(quantity, maximum);
    expect(Number.isInteger(limited)).toBe(true);
    expect(limited).toBeGreaterThanOrEqual(1);
    expect(limited).toBeLessThanOrEqual(maximum ?? 999);
    if (Number.isInteger(quantity) && quantity >= 1 && quantity <= (maximum ?? 999))
      expect(limited).toBe(quantity);
  });

  test('returns 1 for a maximum of 0 and for no number, and the maximum for infinity', () => {
    expect(limitQuantity(5, 0)).toBe(1);
    expect(limitQuantity(Number.NaN, 5)).toBe(1);
    expect(limitQuantity(Number.POSITIVE_INFINITY, 5)).toBe(5);
  });
});

test('a course beside a plan that includes it is found, a course or a plan alone is not', () => {
  const lineOf = (kind: ProductKind) =>
    createCartItem(kind, { ...book, kind, is_fixed_price: false, max_quantity: 1 });
  const has = (...kinds: ProductKind[]) => hasIncludedCourse(kinds.map(lineOf));
  expect([has('course', 'membership'), has('subscription', 'book', 'course')]).toEqual([true, true]);
  expect([has('course', 'book'), has('membership', 'gift'), has()]).toEqual([false, false, false]);
});

describe('what has to be requested from the server', () => {
  const stored = { ...withBook, bundle_cart_unique_id: 'cart' };
  test.each([
    ['a code', { ...stored, code: 'FUENFER' }, true],
    ['discounts', { ...stored, discounts: { total: cents(5), bundles: [], lines: [] } }, true],
    ['credit of a voucher', { ...stored, credit: cents(5) }, true],
    ['a voucher that has nothing to pay so far', { ...stored, has_voucher: true }, true],
    ['none of these', stored, false],
    ['a code that the server has never seen', { ...withBook, code: 'FUENFER' }, false],
  ])('the refresh of a cart with %s', (_, given, expected) => {
    expect(needsCartRefresh(given)).toBe(expected);
  });

  test('the shipping cost of a learner’s cart that has none', () => {
    expect(needsShippingCost(withBook, true)).toBe(true);
    expect(needsShippingCost(withBook, false)).toBe(false);
    expect(needsShippingCost({ ...withBook, shipping_cost: cents(0) }, true)).toBe(false);
  });
});
