import { currency } from '#core/rules/basics/money.ts';
import type { AnalyticsEvent, TrackedItem } from '#core/rules/tracking/analytics-events.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { AnalyticsPage } from '#ports/modules.ts';

/** What Meta's pixel needs from the page. */
interface PixelSurroundings extends Pick<AnalyticsPage, 'loadScript' | 'removeCookies'> {
  /** Hands one command to `fbq`, for example `('track', 'Purchase', {})`. */
  readonly fbq: (...command: readonly unknown[]) => void;
}

/** Meta's names of events; others are sent as custom events under the shop's names. */
const pixelNames: Partial<Record<AnalyticsEvent['name'], string>> = {
  page_view: 'PageView',
  view_item: 'ViewContent',
  add_to_cart: 'AddToCart',
  begin_checkout: 'InitiateCheckout',
  add_payment_info: 'AddPaymentInfo',
  purchase: 'Purchase',
  sign_up: 'CompleteRegistration',
};

/**
 * Meta's pixel: needs marketing consent and loads nothing before it. When consent is withdrawn, the pixel is revoked
 * and its cookies are removed.
 */
export function createMetaPixelAnalytics(pixelId: string, surroundings: PixelSurroundings): Analytics {
  const { fbq, loadScript, removeCookies } = surroundings;
  let isAllowed = false;
  let isLoaded = false;
  /** Meta has no call that ends a link, so afterwards nothing is sent until somebody is identified again. */
  let link: 'none' | 'learner' | 'ended' = 'none';

  function load() {
    isLoaded = true;
    fbq('init', pixelId);
    loadScript('https://connect.facebook.net/en_US/fbevents.js');
  }

  return {
    setConsent({ marketing }) {
      if (marketing === isAllowed) return;
      isAllowed = marketing;
      if (marketing && !isLoaded) return load();
      fbq('consent', marketing ? 'grant' : 'revoke');
      if (!marketing) removeCookies('_fb');
    },
    track(event) {
      if (link === 'ended') return;
      const name = pixelNames[event.name];
      fbq(name === undefined ? 'trackCustom' : 'track', name ?? event.name, ...facts(event));
    },
    identify(learnerId) {
      if (learnerId === null) {
        if (link === 'learner') link = 'ended';
        return;
      }
      link = 'learner';
      fbq('init', pixelId, { external_id: learnerId });
    },
  };
}

function facts(event: AnalyticsEvent): readonly Readonly<Record<string, unknown>>[] {
  switch (event.name) {
    case 'view_item':
    case 'add_to_cart':
    case 'remove_from_cart':
      return [{ ...contents([event.item]), value: (event.item.price * event.item.quantity) / 100 }];
    case 'begin_checkout':
    case 'add_payment_info':
      return [{ ...contents(event.items), value: event.value / 100 }];
    case 'purchase':
      // Meta counts purchases with the same `eventID` once.
      return [{ ...contents(event.items), value: event.value / 100 }, { eventID: event.order_code }];
    case 'refund':
      return [{ order_code: event.order_code, currency, value: event.value / 100 }];
    case 'checkout_step':
      return [{ step: event.step }];
    case 'page_view':
      return [{ page_route: event.route, page_path: event.address }];
    case 'sign_up':
    case 'login':
      return [];
  }
}

function contents(items: readonly TrackedItem[]) {
  return {
    content_type: 'product',
    contents: items.map(({ product_id, quantity }) => ({ id: product_id, quantity })),
    currency,
  };
}
