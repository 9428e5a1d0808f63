import type { AnalyticsEvent, TrackedItem } from '#core/rules/analytics-event.ts';
import type { Cents } from '#core/rules/money.ts';
import { currency } from '#core/rules/money.ts';
import type { Analytics } from '#ports/analytics.ts';

/** What a tag manager reads: an array that it watches for pushes. */
export interface DataLayer {
  push(entry: Readonly<Record<string, unknown>>): unknown;
}

/**
 * Writes events into the page's data layer, amounts in euros as tag managers expect them. The first entry is always the
 * consent in the words of Google's consent mode v2, so that what reads the layer can tell statistics from marketing.
 */
export function createDataLayerAnalytics(layer: DataLayer): Analytics {
  let is_allowed = false;
  let is_marketing_allowed = false;

  function push(entry: Readonly<Record<string, unknown>>) {
    try {
      layer.push(entry);
    } catch {
      // A tag manager patches `push`; what it makes of an entry is its own affair.
    }
  }

  return {
    setConsent({ statistics, marketing }) {
      const was_allowed = is_allowed;
      is_allowed = statistics || marketing;
      is_marketing_allowed = marketing;
      if (!is_allowed && !was_allowed) return;
      push({
        event: 'consent_update',
        analytics_storage: granted(statistics),
        ad_storage: granted(marketing),
        ad_user_data: granted(marketing),
        ad_personalization: granted(marketing),
      });
    },
    track(event) {
      if (is_allowed) push(toEntry(event));
    },
    identify(learner_id) {
      if (is_marketing_allowed) push({ event: 'identify', user_id: learner_id });
    },
  };
}

function granted(is_granted: boolean): 'granted' | 'denied' {
  return is_granted ? 'granted' : 'denied';
}

function toEntry(event: AnalyticsEvent): Readonly<Record<string, unknown>> {
  switch (event.name) {
    case 'view_item':
    case 'add_to_cart':
    case 'remove_from_cart':
      return {
        event: event.name,
        ecommerce: {
          currency,
          value: euros(event.item.price, event.item.quantity),
          items: [toItem(event.item)],
        },
      };
    case 'begin_checkout':
    case 'add_payment_info':
      return {
        event: event.name,
        ecommerce: { currency, value: euros(event.value), items: event.items.map(toItem) },
      };
    case 'purchase':
      return {
        event: event.name,
        ecommerce: {
          transaction_id: event.order_code,
          currency,
          value: euros(event.value),
          tax: euros(event.included_vat),
          shipping: euros(event.shipping),
          ...(event.coupon_code === null ? {} : { coupon: event.coupon_code }),
          items: event.items.map(toItem),
        },
      };
    case 'sign_up':
    case 'login':
      return { event: event.name };
  }
}

function toItem(item: TrackedItem): Readonly<Record<string, unknown>> {
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
