import { describe, expect, test } from 'vitest';
import { createDataLayerAnalytics } from '#adapters/analytics/data-layer-analytics.ts';
import { cents } from '#core/rules/money.ts';
import { describeAnalyticsPort } from '#test/kits/analytics-kit.ts';
import { openMemoryAnalytics } from '#test/support/memory-analytics-harness.ts';

describeAnalyticsPort({ name: 'memory', create: openMemoryAnalytics });

const own = ['consent_update', 'identify'];

describeAnalyticsPort({
  name: 'data layer',
  async create() {
    const layer: Readonly<Record<string, unknown>>[] = [];
    return {
      analytics: createDataLayerAnalytics(layer),
      events: async () => layer.map((entry) => String(entry.event)).filter((event) => !own.includes(event)),
      traces: async () => JSON.stringify(layer),
    };
  },
});

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
    const analytics = createDataLayerAnalytics({ push: (entry) => layer.push(entry) });
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

  test('tells a purchase in euros with its VAT and shipping', () => {
    const layer: Readonly<Record<string, unknown>>[] = [];
    const analytics = createDataLayerAnalytics(layer);
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
    expect(layer.at(-1)).toMatchObject({
      ecommerce: { transaction_id: 'MH-7', value: 61.99, tax: 9.9, shipping: 4.99, coupon: 'WILLKOMMEN10' },
    });
  });

  test('a tag manager that throws harms nobody', () => {
    const analytics = createDataLayerAnalytics({
      push() {
        throw new Error('kaputt');
      },
    });
    analytics.setConsent({ statistics: true, marketing: true });
    expect(() => analytics.track({ name: 'login' })).not.toThrow();
  });
});
