import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { Order } from '#core/model/order.ts';
import { cents } from '#core/rules/basics/money.ts';
import {
  purchaseEvent,
  toTrackedItem,
  trackedPrice,
  trackedValue,
  trackedVat,
  trackingState,
} from '#core/rules/tracking/analytics-events.ts';
import { allowsTags, mayRunServices } from '#core/rules/tracking/analytics-pages.ts';
import { cartItem } from '#test/arbitraries/arbitrary-cart.ts';
import { productKind, unitPrice } from '#test/arbitraries/arbitrary-product.ts';
import { runs } from '#test/run-length.ts';

describe('the tracked price', () => {
  test.prop([productKind, unitPrice, unitPrice], { numRuns: runs(200) })(
    'is twelve months for what renews, else the price',
    (kind, price, month) => {
      const renews = kind === 'membership' || kind === 'subscription';
      expect(trackedPrice({ kind, price, monthly_price: month })).toBe(renews ? 12 * month : price);
    },
  );

  test.each([
    ['membership', 18_000, 18_000],
    ['subscription', 1500, 18_000],
    ['course', 9900, 9900],
  ] as const)('of an order line without monthly price: %s at %i is %i', (kind, price, expected) => {
    expect(trackedPrice({ kind, price: cents(price) })).toBe(expected);
  });

  test.prop([cartItem], { numRuns: runs(100) })('is in the tracked item with the quantity', (item) => {
    const tracked = toTrackedItem(item);
    expect(tracked).toEqual({
      product_id: item.product_id,
      name: item.product_data.product_name,
      kind: item.product_data.kind,
      category: item.product_data.category.identifier,
      price: trackedPrice(item.product_data),
      quantity: item.quantity,
    });
    expect(trackedValue([tracked, tracked])).toBe(2 * tracked.price * item.quantity);
  });
});

test.prop([fc.nat(100_000_000)], { numRuns: runs(200) })(
  'the tracked VAT is 19 % of the net sum',
  (gross) => {
    expect(trackedVat(cents(gross))).toBe(Math.round((gross * 19) / 119));
  },
);

const line = {
  slug: 's',
  subtitle: 'u',
  lesson_count: null,
  length_seconds: null,
  picture: 'p',
  discount: cents(0),
  vat_rate: 19,
  is_shipped: false,
  custom_properties: {},
  code: null,
  codes: [],
};
const order: Pick<Order, 'code' | 'discount' | 'shipping_cost' | 'coupon_code' | 'products'> = {
  code: 'MH-1',
  discount: cents(1000),
  shipping_cost: cents(499),
  coupon_code: 'WILLKOMMEN10',
  products: [
    {
      ...line,
      id: 'book',
      kind: 'book',
      title: 'Zeichnen',
      category: 'Bücher',
      category_identifier: 'books',
      quantity: 3,
      price: cents(6000),
    },
    {
      ...line,
      id: 'abo',
      kind: 'subscription',
      title: 'Abo',
      category: 'Abos',
      category_identifier: 'subscriptions',
      quantity: 1,
      price: cents(1500),
    },
  ],
};

describe('a purchase', () => {
  test('is reported with order, value, VAT and items', () => {
    expect(purchaseEvent(order)).toEqual({
      name: 'purchase',
      order_code: 'MH-1',
      items: [
        { product_id: 'book', name: 'Zeichnen', kind: 'book', category: 'books', price: 2000, quantity: 3 },
        {
          product_id: 'abo',
          name: 'Abo',
          kind: 'subscription',
          category: 'subscriptions',
          price: 18_000,
          quantity: 1,
        },
      ],
      value: 6000 + 18_000 - 1000 + 499,
      included_vat: 3752,
      shipping: 499,
      coupon_code: 'WILLKOMMEN10',
    });
  });

  test.prop([fc.nat(100_000), fc.nat(1000), fc.integer({ min: 1, max: 50 }), unitPrice], {
    numRuns: runs(200),
  })('has a value that is never negative', (discount, shipping, quantity, price) => {
    const products = [
      {
        ...line,
        id: 'a',
        kind: 'gift' as const,
        title: 'A',
        category_identifier: 'a',
        quantity,
        price: cents(price * quantity),
      },
    ];
    const event = purchaseEvent({
      ...order,
      products,
      discount: cents(discount),
      shipping_cost: cents(shipping),
    });
    expect(event.items[0]?.price).toBe(price);
    expect(event.value).toBe(Math.max(0, price * quantity - discount + shipping));
    expect(event.included_vat).toBeLessThanOrEqual(event.value);
  });
});

describe('services run', () => {
  test.each([
    '/de/auth/login',
    '/en/auth/passwort',
    '/de/auth/bestaetigen',
    '/de/auth/email-zurueck',
    '/en/newsletter/bestaetigen',
    '/de/newsletter/abmelden',
    '/de/checkout/shop',
    '/en/checkout/complete/0192c7ae',
    '/de/bestellung',
    '/de/profil',
    '/de/profil/subscription',
    '/de/profil/payment/',
    '/en/redeem',
    '/de/widerrufsbelehrung',
    '/de/kuendigung',
    '/de/Auth/Login',
  ])('not on %s', (path) => {
    expect(allowsTags(path)).toBe(false);
  });

  test.each(['/', '/de', '/en/kurse', '/de/kurse/auth', '/de/geschenke', '/de/profile', '/de/datenschutz'])(
    'on %s',
    (path) => {
      expect(allowsTags(path)).toBe(true);
    },
  );
});

test.each([
  ['token', 'opted_in'],
  ['', 'opted_out'],
  [null, 'opted_out'],
])('the tracking state with the access cookie %j is %s', (cookie, expected) => {
  expect(trackingState(cookie)).toBe(expected);
});

test('services run without a consent only where one of them needs none', () => {
  const service = (purpose: 'any' | 'none') =>
    ({ consent: { purpose, beforeConsent: 'drop' }, settings: {} }) as const;
  expect(mayRunServices({}, true)).toBe(false);
  expect(mayRunServices({ a: service('any') }, false)).toBe(false);
  expect(mayRunServices({ a: service('any') }, true)).toBe(true);
  expect(mayRunServices({ a: service('any'), b: service('none') }, false)).toBe(true);
});
