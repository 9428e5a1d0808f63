import { describe, expect, test } from 'vitest';
import type { AnalyticsPage } from '#adapters/analytics/services.ts';
import { openServices } from '#adapters/analytics/services.ts';
import { cents } from '#core/rules/money.ts';
import { describeAnalyticsPort } from '#test/kits/analytics-kit.ts';
import { createAnalyticsPage } from '#test/support/analytics-page.ts';
import { anyPurpose, openMemoryAnalytics } from '#test/support/memory-analytics-harness.ts';

describeAnalyticsPort({ name: 'memory', create: () => openMemoryAnalytics() });

describeAnalyticsPort({
  name: 'memory, which keeps events until there is consent to marketing',
  create: () => openMemoryAnalytics({ purpose: 'marketing', beforeConsent: 'keep' }),
});

/** Opens the tag manager of a page with this data layer. */
function openLayer(layer: AnalyticsPage['layer']) {
  const page = { ...createAnalyticsPage().surroundings, layer };
  return openServices({ tag_manager: { container_id: 'GTM-TEST' } }, page);
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
    const layer: Readonly<Record<string, unknown>>[] = [];
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

  test('a learner who logs out is no longer identified', () => {
    const layer: Readonly<Record<string, unknown>>[] = [];
    const analytics = openLayer(layer);
    analytics.setConsent({ statistics: false, marketing: true });
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
      const layer: Readonly<Record<string, unknown>>[] = [];
      const analytics = openLayer(layer);
      analytics.setConsent({ statistics: true, marketing: false });
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
    const layer: Readonly<Record<string, unknown>>[] = [];
    const analytics = openLayer(layer);
    analytics.setConsent({ statistics: true, marketing: true });
    analytics.track({
      name: 'purchase',
      order_code: 'MH-7',
      items: [item],
      value: cents(6199),
      included_vat: cents(990),
      shipping: cents(499),
      coupon_code: 'WILLKOMMEN10',
    });
    const items = [expect.objectContaining({ item_id: 'raupen-lesen', price: 28.5, quantity: 2 })];
    const amounts = { currency: 'EUR', value: 61.99, tax: 9.9, shipping: 4.99 };
    expect(layer.at(-1)).toEqual({
      event: 'purchase',
      ecommerce: { transaction_id: 'MH-7', ...amounts, coupon: 'WILLKOMMEN10', items },
    });
  });

  test('a purchase without a coupon names none', () => {
    const layer: Readonly<Record<string, unknown>>[] = [];
    const analytics = openLayer(layer);
    analytics.setConsent({ statistics: true, marketing: true });
    analytics.track({
      name: 'purchase',
      order_code: 'MH-8',
      items: [],
      value: cents(100),
      included_vat: cents(16),
      shipping: cents(0),
      coupon_code: null,
    });
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
    const layer: Readonly<Record<string, unknown>>[] = [];
    const analytics = openLayer(layer);
    analytics.setConsent({ statistics: true, marketing: false });
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

  test('are those whose settings are all set', () => {
    const opened: unknown[] = [];
    const { surroundings } = createAnalyticsPage();
    const silent = { setConsent() {}, track() {}, identify() {} };
    const service = (name: string, settings: readonly string[]) => ({
      settings,
      consent: anyPurpose,
      open(given: Readonly<Record<string, string>>) {
        opened.push([name, given]);
        return silent;
      },
    });
    const services = {
      matomo: service('matomo', ['address', 'site']),
      half: service('half', ['address', 'site']),
      plain: service('plain', []),
      unset: service('unset', []),
    };
    const matomo = { address: 'https://stats.example', site: '3' };
    openServices({ matomo, half: { site: '4' }, plain: {} }, surroundings, services);
    expect(opened).toEqual([
      ['matomo', matomo],
      ['plain', {}],
    ]);
  });

  test('each hear of the page as soon as their own purpose is allowed, and once', () => {
    const { surroundings, commands } = createAnalyticsPage();
    const settings = { ga4: { measurement_id: 'G-1' }, meta_pixel: { pixel_id: '12345' } };
    const analytics = openServices(settings, surroundings);
    const view = (slug: string) =>
      analytics.track({ name: 'page_view', route: '/kurse/:slug', address: `/de/kurse/${slug}` });
    const views = () =>
      commands.filter(([, name]) => name === 'page_view' || name === 'PageView').map(([kind]) => kind);
    view('first');
    view('second');
    analytics.setConsent({ statistics: true, marketing: false });
    expect(views()).toEqual(['event']);
    expect(JSON.stringify(commands)).not.toContain('first');
    analytics.setConsent(everything);
    expect(views()).toEqual(['event', 'track']);
    analytics.setConsent(everything);
    expect(views()).toEqual(['event', 'track']);
  });
});
