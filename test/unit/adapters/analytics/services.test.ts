import { describe, expect, test } from 'vitest';
import { createAnalyticsGroup } from '#adapters/analytics/analytics-group.ts';
import { createGa4Analytics } from '#adapters/analytics/ga4-analytics.ts';
import { createMetaPixelAnalytics } from '#adapters/analytics/meta-pixel-analytics.ts';
import { createTagManagerAnalytics } from '#adapters/analytics/tag-manager-analytics.ts';
import { cents } from '#core/rules/money.ts';
import { describeAnalyticsPort } from '#test/kits/analytics-kit.ts';
import { createMemoryAnalytics } from '#test/support/memory-analytics.ts';

type Command = readonly unknown[];

/** Creates a fake page that records commands, loaded scripts and removed cookies. */
function createPage() {
  const commands: Command[] = [];
  const scripts: string[] = [];
  const removed: string[] = [];
  return {
    commands,
    scripts,
    removed,
    command: (...words: Command) => void commands.push(words),
    loadScript: (address: string) => void scripts.push(address),
    removeCookies: (prefix: string) => void removed.push(prefix),
  };
}

function openGa4() {
  const page = createPage();
  const { command: gtag, loadScript, removeCookies } = page;
  return {
    ...page,
    analytics: createGa4Analytics('G-TEST', { gtag, loadScript, removeCookies, now: () => 0 }),
  };
}

function openPixel() {
  const page = createPage();
  const { command: fbq, loadScript, removeCookies } = page;
  return { ...page, analytics: createMetaPixelAnalytics('12345', { fbq, loadScript, removeCookies }) };
}

describeAnalyticsPort({
  name: 'Google Analytics 4',
  async create() {
    const { analytics, commands, scripts } = openGa4();
    return {
      analytics,
      events: async () => commands.filter(([kind]) => kind === 'event').map(([, name]) => String(name)),
      traces: async () => JSON.stringify([commands, scripts]),
    };
  },
});

describeAnalyticsPort({
  name: 'tag manager',
  async create() {
    const layer: Readonly<Record<string, unknown>>[] = [];
    const { scripts, loadScript } = createPage();
    return {
      analytics: createTagManagerAnalytics('GTM-TEST', layer, loadScript),
      events: async () =>
        layer
          .map((entry) => String(entry.event))
          .filter((event) => event !== 'consent_update' && event !== 'identify'),
      traces: async () => JSON.stringify([layer, scripts]),
    };
  },
});

/** Maps the event names of Meta to those of the shop, for the conformance kit. */
const shopNames: Readonly<Record<string, string>> = {
  ViewContent: 'view_item',
  AddToCart: 'add_to_cart',
  InitiateCheckout: 'begin_checkout',
  AddPaymentInfo: 'add_payment_info',
  Purchase: 'purchase',
  CompleteRegistration: 'sign_up',
};

describeAnalyticsPort({
  name: 'Meta pixel',
  async create() {
    const { analytics, commands, scripts } = openPixel();
    return {
      analytics,
      events: async () =>
        commands
          .filter(([kind, name]) => String(kind).startsWith('track') && name !== 'PageView')
          .map(([, name]) => shopNames[String(name)] ?? String(name)),
      traces: async () => JSON.stringify([commands, scripts]),
    };
  },
});

describeAnalyticsPort({
  name: 'group',
  async create() {
    const first = createMemoryAnalytics();
    const second = createMemoryAnalytics();
    const broken = {
      setConsent: throwing,
      track: throwing,
      identify: throwing,
    };
    return {
      analytics: createAnalyticsGroup([first, broken, second]),
      async events() {
        expect(first.events).toEqual(second.events);
        return second.events.map((event) => event.name);
      },
      traces: async () => JSON.stringify([second.events, second.identified]),
    };
  },
});

function throwing(): never {
  throw new Error('kaputt');
}

describe('scripts of services', () => {
  test('come with consent, once, and Google is told "denied" before anything else', () => {
    const { analytics, commands, scripts } = openGa4();
    analytics.setConsent({ statistics: false, marketing: false });
    expect([commands, scripts]).toEqual([[], []]);
    analytics.setConsent({ statistics: true, marketing: false });
    analytics.setConsent({ statistics: true, marketing: true });
    expect(scripts).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST']);
    expect(commands[0]).toEqual([
      'consent',
      'default',
      {
        analytics_storage: 'denied',
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
      },
    ]);
    expect(commands.at(-1)).toEqual([
      'consent',
      'update',
      expect.objectContaining({ ad_storage: 'granted' }),
    ]);
  });

  test('Meta’s waits for marketing; statistics alone are none of its business', () => {
    const { analytics, commands, scripts } = openPixel();
    analytics.setConsent({ statistics: true, marketing: false });
    analytics.track({ name: 'login' });
    expect([commands, scripts]).toEqual([[], []]);
  });

  test('withdrawn consent is told, and the cookies of the service go', () => {
    const google = openGa4();
    const meta = openPixel();
    for (const { analytics } of [google, meta]) {
      analytics.setConsent({ statistics: true, marketing: true });
      analytics.setConsent({ statistics: false, marketing: false });
    }
    expect(google.removed).toEqual(['_ga']);
    expect(google.commands.at(-1)).toEqual([
      'consent',
      'update',
      expect.objectContaining({ analytics_storage: 'denied', ad_storage: 'denied' }),
    ]);
    expect(meta.removed).toEqual(['_fb']);
    expect(meta.commands.at(-1)).toEqual(['consent', 'revoke']);
  });

  test('what is looked at, put in and taken out is worth its price times its pieces', () => {
    const { analytics, commands } = openPixel();
    analytics.setConsent({ statistics: false, marketing: true });
    const about = { product_id: 'buch', name: 'Buch', kind: 'book', category: 'Bücher' } as const;
    const item = { ...about, price: cents(2490), quantity: 3 };
    for (const name of ['view_item', 'add_to_cart', 'remove_from_cart'] as const) {
      analytics.track({ name, item });
      expect(commands.at(-1)?.at(-1)).toEqual({
        content_type: 'product',
        contents: [{ id: 'buch', quantity: 3 }],
        currency: 'EUR',
        value: 74.7,
      });
    }
  });

  test('a purchase carries its order’s code, so that Meta counts it once', () => {
    const { analytics, commands } = openPixel();
    analytics.setConsent({ statistics: false, marketing: true });
    analytics.track({
      name: 'purchase',
      order_code: 'MH-7',
      items: [],
      value: cents(6199),
      included_vat: cents(990),
      shipping: cents(499),
      coupon_code: null,
    });
    expect(commands.at(-1)).toEqual([
      'track',
      'Purchase',
      { content_type: 'product', contents: [], currency: 'EUR', value: 61.99 },
      { eventID: 'MH-7' },
    ]);
  });
});
