import type { Cents } from '#core/model/values.ts';
import { currency } from '#core/rules/basics/money.ts';
import type { AnalyticsEvent, TrackedItem } from '#core/rules/tracking/analytics-events.ts';
import type { AnalyticsConsent } from '#ports/analytics.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An event in Google's e-commerce schema; amounts in euros. */
export interface GoogleEvent {
  readonly name: AnalyticsEvent['name'];
  /** Null for events without amounts. */
  readonly ecommerce: Fields | null;
  /** All parameters: those of `ecommerce`, or those of an event without amounts. */
  readonly fields: Fields;
}

/** A consent in the form of Google's consent mode v2. */
export function toConsentMode({ statistics, marketing }: AnalyticsConsent): Fields {
  return {
    analytics_storage: granted(statistics),
    ad_storage: granted(marketing),
    ad_user_data: granted(marketing),
    ad_personalization: granted(marketing),
  };
}

/** Maps an event of the shop to Google's event (docs/behaviour/tracking.md#analytics-events). */
export function toGoogleEvent(event: AnalyticsEvent): GoogleEvent {
  const ecommerce = ecommerceOf(event);
  return { name: event.name, ecommerce, fields: ecommerce ?? plainFields(event) };
}

function ecommerceOf(event: AnalyticsEvent): Fields | null {
  switch (event.name) {
    case 'view_item':
    case 'add_to_cart':
    case 'remove_from_cart':
      return { currency, value: euros(event.item.price, event.item.quantity), items: [toItem(event.item)] };
    case 'begin_checkout':
    case 'add_payment_info':
      return { currency, value: euros(event.value), items: event.items.map(toItem) };
    case 'purchase':
      return {
        transaction_id: event.order_code,
        currency,
        value: euros(event.value),
        tax: euros(event.included_vat),
        shipping: euros(event.shipping),
        ...(event.coupon_code === null ? {} : { coupon: event.coupon_code }),
        items: event.items.map(toItem),
      };
    case 'refund':
      return { transaction_id: event.order_code, currency, value: euros(event.value) };
    default:
      return null;
  }
}

function plainFields(event: AnalyticsEvent): Fields {
  if (event.name === 'page_view') return { page_route: event.route, page_path: event.address };
  return event.name === 'checkout_step' ? { checkout_step: event.step } : {};
}

function granted(isGranted: boolean): 'granted' | 'denied' {
  return isGranted ? 'granted' : 'denied';
}

function toItem(item: TrackedItem): Fields {
  return {
    item_id: item.product_id,
    item_name: item.name,
    item_category: item.category,
    price: euros(item.price),
    quantity: item.quantity,
  };
}

function euros(amount: Cents, quantity = 1): number {
  return (amount * quantity) / 100;
}
