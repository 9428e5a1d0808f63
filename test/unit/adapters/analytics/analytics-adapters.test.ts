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

  test('says the consent first, in the words of Google’s consent mode', () => {
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

  test('the consent is written again when it changes and when it is withdrawn', () => {
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

  test('a visitor who consents late is known before the page and the product that it shows', () => {
    const layer: Layer = [];
    const analytics = openLayer(layer);
    const look = (slug: string) => {
      analytics.track({ name: 'page_view', route: '/buecher/:slug', address: `/de/buecher/${slug}` });
      analytics.track({ name: 'view_item', item: { ...item, product_id: slug } });
      analytics.track({ name: 'add_to_cart', item: { ...item, product_id: slug } });
    };
    const heard = () => layer.map(({ event, page_path, user_id }) => [event, page_path ?? user_id]);
    analytics.identify('learner-1');
    look('fuenf-saucen');
    analytics.setConsent({ statistics: false, marketing: false });
    look('raupen-lesen');
    analytics.setConsent({ statistics: false, marketing: true });
    expect(heard()).toEqual([
      ['consent_update', undefined],
      ['identify', 'learner-1'],
      ['page_view', '/de/buecher/raupen-lesen'],
      ['view_item', undefined],
    ]);
    expect(layer[3]?.ecommerce).toMatchObject({ items: [{ item_id: 'raupen-lesen' }] });
    analytics.setConsent({ statistics: true, marketing: true });
    expect(layer.length).toBe(5);
  });

  test('a learner who logs out is no longer identified', () => {
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

  test('tells a purchase in euros with its VAT and shipping', () => {
    const { analytics, layer } = openAllowed({ statistics: true, marketing: true });
    analytics.track(purchase);
    const items = [expect.objectContaining({ item_id: 'raupen-lesen', price: 28.5, quantity: 2 })];
    const amounts = { currency: 'EUR', value: 61.99, tax: 9.9, shipping: 4.99 };
    expect(layer.at(-1)).toEqual({
      event: 'purchase',
      ecommerce: { transaction_id: 'MH-7', ...amounts, coupon: 'WILLKOMMEN10', items },
    });
  });

  test('a purchase without a coupon names none', () => {
    const { analytics, layer } = openAllowed({ statistics: true, marketing: true });
    analytics.track({ ...purchase, coupon_code: null });
    expect(layer.at(-1)?.ecommerce).not.toHaveProperty('coupon');
  });

  test('a tag manager that throws harms nobody', () => {
    const analytics = openLayer({
      push() {
        throw new Error('kaputt');
      },
    });
    analytics.setConsent({ statistics: true, marketing: true });
    expect(() => analytics.track({ name: 'login' })).not.toThrow();
  });

  test('tells page views, steps of the checkout and refunds', () => {
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

  /** Two services that record what they get; their code arrives when `arrive` is called. */
  function openTwo() {
    const calls: unknown[] = [];
    const asked: string[] = [];
    const arrivals: (() => void)[] = [];
    const loader = (name: string) => () => {
      asked.push(name);
      return new Promise<{ default: OpenAnalytics }>((resolve) => {
        arrivals.push(() =>
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
    const arrive = async () => {
      for (const give of arrivals) give();
      await Promise.resolve().then().then();
    };
    return { analytics, calls, asked, arrive };
  }

  const view = (slug: string) =>
    ({ name: 'page_view', route: '/kurse/:slug', address: `/de/kurse/${slug}` }) as const;

  test('load no code before their own purpose is allowed, and then each its own, once', async () => {
    const { analytics, asked, arrive } = openTwo();
    analytics.track(view('first'));
    analytics.setConsent({ statistics: false, marketing: false });
    expect(asked).toEqual([]);
    analytics.setConsent({ statistics: true, marketing: false });
    expect(asked).toEqual(['counter']);
    await arrive();
    analytics.setConsent(everything);
    analytics.setConsent(everything);
    expect(asked).toEqual(['counter', 'adverts']);
  });

  test('get what happened while their code was loaded, in order, with their settings', async () => {
    const { analytics, calls, arrive } = openTwo();
    analytics.track(view('first'));
    analytics.track(view('second'));
    const consent = { statistics: true, marketing: false };
    analytics.setConsent(consent);
    analytics.track({ name: 'login' });
    expect(calls).toEqual([]);
    await arrive();
    expect(calls).toEqual([
      ['counter', 3, consent],
      ['counter', '/de/kurse/second'],
      ['counter', 'login'],
    ]);
    analytics.setConsent(everything);
    await arrive();
    analytics.identify('learner-1');
    expect(calls.slice(3)).toEqual([
      ['counter', 3, everything],
      ['adverts', 4, everything],
      ['adverts', '/de/kurse/second'],
      ['counter', 'learner-1'],
      ['adverts', 'learner-1'],
    ]);
  });

  test('get nothing when the consent is withdrawn before their code has arrived', async () => {
    const { analytics, calls, arrive } = openTwo();
    analytics.setConsent(everything);
    analytics.track({ name: 'login' });
    analytics.setConsent({ statistics: false, marketing: false });
    await arrive();
    expect(calls).toEqual([]);
    analytics.setConsent({ statistics: false, marketing: true });
    expect(calls.map((call) => (call as unknown[])[0])).toEqual(['counter', 'adverts']);
  });

  test('that cannot be loaded disturb nobody', async () => {
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
