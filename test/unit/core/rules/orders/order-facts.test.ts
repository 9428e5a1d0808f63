import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { productKinds } from '#core/model/product.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { addDays } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { type FactContext, orderFacts } from '#core/rules/orders/order-facts.ts';
import deCheckout from '#locales/de/checkout.json' with { type: 'json' };
import enCheckout from '#locales/en/checkout.json' with { type: 'json' };
import { order } from '#test/arbitraries/arbitrary-order.ts';
import { runs } from '#test/run-length.ts';

const today = '2026-11-30';

const context: FactContext = {
  today,
  shipping: cents(499),
  deliveryTime: '3 Tage',
  expected: null,
  money: (amount) => `${amount} ct`,
  day: (day: CalendarDay) => day,
  length: (seconds) => `${seconds} s`,
};

const line = {
  subtitle: 'Mit Stift',
  lesson_count: null,
  length_seconds: null,
  quantity: 1,
  price: cents(18_000),
  discount: cents(0),
  custom_properties: {},
} as const;

describe('what renews', () => {
  test('a membership states term, price of the next year, next charge and notice', () => {
    const discounted = { ...line, kind: 'membership', discount: cents(4_500) } as const;
    expect(orderFacts(discounted, context).at(-1)).toEqual({
      key: 'renews_membership',
      values: { first: '13500 ct', price: '18000 ct', day: '2027-11-30' },
    });
  });

  test('a subscription that begins on the 31st is charged on the last day of a short month', () => {
    const monthly = { ...line, kind: 'subscription', price: cents(1_900) } as const;
    expect(orderFacts(monthly, { ...context, today: '2027-01-31' }).at(-1)).toEqual({
      key: 'renews_subscription',
      values: { first: '1900 ct', price: '1900 ct', day: '2027-02-28' },
    });
  });
});

test('the features have lessons, length and the price of one piece', () => {
  const { values } =
    orderFacts({ ...line, kind: 'gift', quantity: 4, price: cents(30_002) }, context)[0] ?? {};
  expect(values).toEqual({ subtitle: 'Mit Stift', lessons: '0', length: '0 s', value: '7501 ct' });
  const course = { ...line, kind: 'course', lesson_count: 11, length_seconds: 700 } as const;
  expect(orderFacts(course, context)[0]?.values).toEqual({
    subtitle: 'Mit Stift',
    lessons: '11',
    length: '700 s',
    value: '18000 ct',
  });
});

test('a gift is delivered as its own line says, not as its kind', () => {
  const deliveryOf = (custom_properties: Parameters<typeof orderFacts>[0]['custom_properties']) =>
    orderFacts({ ...line, kind: 'gift', custom_properties }, context)[1];
  const recipient_email = 'clara@example.com';
  expect(deliveryOf({})?.key).toBe('by_mail');
  expect(deliveryOf({ delivery: 'parcel' })).toEqual({
    key: 'parcel',
    values: { time: '3 Tage', shipping: '499 ct' },
  });
  const expected = { from: '2026-12-02', to: '2026-12-04' };
  expect(
    orderFacts({ ...line, kind: 'book', custom_properties: {} }, { ...context, expected })[1],
    'days are named where they are known',
  ).toEqual({ key: 'parcel_expected', values: { time: '3 Tage', shipping: '499 ct', ...expected } });
  expect(deliveryOf({ delivery: 'email', recipient_email })).toEqual({
    key: 'by_mail_to',
    values: { recipient: recipient_email },
  });
  const deliver_on = addDays(today, 24);
  expect(deliveryOf({ delivery: 'email', recipient_email, deliver_on })).toEqual({
    key: 'by_mail_on',
    values: { recipient: recipient_email, day: '2026-12-24' },
  });
});

test.prop([order], { numRuns: runs(100) })(
  'every line states its features and delivery, and its renewal when it renews',
  ({ products }) => {
    for (const ordered of products) {
      const keys = orderFacts(ordered, context).map(({ key }) => key);
      expect(keys[0]).toBe(ordered.kind);
      expect(keys).toHaveLength(legalProfiles[ordered.kind].renews ? 3 : 2);
    }
  },
);

test.prop([fc.constantFrom(...productKinds)], { numRuns: runs(20) })(
  'every placeholder of the texts has a value',
  (kind) => {
    for (const texts of [deCheckout.facts, enCheckout.facts]) {
      for (const { key, values } of orderFacts({ ...line, kind, lesson_count: 9 }, context)) {
        const gaps = [...texts[key].matchAll(/\{\{(\w+)\}\}/g)].map(([, gap]) => gap ?? '');
        expect(Object.keys(values)).toEqual(expect.arrayContaining(gaps));
      }
    }
  },
);
