import type { CartItem } from '#core/model/cart.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { lineTotal, notNegative, partOf, sumCents } from '#core/rules/basics/money.ts';
import { includedVat, standardVatRate } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { CheckoutStep } from '#core/rules/orders/checkout-steps.ts';

/** Storage key of events that wait until a page allows analytics services. */
export const waitingEventsKey = 'waiting_events';

/**
 * A product in an analytics event. `category` is the identifier of its category, which is the same in all languages;
 * `price` is the unit price in cents that `trackedPrice` returns.
 */
export interface TrackedItem {
  readonly product_id: string;
  readonly name: string;
  readonly kind: ProductKind;
  readonly category: string;
  readonly price: Cents;
  readonly quantity: number;
}

/** A completed order. `included_vat` is the VAT of 19 % contained in `value`. */
interface PurchaseEvent {
  readonly name: 'purchase';
  readonly order_code: string;
  readonly items: readonly TrackedItem[];
  readonly value: Cents;
  readonly included_vat: Cents;
  readonly shipping: Cents;
  readonly coupon_code: string | null;
}

/**
 * A page view. `route` is the pattern without the locale, for example `/kurse/:slug`; `address` is the path without
 * values that may be private (docs/behaviour/tracking.md#page-views).
 */
export interface PageView {
  readonly name: 'page_view';
  readonly route: string;
  readonly address: string;
}

/**
 * The events that are sent to analytics services. Amounts are gross, in cents, unless their name says
 * otherwise. No event contains a name, an e-mail address or a postal address.
 */
export type AnalyticsEvent =
  | { readonly name: 'view_item'; readonly item: TrackedItem }
  | { readonly name: 'add_to_cart' | 'remove_from_cart'; readonly item: TrackedItem }
  | {
      readonly name: 'begin_checkout' | 'add_payment_info';
      readonly items: readonly TrackedItem[];
      readonly value: Cents;
    }
  | PurchaseEvent
  | { readonly name: 'refund'; readonly order_code: string; readonly value: Cents }
  | { readonly name: 'checkout_step'; readonly step: CheckoutStep }
  | PageView
  | { readonly name: 'sign_up' | 'login' };

/** Number of months whose price is reported for a membership or subscription. */
const trackedMonths = 12;

/** The product data from which the tracked price is computed. Prices in cents per unit. */
interface TrackedProduct {
  readonly kind: ProductKind;
  readonly price: Cents;
  /**
   * Price of one month. Missing in earlier orders and in renewals, where `price` is per month for a subscription and
   * per year for a membership.
   */
  readonly monthly_price?: Cents | null | undefined;
}

/**
 * Returns the unit price that is reported to analytics, in cents: 12 times the monthly price for a membership
 * or subscription, otherwise the price itself.
 */
export function trackedPrice({ kind, price, monthly_price }: TrackedProduct): Cents {
  if (kind !== 'membership' && kind !== 'subscription') return price;
  const month = monthly_price ?? (kind === 'subscription' ? price : null);
  return month === null ? price : lineTotal(month, trackedMonths);
}

/** Returns the VAT of 19 % contained in a gross amount: `round(gross × 19 / 119)`. */
export function trackedVat(gross: Cents): Cents {
  return includedVat(gross, standardVatRate);
}

/** Returns the analytics item of a cart line, or of a product page (with quantity 1). */
export function toTrackedItem({
  product_id,
  product_data,
  quantity,
}: Pick<CartItem, 'product_id' | 'product_data' | 'quantity'>): TrackedItem {
  return {
    product_id,
    name: product_data.product_name,
    kind: product_data.kind,
    category: product_data.category.identifier,
    price: trackedPrice(product_data),
    quantity,
  };
}

/** Returns the total value of the items, in cents. */
export function trackedValue(items: readonly TrackedItem[]): Cents {
  return sumCents(items.map((item) => lineTotal(item.price, item.quantity)));
}

/** The order data from which the purchase event is computed. `price` of a product is its line total, in cents. */
interface PurchasedOrder {
  readonly code: string;
  readonly discount: Cents;
  readonly shipping_cost: Cents;
  readonly coupon_code: string | null;
  readonly products: readonly (TrackedProduct & {
    readonly id: string;
    readonly title: string;
    readonly category_identifier: string;
    readonly quantity: number;
  })[];
}

/**
 * Returns the purchase event of a completed order. `value` is the tracked price of all lines minus the discount plus
 * shipping, at least 0. Vouchers and account credit do not reduce it, because they are payment methods.
 */
export function purchaseEvent(order: PurchasedOrder): PurchaseEvent {
  const items = order.products.map((product) => ({
    product_id: product.id,
    name: product.title,
    kind: product.kind,
    category: product.category_identifier,
    // The line total is a multiple of the quantity, so this division leaves no remainder.
    price: trackedPrice({ ...product, price: partOf(product.price, 1, product.quantity) }),
    quantity: product.quantity,
  }));
  const value = notNegative(trackedValue(items) - order.discount + order.shipping_cost);
  return {
    name: 'purchase',
    order_code: order.code,
    items,
    value,
    included_vat: trackedVat(value),
    shipping: order.shipping_cost,
    coupon_code: order.coupon_code,
  };
}

/** Returns whether events may be linked with the learner: only while an access cookie exists. */
export function trackingState(accessCookie: string | null): 'opted_in' | 'opted_out' {
  return accessCookie === null || accessCookie === '' ? 'opted_out' : 'opted_in';
}
