import fc from 'fast-check';
import { couponKinds } from '#core/model/coupon.ts';
import type { BundleOffer } from '#core/model/product.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { addDays } from '#core/rules/basics/calendar.ts';
import { cents, sumCents } from '#core/rules/basics/money.ts';
import type {
  CouponFacts,
  PricedProduct,
  PricingInput,
  PricingLine,
} from '#core/rules/carts/cart-pricing.ts';
import type { Coupon, CouponLine } from '#core/rules/coupons/discounts.ts';
import { pricingLines } from './arbitrary-cart.ts';
import { pricedProduct, productId, productKind } from './arbitrary-product.ts';

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
  is_first_purchase_only: false,
  has_bought: false,
  minimum_subtotal: null,
  product_ids: null,
  kinds: null,
  campaign: null,
  free_product_id: null,
};

/** Generates a day or null: mostly one on the side of `now` that is valid, sometimes `now` itself or its neighbours. */
function dayBeside(now: number, side: -1 | 1): fc.Arbitrary<number | null> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 300 }).map((days) => now + side * days * 86_400_000) },
    { weight: 1, arbitrary: fc.integer({ min: -1, max: 1 }).map((milliseconds) => now + milliseconds) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }).map((days) => now - side * days * 86_400_000) },
  );
}

/** Generates a limit and what was used of it: mostly something is left, sometimes nothing, or one too much. */
const limited: fc.Arbitrary<readonly [limit: number | null, used: number]> = fc
  .record({
    limit: fc.option(fc.nat(4)),
    left: fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 1, max: 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: -1, max: 0 }) },
    ),
  })
  .map(({ limit, left }) =>
    limit === null ? [null, left + 1] : [Math.max(0, limit + left), Math.max(0, limit)],
  );

/** Generates a value in one of four cases, otherwise null. */
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

/** Generates any coupon for a time, valid or not: each condition is met more often than not. */
function couponAt(now: number): fc.Arbitrary<Coupon> {
  return fc
    .record({
      kind: fc.constantFrom(...couponKinds),
      percent: fc.integer({ min: 0, max: 100 }),
      cents: fc.nat(20_000),
      valid_from: dayBeside(now, -1),
      valid_until: dayBeside(now, 1),
      total: limited,
      customer: limited,
      is_first_purchase_only: fc.boolean(),
      has_bought: sometimes(fc.constant(true)).map(Boolean),
      minimum_subtotal: fc.option(fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.nat(200_000)).map(cents)),
      product_ids: sometimes(fc.uniqueArray(productId, { minLength: 1, maxLength: 5 })),
      kinds: sometimes(fc.uniqueArray(productKind, { minLength: 1, maxLength: 6 })),
      campaign: sometimes(fc.constantFrom('herbst', 'winter')),
      free_product_id: fc.option(productId, { freq: 4 }),
    })
    .map(({ percent, cents: amount, total, customer, ...rest }) => ({
      ...rest,
      id: 'coupon-2',
      code: 'ANDERS',
      value: rest.kind === 'percent' ? percent : amount,
      total_limit: total[0],
      used: total[1],
      per_customer_limit: customer[0],
      used_by_customer: customer[1],
    }));
}

/** Generates any coupon, valid at `pricedAt` or not. */
export const coupon: fc.Arbitrary<Coupon> = couponAt(pricedAt);

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
export function toBundleOffer(
  id: string,
  products: readonly (PricedProduct & Partial<Pick<BundleOffer['products'][number], 'safety'>>)[],
  price: number,
): BundleOffer {
  const regular_price = sumCents(products.map(({ product_data }) => product_data.price));
  return {
    id,
    title: `Together ${id}`,
    product_ids: products.map(({ product_id }) => product_id),
    price: cents(price),
    regular_price,
    reference: regular_price,
    is_available: true,
    products: products.map((product) => ({ safety: null, ...product })),
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

function couponFactsFor(lines: readonly PricingLine[], now: number): fc.Arbitrary<CouponFacts> {
  const ids = lines.map(({ product }) => product.product_id);
  const fitting = openCouponFor(ids.length === 0 ? productId : fc.constantFrom(...ids));
  return fc.record({
    code: fc.constantFrom('WILLKOMMEN', 'ANDERS'),
    campaign: fc.option(fc.constantFrom('herbst', 'winter')),
    coupon: fc.oneof(
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 3, arbitrary: couponAt(now) },
      { weight: 8, arbitrary: fitting },
    ),
  });
}

/** Days on which rates of VAT change in countries of `countries`, and days beside and between them. */
const days = [
  '2020-06-30',
  '2020-07-01',
  '2020-12-31',
  '2021-01-01',
  '2025-12-31',
  '2026-01-01',
  '2026-06-15',
];
const countries = ['DE', 'AT', 'FR', 'FI', 'LT', 'CH'];

const noon = (day: CalendarDay) => Date.parse(`${day}T12:00:00Z`);

/**
 * Generates the complete input of `priceCart`. Most bundle offers and coupons fit the generated lines; the day is one
 * of those on which rates of VAT change, and the one-stop shop begins before, on or after it, or never.
 */
export const pricingInput: fc.Arbitrary<
  PricingInput & { readonly bundles: NonNullable<PricingInput['bundles']> }
> = fc.tuple(pricingLines, fc.constantFrom(...days)).chain(([lines, day]) =>
  fc.record({
    lines: fc.constant(lines),
    coupon: fc.option(couponFactsFor(lines, noon(day)), { freq: 6 }),
    country: fc.constantFrom(null, ...countries),
    credit_balance: fc.oneof(fc.constant(0), fc.nat(20_000), fc.nat(1_000_000)).map(cents),
    promotional_balance: fc.oneof(fc.constant(0), fc.nat(5_000), fc.nat(1_000_000)).map(cents),
    now: fc.constant(noon(day)),
    oss_from: fc.option(
      fc.oneof(
        fc.constant(day),
        fc.constantFrom(-1, 1).map((days) => addDays(day, days)),
      ),
      { freq: 3 },
    ),
    bundles: fc.uniqueArray(
      fc.oneof({ weight: 1, arbitrary: bundleOffer }, { weight: 4, arbitrary: bundleOfferOf(lines) }),
      { maxLength: 3, selector: (offer) => offer.id },
    ),
  }),
);
