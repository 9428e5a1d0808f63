import fc from 'fast-check';
import type { Cart } from '#core/model/cart.ts';
import type { StoredCart } from '#core/model/stored-cart.ts';
import { withTotals } from '#core/rules/carts/apply-cart-action.ts';
import { priceCart } from '#core/rules/carts/cart-pricing.ts';
import { emptyCart } from '#core/rules/carts/empty-cart.ts';
import { pricingInput } from './arbitrary-coupon.ts';

/** Generates a cart as the server returns it: priced, with bundle offers, codes, shipping and credit as they come. */
export const cart: fc.Arbitrary<Cart> = fc
  .record({ input: pricingInput, id: fc.constantFrom(null, 'aB3-xYz_0123456789abcd') })
  .map(({ input, id }) => {
    const { vat_shares: _, line_vat: __, ...priced } = priceCart(input);
    return { ...emptyCart, ...priced, bundle_cart_unique_id: id };
  });

/** Generates a cart as the browser keeps it: with the German VAT of a preview. */
export const storedCart: fc.Arbitrary<StoredCart> = fc.record({
  version: fc.constant(1 as const),
  merge_id: fc.uuid(),
  read_at: fc.option(fc.nat(), { nil: undefined }),
  owner: fc.oneof(fc.constant('guest' as const), fc.record({ user_id: fc.uuid() })),
  cart: cart.map(withTotals),
});
