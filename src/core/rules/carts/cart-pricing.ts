import type { Cart, CartItem, CustomProperties } from '#core/model/cart.ts';
import type { CouponRefusal } from '#core/model/coupon.ts';
import type { BundleOffer, ProductData, ProductKind } from '#core/model/product.ts';
import type { CalendarDay, Cents } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { cents, lineTotal, noCents, notNegative, smallerOf, sumCents } from '#core/rules/basics/money.ts';
import type { Result } from '#core/rules/basics/result.ts';
import { cartSavings, offersOfCart } from '#core/rules/catalogue/bundles.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import {
  type Coupon,
  type CouponEffect,
  type CouponSituation,
  validateCoupon,
} from '#core/rules/coupons/discounts.ts';
import { shippingCost } from '#core/rules/orders/delivery.ts';
import { asDelivered } from './apply-cart-action.ts';
import { lineId } from './cart-lines.ts';
import { cartVat, promotableAmount, totalVat, type VatShare } from './vat.ts';

/** A product with its current price. */
export interface PricedProduct {
  readonly product_id: string;
  readonly product_data: ProductData;
}

/** One product with one set of properties; unique in a cart. */
export interface PricingLine {
  readonly product: PricedProduct;
  readonly quantity: number;
  readonly custom_properties: CustomProperties;
}

/**
 * The typed code, its coupon (null when the code is unknown), and the campaign that was sent with the code.
 */
export interface CouponFacts {
  readonly code: string;
  readonly campaign: string | null;
  readonly coupon: Coupon | null;
}

export interface PricingInput {
  readonly lines: readonly PricingLine[];
  /** Null when no code was entered. */
  readonly coupon: CouponFacts | null;
  /** Country of the shipping address (ISO 3166-1 alpha-2); null while it is not known. */
  readonly country: string | null;
  /** Available account credit and voucher balance, without promotional credit, in cents. */
  readonly credit_balance: Cents;
  /** Available promotional credit (credit that nobody paid for), in cents; 0 when omitted. */
  readonly promotional_balance?: Cents;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** First day on which the shop uses the EU one-stop shop (OSS) for VAT; null or omitted when it does not. */
  readonly oss_from?: CalendarDay | null;
  /** Valid bundle offers, at least those with a product in the cart; none when omitted. */
  readonly bundles?: readonly BundleOffer[];
}

/** A priced cart: a cart without id, errors and `has_voucher`, with its VAT per rate and line. */
export interface PricedCart
  extends Omit<Cart, 'has_voucher' | 'bundle_cart_unique_id' | 'error' | 'error_limit'> {
  readonly vat_shares: readonly VatShare[];
  /** The VAT contained in each line after discounts and promotional credit, in cents, in the order of the lines. */
  readonly line_vat: readonly Cents[];
}

/**
 * Prices a cart on the server; the preview in the browser is `withTotals`. Order of computation: line totals,
 * bundle offers, coupon, shipping, total, credit, VAT.
 *
 * If a code cannot be applied, the cart is priced without it and `code_error` contains the reason. Paid credit is a
 * payment method and changes neither total nor VAT. Promotional credit is used first, for the products that it may pay
 * for, and reduces the VAT like a discount; paid credit is used for everything except vouchers.
 */
export function priceCart(input: PricingInput): PricedCart {
  const products = input.lines.map(toCartItem);
  const { bundle_offers, savings, bundles } = bundlesOf(input, products);
  const coupon = priceCoupon(input, products, savings);
  const effect = coupon?.ok === true ? coupon.value : null;
  const discounts = products.map((_, index) => cents((savings[index] ?? 0) + (effect?.amounts[index] ?? 0)));
  const discount = sumCents(discounts);
  const subtotal = sumCents(products.map((item) => item.price));
  const shipping_cost = shippingOf(products, input.country, effect?.waives_shipping ?? false);
  const shipping = shipping_cost ?? noCents;
  const total = notNegative(subtotal - discount + shipping);
  const discounted = { products, discounts, shipping };
  const promotional_credit = smallerOf(input.promotional_balance ?? noCents, promotableAmount(discounted));
  const paidCredit = smallerOf(
    input.credit_balance,
    cents(total - voucherValue(products) - promotional_credit),
  );
  const credit = cents(promotional_credit + paidCredit);
  const vat = cartVat(discounted, promotional_credit, input.country, {
    on: calendarDay(input.now),
    oss_from: input.oss_from ?? null,
  });
  return {
    products,
    amount: products.reduce((sum, item) => sum + item.quantity, 0),
    subtotal,
    shipping_cost,
    discounts: {
      total: discount,
      bundles,
      lines: products
        .map(({ line_id, product_id }, index) => ({
          line_id,
          product_id,
          amount: discounts[index] ?? noCents,
          bundle_amount: savings[index] ?? noCents,
        }))
        .filter((line) => line.amount > 0),
    },
    bundle_offers: [...bundle_offers],
    total,
    code: input.coupon?.code ?? null,
    code_error: coupon?.ok === false ? coupon.error : null,
    credit,
    promotional_credit,
    amount_due: cents(total - credit),
    included_vat: totalVat(vat.shares),
    vat_shares: vat.shares,
    line_vat: vat.lines,
  };
}

/** A voucher or a user's credit, with its balance in cents. */
export interface CreditSource {
  readonly id: string;
  readonly balance: Cents;
}

/**
 * Returns the amount that a voucher or account credit of its kind can pay: the larger balance, so that entering a
 * voucher never increases the amount due (docs/behaviour/gifts.md#voucher-before-account-credit).
 */
export function availableBalance(sources: readonly CreditSource[]): Cents {
  return cents(Math.max(0, ...sources.map(({ balance }) => balance)));
}

/** Returns the first source whose balance covers an amount, so a voucher before the credit. Null if nothing is due. */
export function payingSource(sources: readonly CreditSource[], amount: number): CreditSource | null {
  return amount > 0 ? (sources.find(({ balance }) => balance >= amount) ?? null) : null;
}

/** Returns whether an order needs a payment method: an amount is due now, or a product renews later. */
export function needsPaymentMethod(amountDue: Cents, kinds: readonly ProductKind[]): boolean {
  return amountDue > 0 || kinds.some((kind) => legalProfiles[kind].renews);
}

function priceCoupon(
  input: PricingInput,
  products: readonly CartItem[],
  savings: readonly Cents[],
): Result<CouponEffect, CouponRefusal> | null {
  if (input.coupon === null) return null;
  return validateCoupon(input.coupon.coupon, situationOf(input, input.coupon, products, savings));
}

/** Returns the facts against which `priceCart` validates the coupon of a cart; null without a code. */
export function couponSituation(input: PricingInput): CouponSituation | null {
  if (input.coupon === null) return null;
  const products = input.lines.map(toCartItem);
  return situationOf(input, input.coupon, products, bundlesOf(input, products).savings);
}

function bundlesOf(input: PricingInput, products: readonly CartItem[]) {
  const bundle_offers = offersOfCart(
    input.bundles ?? [],
    products.map((item) => item.product_id),
  );
  const { lines: savings, bundles } = cartSavings(bundle_offers, products);
  return { bundle_offers, savings, bundles };
}

function situationOf(
  { now }: PricingInput,
  { campaign }: CouponFacts,
  products: readonly CartItem[],
  savings: readonly Cents[],
): CouponSituation {
  const lines = products.map((item, index) => ({
    product_id: item.product_id,
    kind: item.product_data.kind,
    unit_price: item.product_data.price,
    amount: cents(item.price - (savings[index] ?? 0)),
    is_fixed_price: item.product_data.is_fixed_price,
    is_shipped: item.product_data.is_shipped,
  }));
  return { now, campaign, lines };
}

/**
 * Returns 0 without goods or when a coupon waives shipping; null when goods are shipped and the country is
 * unknown.
 */
function shippingOf(products: readonly CartItem[], country: string | null, isWaived: boolean): Cents | null {
  if (isWaived || !products.some((item) => item.product_data.is_shipped)) return noCents;
  return country === null ? null : shippingCost(country);
}

/** Returns the price of all vouchers in the cart. They cannot be bought with credit, and discounts do not apply. */
function voucherValue(products: readonly CartItem[]): Cents {
  return sumCents(products.filter((item) => item.product_data.kind === 'voucher').map((item) => item.price));
}

function toCartItem({ product, quantity, custom_properties }: PricingLine): CartItem {
  return {
    line_id: lineId({ product_id: product.product_id, custom_properties }),
    product_id: product.product_id,
    price: lineTotal(product.product_data.price, quantity),
    quantity,
    custom_properties,
    product_data: asDelivered(product.product_data, custom_properties),
  };
}
