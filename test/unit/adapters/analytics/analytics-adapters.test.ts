import { describe, expect, test } from 'vitest';
import { filterByConsent } from '#adapters/analytics/consent-filter.ts';
import {
  createTagManagerAnalytics,
  type TagManagerSurroundings,
} from '#adapters/analytics/google-tag-manager/browser/tag-manager-analytics.ts';
import { openServices } from '#adapters/analytics/services.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { AnalyticsPage, OpenAnalytics } from '#ports/modules.ts';
import { describeAnalyticsPort, describeConsentlessAnalytics } from '#test/kits/analytics-kit.ts';
import { createAnalyticsPage } from '#test/support/analytics-page.ts';
import { anyPurpose, openMemoryAnalytics } from '#test/support/memory-analytics-harness.ts';

describeAnalyticsPort({ name: 'memory', create: () => openMemoryAnalytics() });

describeConsentlessAnalytics({
  name: 'memory, which needs no consent',
  create: () => openMemoryAnalytics({ purpose: 'none', beforeConsent: 'drop' }),
});

describeAnalyticsPort({
  name: 'memory, which keeps events until there is consent to marketing',
  create: () => openMemoryAnalytics({ purpose: 'marketing', beforeConsent: 'keep' }),
});

type Layer = Readonly<Record<string, unknown>>[];

/** Opens the tag manager of a page with this data layer. */
function openLayer(layer: TagManagerSurroundings['layer']) {
  const page = { ...createAnalyticsPage().surroundings, layer };
  return filterByConsent(anyPurpose, createTagManagerAnalytics('GTM-TEST', page));
}

function openAllowed(consent: { readonly statistics: boolean; readonly marketing: boolean }) {
  const layer: Layer = [];
  const analytics = openLayer(layer);
  analytics.setConsent(consent);
  return { analytics, layer };
}

describe('the data layer', () => {
  const item = {
    product_id: 'raupen-lesen',
    name: 'Raupen lesen',
    kind: 'book',
    category: 'buch',
    price: cents(2850),
    quantity: 2,
  } as const;
  const purchase = {
    name: 'purchase',
    order_code: 'MH-7',
    items: [item],
    value: cents(6199),
    included_vat: cents(990),
    shipping: cents(499),
    coupon_code: 'WILLKOMMEN10',
  } as const;

  test('gets the consent first, in the format of Google’s consent mode', () => {
    const layer: unknown[] = [];
    const analytics = openLayer({ push: (entry) => layer.push(entry) });
    analytics.setConsent({ statistics: true, marketing: false });
    analytics.track({ name: 'add_to_cart', item });
    expect(layer).toEqual([
      {
        event: 'consent_update',
        analytics_storage: 'granted',
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
      },
      {
        event: 'add_to_cart',
        ecommerce: {
          currency: 'EUR',
          value: 57,
          items: [
            {
              item_id: 'raupen-lesen',
              item_name: 'Raupen lesen',
              item_category: 'buch',
              price: 28.5,
              quantity: 2,
            },
          ],
        },
      },
    ]);
  });

  test('gets the consent again when it changes and when it is withdrawn', () => {
    const layer: Layer = [];
    const analytics = openLayer(layer);
    analytics.setConsent({ statistics: false, marketing: false });
    expect(layer).toEqual([]);
    analytics.setConsent({ statistics: false, marketing: true });
    analytics.setConsent({ statistics: false, marketing: false });
    analytics.setConsent({ statistics: false, marketing: false });
    expect(
      layer.map(({ event, analytics_storage, ad_storage }) => [event, analytics_storage, ad_storage]),
    ).toEqual([
      ['consent_update', 'denied', 'granted'],
      ['consent_update', 'denied', 'denied'],
    ]);
  });

  test('gets the learner after a late consent, then the current page and product, and nothing earlier', () => {
    const layer: Layer = [];
    const analytics = openLayer(layer);
    const viewProduct = (slug: string) => {
      analytics.track({ name: 'page_view', route: '/buecher/:slug', address: `/de/buecher/${slug}` });
      analytics.track({ name: 'view_item', item: { ...item, product_id: slug } });
      analytics.track({ name: 'add_to_cart', item: { ...item, product_id: slug } });
    };
    const received = () => layer.map(({ event, page_path, user_id }) => [event, page_path ?? user_id]);
    analytics.identify('learner-1');
    viewProduct('fuenf-saucen');
    analytics.setConsent({ statistics: false, marketing: false });
    viewProduct('raupen-lesen');
    analytics.setConsent({ statistics: false, marketing: true });
    expect(received()).toEqual([
      ['consent_update', undefined],
      ['identify', 'learner-1'],
      ['page_view', '/de/buecher/raupen-lesen'],
      ['view_item', undefined],
    ]);
    expect(layer[3]?.ecommerce).toMatchObject({ items: [{ item_id: 'raupen-lesen' }] });
    analytics.setConsent({ statistics: true, marketing: true });
    expect(layer.length).toBe(5);
  });

  test('gets no learner after a logout', () => {
    const { analytics, layer } = openAllowed({ statistics: false, marketing: true });
    analytics.identify('learner-1');
    analytics.identify(null);
    expect(layer.slice(1)).toEqual([
      { event: 'identify', user_id: 'learner-1' },
      { event: 'identify', user_id: null },
    ]);
  });

  test.each(['begin_checkout', 'add_payment_info'] as const)(
    '%s has its value in euros and all items',
    (name) => {
      const { analytics, layer } = openAllowed({ statistics: true, marketing: false });
      analytics.track({ name, items: [item], value: cents(6199) });
      expect(layer.at(-1)).toEqual({
        event: name,
        ecommerce: {
          currency: 'EUR',
          value: 61.99,
          items: [expect.objectContaining({ item_id: 'raupen-lesen', price: 28.5, quantity: 2 })],
        },
      });
    },
  );

  test('gets a purchase in euros with its VAT and shipping, and its coupon if there is one', () => {
    const { analytics, layer } = openAllowed({ statistics: true, marketing: true });
    analytics.track(purchase);
    const items = [expect.objectContaining({ item_id: 'raupen-lesen', price: 28.5, quantity: 2 })];
    const amounts = { currency: 'EUR', value: 61.99, tax: 9.9, shipping: 4.99 };
    expect(layer.at(-1)).toEqual({
      event: 'purchase',
      ecommerce: { transaction_id: 'MH-7', ...amounts, coupon: 'WILLKOMMEN10', items },
    });
    analytics.track({ ...purchase, coupon_code: null });
    expect(layer.at(-1)?.ecommerce).not.toHaveProperty('coupon');
  });

  test('may throw without an error on the page', () => {
    const analytics = openLayer({
      push() {
        throw new Error('kaputt');
      },
    });
    analytics.setConsent({ statistics: true, marketing: true });
    expect(() => analytics.track({ name: 'login' })).not.toThrow();
  });

  test('gets page views, checkout steps and refunds', () => {
    const { analytics, layer } = openAllowed({ statistics: true, marketing: false });
    analytics.track({ name: 'page_view', route: '/buecher/:slug', address: '/de/buecher/raupen-lesen' });
    analytics.track({ name: 'checkout_step', step: 'review' });
    analytics.track({ name: 'refund', order_code: 'MH-7', value: cents(6199) });
    expect(layer.slice(1)).toEqual([
      { event: 'page_view', page_route: '/buecher/:slug', page_path: '/de/buecher/raupen-lesen' },
      { event: 'checkout_step', checkout_step: 'review' },
      { event: 'refund', ecommerce: { transaction_id: 'MH-7', currency: 'EUR', value: 61.99 } },
    ]);
  });
});

describe('the services of a page', () => {
  const everything = { statistics: true, marketing: true };
  const marketing = { purpose: 'marketing', beforeConsent: 'drop' } as const;
  const page: AnalyticsPage = {
    window: {} as Window,
    loadScript() {},
    removeCookies() {},
    now: () => 0,
    origin: 'https://shop.example',
  };

  /** Opens two services that record what they get. Their code is loaded when `finishLoading` is called. */
  function openTwo() {
    const calls: unknown[] = [];
    const requested: string[] = [];
    const pendingLoads: (() => void)[] = [];
    const loader = (name: string) => () => {
      requested.push(name);
      return new Promise<{ default: OpenAnalytics }>((resolve) => {
        pendingLoads.push(() =>
          resolve({
            default: (settings) => ({
              setConsent: (consent) => void calls.push([name, settings.site, consent]),
              track: (event) => void calls.push([name, 'address' in event ? event.address : event.name]),
              identify: (learnerId) => void calls.push([name, learnerId]),
            }),
          }),
        );
      });
    };
    const services = {
      counter: { consent: anyPurpose, settings: { site: 3 } },
      adverts: { consent: marketing, settings: { site: 4 } },
    };
    const loaders = { counter: loader('counter'), adverts: loader('adverts') };
    const analytics = openServices(services, page, loaders);
    const finishLoading = async () => {
      for (const load of pendingLoads) load();
      await Promise.resolve().then().then();
    };
    return { analytics, calls, requested, finishLoading };
  }

  const view = (slug: string) =>
    ({ name: 'page_view', route: '/kurse/:slug', address: `/de/kurse/${slug}` }) as const;

  test('load their code once, when their purpose is allowed', async () => {
    const { analytics, requested, finishLoading } = openTwo();
    analytics.track(view('first'));
    analytics.setConsent({ statistics: false, marketing: false });
    expect(requested).toEqual([]);
    analytics.setConsent({ statistics: true, marketing: false });
    expect(requested).toEqual(['counter']);
    await finishLoading();
    analytics.setConsent(everything);
    analytics.setConsent(everything);
    expect(requested).toEqual(['counter', 'adverts']);
  });

  test('get their settings, and in order the events that occurred while their code was loading', async () => {
    const { analytics, calls, finishLoading } = openTwo();
    analytics.track(view('first'));
    analytics.track(view('second'));
    const consent = { statistics: true, marketing: false };
    analytics.setConsent(consent);
    analytics.track({ name: 'login' });
    expect(calls).toEqual([]);
    await finishLoading();
    expect(calls).toEqual([
      ['counter', 3, consent],
      ['counter', '/de/kurse/second'],
      ['counter', 'login'],
    ]);
    analytics.setConsent(everything);
    await finishLoading();
    analytics.identify('learner-1');
    expect(calls.slice(3)).toEqual([
      ['counter', 3, everything],
      ['adverts', 4, everything],
      ['adverts', '/de/kurse/second'],
      ['counter', 'learner-1'],
      ['adverts', 'learner-1'],
    ]);
  });

  test('get nothing if the consent is withdrawn while their code is loading', async () => {
    const { analytics, calls, finishLoading } = openTwo();
    analytics.setConsent(everything);
    analytics.track({ name: 'login' });
    analytics.setConsent({ statistics: false, marketing: false });
    await finishLoading();
    expect(calls).toEqual([]);
    analytics.setConsent({ statistics: false, marketing: true });
    expect(calls.map((call) => (call as unknown[])[0])).toEqual(['counter', 'adverts']);
  });

  test('cause no error if their code cannot be loaded', async () => {
    const services = {
      gone: { consent: anyPurpose, settings: {} },
      lost: { consent: anyPurpose, settings: {} },
    };
    const analytics = openServices(services, page, { lost: () => Promise.reject(new Error('offline')) });
    analytics.setConsent(everything);
    analytics.track({ name: 'login' });
    await Promise.resolve().then().then();
    expect(() => analytics.track({ name: 'login' })).not.toThrow();
  });
});
