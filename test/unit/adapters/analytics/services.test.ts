import { describe, expect, test } from 'vitest';
import { createAnalyticsGroup } from '#adapters/analytics/analytics-group.ts';
import { filterByConsent } from '#adapters/analytics/consent-filter.ts';
import { createGa4Analytics } from '#adapters/analytics/ga4/browser/ga4-analytics.ts';
import ga4 from '#adapters/analytics/ga4/module.ts';
import { createTagManagerAnalytics } from '#adapters/analytics/google-tag-manager/browser/tag-manager-analytics.ts';
import tagManager from '#adapters/analytics/google-tag-manager/module.ts';
import { createMetaPixelAnalytics } from '#adapters/analytics/meta-pixel/browser/meta-pixel-analytics.ts';
import metaPixel from '#adapters/analytics/meta-pixel/module.ts';
import { createAnalyticsPage as createPage, createScriptLoader } from '#adapters/analytics/page-parts.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { ReportedPurchase } from '#test/kits/analytics-harness.ts';
import { describeAnalyticsPort } from '#test/kits/analytics-kit.ts';
import { createAnalyticsPage } from '#test/support/analytics-page.ts';
import { openMemoryAnalytics } from '#test/support/memory-analytics-harness.ts';

function openGa4() {
  const page = createAnalyticsPage();
  const service = createGa4Analytics('G-TEST', page.surroundings);
  return { ...page, analytics: filterByConsent(ga4.consent, service) };
}

function openTagManager() {
  const page = createAnalyticsPage();
  const service = createTagManagerAnalytics('GTM-TEST', page.surroundings);
  return { ...page, analytics: filterByConsent(tagManager.consent, service) };
}

function openPixel() {
  const page = createAnalyticsPage();
  const service = createMetaPixelAnalytics('12345', page.surroundings);
  return { ...page, analytics: filterByConsent(metaPixel.consent, service) };
}

/** Returns the field `value` of an event's parameters; null without one. */
function amountIn(fields: unknown): number | null {
  return (fields as { readonly value?: number } | undefined)?.value ?? null;
}

/** Reads a purchase in Google's form. */
function googlePurchase(fields: unknown): ReportedPurchase {
  const { items, tax, shipping } = fields as {
    readonly items: readonly { readonly price: number; readonly quantity: number }[];
    readonly tax: number;
    readonly shipping: number;
  };
  const quantities = items.map(({ quantity }) => quantity);
  return { prices: items.map(({ price }) => price), quantities, vat: tax, shipping };
}

describeAnalyticsPort({
  name: 'Google Analytics 4',
  async create() {
    const { analytics, commands, observe } = openGa4();
    const sent = () => commands.filter(([kind]) => kind === 'event');
    return {
      analytics,
      category: { purpose: 'any', beforeConsent: 'drop' },
      ...observe('_ga', '_ga_TEST'),
      events: async () => sent().map(([, name]) => String(name)),
      amounts: async () => sent().map(([, , fields]) => amountIn(fields)),
      purchase: async () => googlePurchase(sent().at(-1)?.[2]),
      hosts: ['https://www.googletagmanager.com'],
      unit: 'euros',
    };
  },
});

describeAnalyticsPort({
  name: 'tag manager',
  async create() {
    const { analytics, entries, observe } = openTagManager();
    const sent = () => entries.filter(({ event }) => event !== 'consent_update' && event !== 'identify');
    return {
      analytics,
      category: { purpose: 'any', beforeConsent: 'drop' },
      ...observe('_ga', '_gcl_au'),
      events: async () => sent().map(({ event }) => String(event)),
      amounts: async () => sent().map(({ ecommerce }) => amountIn(ecommerce)),
      purchase: async () => googlePurchase(sent().at(-1)?.ecommerce),
      hosts: ['https://www.googletagmanager.com'],
      unit: 'euros',
    };
  },
});

/** Maps the event names of Meta to those of the shop, for the conformance kit. */
const shopNames: Readonly<Record<string, string>> = {
  PageView: 'page_view',
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
    const { analytics, commands, observe } = openPixel();
    const sent = () => commands.filter(([kind]) => String(kind).startsWith('track'));
    return {
      analytics,
      category: { purpose: 'marketing', beforeConsent: 'drop' },
      ...observe('_fbp', '_fbc'),
      events: async () => sent().map(([, name]) => shopNames[String(name)] ?? String(name)),
      amounts: async () => sent().map(([, , fields]) => amountIn(fields)),
      // The pixel takes ids and quantities of lines, and no VAT.
      purchase: async () => ({ prices: null, vat: null, shipping: null }),
      hosts: ['https://connect.facebook.net'],
      unit: 'euros',
    };
  },
});

describeAnalyticsPort({
  name: 'group',
  async create() {
    const first = await openMemoryAnalytics();
    const second = await openMemoryAnalytics();
    const broken = { setConsent: throwing, track: throwing, identify: throwing };
    return {
      ...second,
      analytics: createAnalyticsGroup([first.analytics, broken, second.analytics]),
      async events() {
        expect(await first.events()).toEqual(await second.events());
        return second.events();
      },
    };
  },
});

function throwing(): never {
  throw new Error('kaputt');
}

/** Returns a consent in the format of Google's consent mode. */
const mode = (statistics: boolean, marketing: boolean) => {
  const granted = (isGranted: boolean) => (isGranted ? 'granted' : 'denied');
  return {
    analytics_storage: granted(statistics),
    ad_storage: granted(marketing),
    ad_user_data: granted(marketing),
    ad_personalization: granted(marketing),
  };
};

describe('Google Analytics 4', () => {
  test('loads nothing without consent; then it gets "denied", the consent and its settings, in this order', () => {
    const { analytics, commands, scripts } = openGa4();
    analytics.setConsent({ statistics: false, marketing: false });
    expect([commands, scripts]).toEqual([[], []]);
    analytics.setConsent({ statistics: true, marketing: false });
    expect(commands).toEqual([
      ['consent', 'default', mode(false, false)],
      ['js', new Date(0)],
      ['consent', 'update', mode(true, false)],
      [
        'config',
        'G-TEST',
        { anonymize_ip: true, send_page_view: false, page_location: 'https://shop.example/' },
      ],
    ]);
    expect(scripts).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST']);
  });

  test('gets every change of the consent; its script is loaded once, its cookies are removed with the last consent', () => {
    const { analytics, commands, scripts, removed } = openGa4();
    analytics.setConsent({ statistics: true, marketing: true });
    analytics.setConsent({ statistics: true, marketing: false });
    expect([commands.at(-1), removed]).toEqual([['consent', 'update', mode(true, false)], []]);
    analytics.setConsent({ statistics: false, marketing: false });
    expect([commands.at(-1), removed]).toEqual([['consent', 'update', mode(false, false)], ['_ga']]);
    analytics.setConsent({ statistics: false, marketing: true });
    expect(commands.at(-1)).toEqual(['consent', 'update', mode(false, true)]);
    expect(scripts).toHaveLength(1);
  });

  test('sends events to its own measurement id only', () => {
    const { analytics, commands } = openGa4();
    analytics.setConsent({ statistics: true, marketing: false });
    analytics.track({ name: 'login' });
    expect(commands.at(-1)).toEqual(['event', 'login', { send_to: 'G-TEST' }]);
  });

  test('reports the clean address of the page with a page view and with all later events', () => {
    const { analytics, commands } = openGa4();
    analytics.setConsent({ statistics: true, marketing: false });
    analytics.track({
      name: 'page_view',
      route: '/kurse/:slug',
      address: '/de/kurse/klavier?utm_source=brief',
    });
    expect(commands.slice(-2)).toEqual([
      ['set', { page_location: 'https://shop.example/de/kurse/klavier?utm_source=brief' }],
      [
        'event',
        'page_view',
        { page_route: '/kurse/:slug', page_path: '/de/kurse/klavier?utm_source=brief', send_to: 'G-TEST' },
      ],
    ]);
  });

  test('forgets a learner who logs out', () => {
    const { analytics, commands } = openGa4();
    analytics.setConsent({ statistics: false, marketing: true });
    analytics.identify('learner-1');
    analytics.identify(null);
    expect(commands.slice(-2)).toEqual([
      ['set', { user_id: 'learner-1' }],
      ['set', { user_id: null }],
    ]);
  });

  test('encodes ids in the addresses of scripts', () => {
    const { scripts, surroundings } = createAnalyticsPage();
    const consent = { statistics: true, marketing: true };
    createGa4Analytics('G&x=1', surroundings).setConsent(consent);
    createTagManagerAnalytics('GTM&x=1', surroundings).setConsent(consent);
    expect(scripts).toEqual([
      'https://www.googletagmanager.com/gtag/js?id=G%26x%3D1',
      'https://www.googletagmanager.com/gtm.js?id=GTM%26x%3D1',
    ]);
  });
});

describe('the tag manager', () => {
  test.each([
    { statistics: true, marketing: false },
    { statistics: false, marketing: true },
  ])('is loaded with consent $statistics, $marketing, after the consent was written', (consent) => {
    const order: string[] = [];
    const analytics = createTagManagerAnalytics('GTM-TEST', {
      layer: { push: ({ event }) => order.push(String(event)) },
      loadScript: (address) => void order.push(address),
      removeCookies: () => undefined,
    });
    analytics.setConsent({ statistics: false, marketing: false });
    expect(order).toEqual([]);
    analytics.setConsent(consent);
    expect(order).toEqual(['consent_update', 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST']);
  });
});

test('the cookies of a service are removed on the site and on every parent domain, and no others', () => {
  const written: string[] = [];
  const document = {
    location: { hostname: 'shop.meisterhand.example' },
    get cookie() {
      return 'locale=de; _ga=1; _ga_X=2';
    },
    set cookie(text: string) {
      written.push(text);
    },
  };
  const window = { document, location: { origin: '' } } as unknown as Window;
  createPage(window, () => 0).removeCookies('_ga');
  const domains = ['', 'shop.meisterhand.example', 'meisterhand.example', 'example'];
  const expired = (name: string) =>
    domains.map((one) => `${name}=; Max-Age=0; Path=/${one === '' ? '' : `; Domain=${one}`}`);
  expect(written).toEqual([...expired('_ga'), ...expired('_ga_X')]);
});

test('the script loader adds each script once, without blocking the page', () => {
  const added: { src?: string; async?: boolean }[] = [];
  const load = createScriptLoader({
    createElement: () => ({}),
    head: { append: (script: object) => added.push(script) },
  } as unknown as Document);
  for (const name of ['1.js', '1.js', '2.js']) load(`https://a.example/${name}`);
  expect(added).toEqual([
    { async: true, src: 'https://a.example/1.js' },
    { async: true, src: 'https://a.example/2.js' },
  ]);
});

describe('Meta’s pixel', () => {
  const full = { statistics: false, marketing: true };

  function openAllowed() {
    const pixel = openPixel();
    pixel.analytics.setConsent(full);
    return pixel;
  }

  test('waits for consent to marketing; consent to statistics does not load it', () => {
    const { analytics, commands, scripts } = openPixel();
    analytics.setConsent({ statistics: true, marketing: false });
    analytics.track({ name: 'login' });
    expect([commands, scripts]).toEqual([[], []]);
    analytics.setConsent(full);
    expect(commands).toEqual([['init', '12345']]);
    expect(scripts).toEqual(['https://connect.facebook.net/en_US/fbevents.js']);
  });

  test('is revoked with its cookies when consent is withdrawn, and granted again without a second start', () => {
    const { analytics, commands, scripts, removed } = openAllowed();
    analytics.setConsent({ statistics: true, marketing: false });
    expect([commands.at(-1), removed]).toEqual([['consent', 'revoke'], ['_fb']]);
    analytics.setConsent(full);
    expect(commands.slice(1)).toEqual([
      ['consent', 'revoke'],
      ['consent', 'grant'],
    ]);
    expect([scripts.length, removed]).toEqual([1, ['_fb']]);
  });

  test('identifies a learner by its own id, and sends nothing after a logout until the next login', () => {
    const { analytics, commands } = openAllowed();
    analytics.identify(null);
    analytics.track({ name: 'sign_up' });
    analytics.identify('learner-1');
    analytics.identify(null);
    analytics.track({ name: 'login' });
    analytics.identify('learner-2');
    analytics.track({ name: 'sign_up' });
    expect(commands.slice(1)).toEqual([
      ['track', 'CompleteRegistration'],
      ['init', '12345', { external_id: 'learner-1' }],
      ['init', '12345', { external_id: 'learner-2' }],
      ['track', 'CompleteRegistration'],
    ]);
  });

  test('gets events that Meta has no name for as custom events', () => {
    const { analytics, commands } = openAllowed();
    analytics.track({ name: 'login' });
    analytics.track({ name: 'sign_up' });
    expect(commands.slice(1)).toEqual([
      ['trackCustom', 'login'],
      ['track', 'CompleteRegistration'],
    ]);
  });

  test.each([
    ['begin_checkout', 'InitiateCheckout'],
    ['add_payment_info', 'AddPaymentInfo'],
  ] as const)('gets the value of %s in euros', (name, metaName) => {
    const { analytics, commands } = openAllowed();
    analytics.track({ name, items: [], value: cents(6199) });
    const facts = { content_type: 'product', contents: [], currency: 'EUR', value: 61.99 };
    expect(commands.at(-1)).toEqual(['track', metaName, facts]);
  });

  test('gets the price times the quantity as the value of a viewed, added or removed item', () => {
    const { analytics, commands } = openAllowed();
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

  test('gets page views, steps and refunds', () => {
    const { analytics, commands } = openAllowed();
    analytics.track({ name: 'page_view', route: '/', address: '/de' });
    analytics.track({ name: 'checkout_step', step: 'payment' });
    analytics.track({ name: 'refund', order_code: 'MH-7', value: cents(6199) });
    expect(commands.slice(1)).toEqual([
      ['track', 'PageView', { page_route: '/', page_path: '/de' }],
      ['trackCustom', 'checkout_step', { step: 'payment' }],
      ['trackCustom', 'refund', { order_code: 'MH-7', currency: 'EUR', value: 61.99 }],
    ]);
  });

  test('gets the order code with a purchase, so that Meta counts it once', () => {
    const { analytics, commands } = openAllowed();
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
