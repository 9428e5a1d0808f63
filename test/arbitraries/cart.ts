import { fc } from '@fast-check/vitest';
import type { Cart, CartItem, CustomProperties } from '#core/model/cart.ts';
import { couponRefusals } from '#core/model/cart.ts';
import type { StoredCart } from '#core/model/stored-cart.ts';
import { createCartItem, emptyCart, withTotals } from '#core/rules/cart.ts';
import type { PricingLine } from '#core/rules/cart-pricing.ts';
import type { BundleOffer } from '#core/rules/discounts.ts';
import { cents, noCents } from '#core/rules/money.ts';
import { pricedProduct, productId } from './product.ts';

const customProperties: fc.Arbitrary<CustomProperties> = fc.record(
  {
    recipient_name: fc.string({ maxLength: 20 }),
    recipient_email: fc.constantFrom('anna@example.org', 'bert+shop@example.org'),
    greeting: fc.string({ maxLength: 40 }),
    is_gift_pdf: fc.boolean(),
  },
  { requiredKeys: [] },
);

const quantity = fc.integer({ min: 1, max: 15 });

/** Lines for pricing: each product once, quantities within its limit. */
export const pricingLines: fc.Arbitrary<readonly PricingLine[]> = fc
  .uniqueArray(fc.record({ product: pricedProduct, quantity, custom_properties: customProperties }), {
    maxLength: 6,
    selector: (line) => line.product.product_id,
  })
  .map((lines) =>
    lines.map((line) => ({
      ...line,
      quantity: Math.min(line.quantity, line.product.product_data.max_quantity ?? line.quantity),
    })),
  );

/** One line of a cart, its price as the rules make it. */
export const cartItem: fc.Arbitrary<CartItem> = fc
  .record({ product: pricedProduct, quantity, custom_properties: customProperties })
  .map((line) =>
    createCartItem(line.product.product_id, line.product.product_data, line.quantity, line.custom_properties),
  );

/** A cart as an answer of the host leaves it: amounts that fit, perhaps with discount, code, shipping and credit. */
export const cart: fc.Arbitrary<Cart> = fc
  .record({
    lines: pricingLines,
    discounts: fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 6 }),
    shipping: fc.constantFrom(null, 0, 499, 899),
    credit: fc.integer({ min: 0, max: 10_000 }),
    code: fc.constantFrom(null, 'WILLKOMMEN10', 'FUENFER'),
    refusal: fc.option(fc.constantFrom(...couponRefusals)),
    id: fc.constantFrom(null, 'aB3-xYz_0123456789abcd'),
  })
  .map(({ lines, discounts, shipping, credit, code, refusal, id }) => {
    const products = lines.map(({ product, quantity: count, custom_properties }) =>
      createCartItem(product.product_id, product.product_data, count, custom_properties),
    );
    const isShipped = products.some((item) => item.product_data.is_shipped);
    return withTotals({
      ...emptyCart,
      products,
      shipping_cost: isShipped ? (shipping === null ? null : cents(shipping)) : noCents,
      discounts: {
        total: noCents,
        lines: products.slice(0, discounts.length).map((item, index) => ({
          product_id: item.product_id,
          amount: cents(discounts[index] ?? 0),
        })),
      },
      code,
      code_error: code === null ? null : refusal,
      credit: cents(credit),
      bundle_cart_unique_id: id,
    });
  });

export const storedCart: fc.Arbitrary<StoredCart> = fc.record({
  version: fc.constant(1 as const),
  merge_id: fc.uuid(),
  owner: fc.oneof(fc.constant('guest' as const), fc.record({ user_id: fc.uuid() })),
  cart,
});

export const bundleOffer: fc.Arbitrary<BundleOffer> = fc.record({
  id: fc.constantFrom('pair', 'trio'),
  product_ids: fc.array(productId, { minLength: 1, maxLength: 3 }),
  price: fc.integer({ min: 0, max: 30_000 }).map(cents),
});
