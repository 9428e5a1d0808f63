import type { BrowserSettings, OpenAnalytics } from 'meisterhand/ports';
import type { AnalyticsEvent, TrackedItem } from 'meisterhand/rules';

type Command = readonly [name: string, ...values: unknown[]];

/** Matomo's command queue: an array until its script replaces it. */
interface MatomoWindow {
  _paq?: { push(command: Command): unknown };
}

/**
 * The browser half. The shop forwards only events that the consent category allows; this half loads the script with the
 * first consent and removes cookies when consent is withdrawn.
 */
const openMatomo: OpenAnalytics = (settings, { window, loadScript, removeCookies, origin }) => {
  let isLoaded = false;

  function push(...commands: readonly Command[]): void {
    const page = window as Window & MatomoWindow;
    page._paq ??= [];
    for (const command of commands) page._paq.push(command);
  }

  function load(): void {
    isLoaded = true;
    const { url, siteId } = readSettings(settings);
    push(
      ['requireCookieConsent'],
      ['setTrackerUrl', `${url}/matomo.php`],
      ['setSiteId', siteId],
      // Otherwise Matomo would send the URLs of the document and of the previous page.
      ['setCustomUrl', `${origin}/`],
      ['setReferrerUrl', ''],
    );
    loadScript(`${url}/matomo.js`);
  }

  return {
    setConsent({ statistics }) {
      if (statistics) {
        if (!isLoaded) load();
        push(['setCookieConsentGiven']);
      } else if (isLoaded) {
        push(['forgetCookieConsentGiven']);
        removeCookies('_pk_');
      }
    },
    track(event) {
      push(...commandsOf(event, origin));
    },
    identify(learnerId) {
      push(learnerId === null ? ['resetUserId'] : ['setUserId', learnerId]);
    },
  };
};

export default openMatomo;

function readSettings({ url, site_id: siteId }: BrowserSettings) {
  return { url: String(url), siteId: String(siteId) };
}

/** Converts cents to euros, Matomo's unit. */
const euros = (amount: number) => amount / 100;

/** Returns the commands that report an event. */
function commandsOf(event: AnalyticsEvent, origin: string): readonly Command[] {
  switch (event.name) {
    case 'page_view':
      return [
        ['setCustomUrl', `${origin}${event.address}`],
        ['setDocumentTitle', event.route],
        ['trackPageView'],
      ];
    case 'purchase':
      return [
        ['clearEcommerceCart'],
        ...event.items.map(toEcommerceItem),
        [
          'trackEcommerceOrder',
          event.order_code,
          euros(event.value),
          euros(event.value - event.shipping),
          euros(event.included_vat),
          euros(event.shipping),
          false,
        ],
      ];
    case 'refund':
      return [['trackEvent', 'ecommerce', event.name, event.order_code, euros(event.value)]];
    case 'view_item':
    case 'add_to_cart':
    case 'remove_from_cart': {
      const { product_id, price, quantity } = event.item;
      return [['trackEvent', 'ecommerce', event.name, product_id, euros(price * quantity)]];
    }
    case 'begin_checkout':
    case 'add_payment_info': {
      const products = event.items.map(({ product_id }) => product_id).join(',');
      return [['trackEvent', 'checkout', event.name, products, euros(event.value)]];
    }
    case 'checkout_step':
      return [['trackEvent', 'checkout', event.name, event.step]];
    case 'sign_up':
    case 'login':
      return [['trackEvent', 'account', event.name]];
  }
}

function toEcommerceItem({ product_id, name, category, price, quantity }: TrackedItem): Command {
  return ['addEcommerceItem', product_id, name, category, euros(price), quantity];
}
