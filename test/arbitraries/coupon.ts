import fc from 'fast-check';
import { couponKinds } from '#core/model/coupon.ts';
import type { BundleOffer } from '#core/model/product.ts';
import type { CouponFacts, PricedProduct, PricingInput, PricingLine } from '#core/rules/cart-pricing.ts';
import type { Coupon, CouponLine } from '#core/rules/discounts.ts';
import { cents, sumCents } from '#core/rules/money.ts';
import { pricingLines } from './cart.ts';
import { pricedProduct, productId, productKind } from './product.ts';

/** The time at which generated coupons are validated, in milliseconds since 1970-01-01. */
export const pricedAt = Date.UTC(2026, 5, 15, 12);

/** A valid coupon without limits. A test changes one field of it to provoke one refusal. */
export const plainCoupon: Coupon = {
  id: 'coupon-1',
  code: 'WILLKOMMEN',
  kind: 'percent',
  value: 10,
  valid_from: null,
  valid_until: null,
  total_limit: null,
  used: 0,
  per_customer_limit: null,
  used_by_customer: 0,
  campaign_limit: null,
  used_in_campaign: 0,
  minimum_subtotal: null,
  product_ids: null,
  kinds: null,
  campaign: null,
  free_product_id: null,
};

const count = fc.nat(4);
const limit = fc.option(fc.nat(4));
const day = fc.option(fc.integer({ min: -3, max: 3 }).map((days) => pricedAt + days * 86_400_000));

/** Generates any coupon, valid or not. */
export const coupon: fc.Arbitrary<Coupon> = fc.record({
  id: fc.constant('coupon-2'),
  code: fc.constant('ANDERS'),
  kind: fc.constantFrom(...couponKinds),
  value: fc.oneof(fc.nat(100), fc.nat(20_000)),
  valid_from: day,
  valid_until: day,
  total_limit: limit,
  used: count,
  per_customer_limit: limit,
  used_by_customer: count,
  campaign_limit: limit,
  used_in_campaign: count,
  minimum_subtotal: fc.option(fc.integer({ min: 0, max: 20_000 }).map(cents)),
  product_ids: fc.option(fc.array(productId, { maxLength: 3 })),
  kinds: fc.option(fc.array(productKind, { maxLength: 3 })),
  campaign: fc.option(fc.constantFrom('herbst', 'winter')),
  free_product_id: fc.option(productId),
});

/**
 * Generates a coupon that is valid unless the cart does not fit. `free` generates the id of the free product.
 */
function openCouponFor(free: fc.Arbitrary<string>): fc.Arbitrary<Coupon> {
  return fc
    .record({ kind: fc.constantFrom(...couponKinds), value: fc.integer({ min: 1, max: 100 }), free })
    .map(({ kind, value, free }) => ({
      ...plainCoupon,
      kind,
      value,
      free_product_id: kind === 'free_product' ? free : null,
    }));
}

export const openCoupon = openCouponFor(productId);

/** Generates cart lines in the form that the coupon rules read. */
export const couponLines: fc.Arbitrary<readonly CouponLine[]> = pricingLines.map((lines) =>
  lines.map(({ product: { product_id, product_data }, quantity }) => ({
    product_id,
    kind: product_data.kind,
    unit_price: product_data.price,
    amount: cents(product_data.price * quantity),
    is_fixed_price: product_data.is_fixed_price,
    is_shipped: product_data.is_shipped,
  })),
);

/** Generates any bundle offer. Few carts contain all of its products. */
export const bundleOffer: fc.Arbitrary<BundleOffer> = fc
  .record({
    id: fc.constantFrom('pair', 'trio'),
    products: fc.array(pricedProduct, { minLength: 1, maxLength: 3 }),
    price: fc.integer({ min: 0, max: 30_000 }),
  })
  .map(({ id, products, price }) => toBundleOffer(id, products, price));

/** Returns an offer of these products at a price in cents. */
export function toBundleOffer(id: string, products: readonly PricedProduct[], price: number): BundleOffer {
  const regular_price = sumCents(products.map(({ product_data }) => product_data.price));
  return {
    id,
    title: `Together ${id}`,
    product_ids: products.map(({ product_id }) => product_id),
    price: cents(price),
    regular_price,
    lowest_30_days: regular_price,
    is_available: true,
    products,
  };
}

/**
 * Generates a bundle offer of two or three of the cart's products for 0 to 99 % of their regular price.
 * Vouchers and products with a fixed price are left out. If fewer than two products remain, generates any
 * offer.
 */
export function bundleOfferOf(lines: readonly PricingLine[]): fc.Arbitrary<BundleOffer> {
  const products = lines
    .map(({ product }) => product)
    .filter(({ product_data: { kind, is_fixed_price } }) => kind !== 'voucher' && !is_fixed_price);
  if (products.length < 2) return bundleOffer;
  return fc
    .record({
      id: fc.constantFrom('made-for-the-cart', 'also-made-for-it'),
      parts: fc.shuffledSubarray(products, { minLength: 2, maxLength: Math.min(3, products.length) }),
      percent: fc.integer({ min: 0, max: 99 }),
    })
    .map(({ id, parts, percent }) => {
      const regular = parts.reduce((sum, { product_data }) => sum + product_data.price, 0);
      return toBundleOffer(id, parts, Math.floor((regular * percent) / 100));
    });
}

function couponFactsFor(lines: readonly PricingLine[]): fc.Arbitrary<CouponFacts> {
  const ids = lines.map(({ product }) => product.product_id);
  const fitting = openCouponFor(ids.length === 0 ? productId : fc.constantFrom(...ids));
  return fc.record({
    code: fc.constantFrom('WILLKOMMEN', 'ANDERS'),
    campaign: fc.option(fc.constantFrom('herbst', 'winter')),
    coupon: fc.oneof(
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 3, arbitrary: coupon },
      { weight: 8, arbitrary: fitting },
    ),
  });
}

/** Generates the complete input of `priceCart`. Most bundle offers and coupons fit the generated lines. */
export const pricingInput: fc.Arbitrary<
  PricingInput & { readonly bundles: NonNullable<PricingInput['bundles']> }
> = pricingLines.chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    coupon: fc.option(couponFactsFor(lines), { freq: 6 }),
    country: fc.constantFrom(null, 'DE', 'AT', 'CH', 'FR'),
    credit_balance: fc.oneof(fc.constant(0), fc.nat(20_000), fc.nat(1_000_000)).map(cents),
    promotional_balance: fc.oneof(fc.constant(0), fc.nat(5_000), fc.nat(1_000_000)).map(cents),
    now: fc.constant(pricedAt),
    bundles: fc.uniqueArray(
      fc.oneof({ weight: 1, arbitrary: bundleOffer }, { weight: 4, arbitrary: bundleOfferOf(lines) }),
      { maxLength: 3, selector: (offer) => offer.id },
    ),
  }),
);
