import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { CartItem } from '#core/model/cart.ts';
import { cents } from '#core/rules/basics/money.ts';
import { compareWithMembership } from '#core/rules/catalogue/membership-comparison.ts';
import { cartItem } from '#test/arbitraries/arbitrary-cart.ts';
import { unitPrice } from '#test/arbitraries/arbitrary-product.ts';
import { runs } from '#test/run-length.ts';

const items = fc.uniqueArray(cartItem, { selector: ({ line_id }) => line_id, maxLength: 6 });

/** Lines with a share of discount each, in percent. */
const discounted = items.chain((products) =>
  fc
    .array(fc.integer({ min: 0, max: 100 }), { minLength: products.length, maxLength: products.length })
    .map((shares) => {
      const lines = products.map(({ line_id, product_id, price }, index) => ({
        line_id,
        product_id,
        amount: cents(Math.floor((price * (shares[index] ?? 0)) / 100)),
        bundle_amount: cents(0),
      }));
      return { products, discounts: { total: cents(0), bundles: [], lines } };
    }),
);

const isPlan = ({ product_data: { kind } }: CartItem) => kind === 'membership' || kind === 'subscription';
const isCourse = ({ product_data: { kind } }: CartItem) => kind === 'course';

describe('courses of a cart beside the membership', () => {
  test.prop([discounted, unitPrice], { numRuns: runs(300) })(
    'cost what is paid for them, and are compared from half of the membership’s price on',
    (cart, price) => {
      const paid = cart.products
        .filter(isCourse)
        .reduce(
          (sum, line) =>
            sum +
            line.price -
            (cart.discounts.lines.find((one) => one.line_id === line.line_id)?.amount ?? 0),
          0,
        );
      const found = compareWithMembership(cart, price);
      const isCompared = !cart.products.some(isPlan) && cart.products.some(isCourse) && paid >= price - paid;
      expect(found !== null).toBe(isCompared);
      if (found !== null) expect(found).toMatchObject({ single: paid, membership: price });
    },
  );

  test.prop([discounted], { numRuns: runs(200) })(
    'are compared with a membership of exactly twice their price, and not with a dearer one',
    (cart) => {
      const found = compareWithMembership(cart, cents(0));
      if (found === null) return;
      expect(compareWithMembership(cart, cents(found.single * 2))).not.toBeNull();
      expect(compareWithMembership(cart, cents(found.single * 2 + 1))).toBeNull();
    },
  );

  test.prop([discounted, unitPrice], { numRuns: runs(200) })(
    'do not depend on anything else in the cart',
    (cart, price) => {
      const only = { ...cart, products: cart.products.filter((item) => isCourse(item) || isPlan(item)) };
      expect(compareWithMembership(cart, price)).toEqual(compareWithMembership(only, price));
    },
  );

  test.prop([discounted.filter(({ products }) => !products.some(isPlan)), unitPrice], {
    numRuns: runs(200),
  })('cost no less when another course is added, and once compared they stay compared', (cart, price) => {
    const fewer = { ...cart, products: cart.products.slice(1) };
    const [before, after] = [compareWithMembership(fewer, price), compareWithMembership(cart, price)];
    if (before === null) return;
    expect(after?.single).toBeGreaterThanOrEqual(before.single);
    expect(after?.courses).toBeGreaterThanOrEqual(before.courses);
  });
});
