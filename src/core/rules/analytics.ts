import type { CartItem } from '#core/model/cart.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { Cents } from '#core/model/values.ts';
import { includedVat, standardVatRate } from './consumer-rights.ts';
import { lineTotal, notNegative, partOf, sumCents } from './money.ts';

/** The shop's accounts with analytics services; one without an id is off. */
export interface AnalyticsIds {
  /** Google Analytics 4, `G-…`. */
  readonly ga4: string | null;
  /** Google Tag Manager, `GTM-…`, which reads the data layer. */
  readonly tag_manager: string | null;
  /** Meta pixel, digits. */
  readonly meta_pixel: string | null;
}

/** A shop without analytics. */
export const noAnalytics: AnalyticsIds = { ga4: null, tag_manager: null, meta_pixel: null };

/** A product in an event; `price` in cents per unit, for tracking (what renews counts for a year). */
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
 * Everything analytics can be told. Amounts in cents, gross unless named otherwise. No event carries
 * a name, an e-mail or an address.
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
  | { readonly name: 'sign_up' | 'login' };

/** Months that tracking counts for what renews. */
const trackedMonths = 12;

/** What tracking needs of a product. Cents per unit. */
interface TrackedProduct {
  readonly kind: ProductKind;
  readonly price: Cents;
  /** Absent where an order line does not carry it: a subscription's price is a month's, a membership's a year's. */
  readonly monthly_price?: Cents | null;
}

/**
 * The unit price that tracking reports, in cents: twelve months of the monthly price for the yearly membership and
 * for monthly subscriptions, else the price itself.
 */
export function trackedPrice({ kind, price, monthly_price }: TrackedProduct): Cents {
  if (kind !== 'membership' && kind !== 'subscription') return price;
  const month = monthly_price ?? (kind === 'subscription' ? price : null);
  return month === null ? price : lineTotal(month, trackedMonths);
}

/** VAT of 19 % contained in a tracked amount: `round(gross × 19 / 119)`. */
export function trackedVat(gross: Cents): Cents {
  return includedVat(gross, standardVatRate);
}

/** A cart line, or a product page with quantity 1, as analytics sees it. */
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

/** The value of items together, in cents. */
export function trackedValue(items: readonly TrackedItem[]): Cents {
  return sumCents(items.map((item) => lineTotal(item.price, item.quantity)));
}

/** What purchase tracking needs of a completed order; `price` of a line is its total. */
interface PurchasedOrder {
  readonly code: string;
  readonly discount: Cents;
  readonly shipping_cost: Cents;
  readonly coupon_code: string | null;
  readonly products: readonly (TrackedProduct & {
    readonly id: string;
    readonly title: string;
    readonly category: string;
    readonly quantity: number;
  })[];
}

/**
 * The purchase event of a completed order. Its value is the tracked price of all lines less
 * the discount plus shipping, never below 0; credit is a way to pay and changes nothing.
 */
export function purchaseEvent(order: PurchasedOrder): PurchaseEvent {
  const items = order.products.map((product) => ({
    product_id: product.id,
    name: product.title,
    kind: product.kind,
    category: product.category,
    // A line total is the unit price times the quantity, so nothing is left over here.
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

/** Whether the identified profile takes part in tracking: it does while an access cookie exists. */
export function trackingState(accessCookie: string | null): 'opted_in' | 'opted_out' {
  return accessCookie === null || accessCookie === '' ? 'opted_out' : 'opted_in';
}
