import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { CustomProperties } from '#core/model/cart.ts';
import { giftDeliveries } from '#core/model/gift-choice.ts';
import { productKinds } from '#core/model/product.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { asDelivered } from '#core/rules/carts/apply-cart-action.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import {
  defaultDeliveryCountries,
  deliveryTimeTo,
  giftDay,
  giftTime,
  isDelivered,
  lineDelivery,
  shippingCost,
  validateGift,
} from '#core/rules/orders/delivery.ts';
import { isCompleted } from '#core/rules/orders/order-states.ts';
import { runs } from '#test/run-length.ts';

describe('shipping', () => {
  test.prop(
    [fc.oneof(fc.constantFrom('AT', 'CH', 'DE', 'toString', '__proto__'), fc.stringMatching(/^[A-Z]{2}$/))],
    { numRuns: runs(300) },
  )('costs 4.99 EUR to Austria, 8.99 EUR to Switzerland, nothing elsewhere', (country) => {
    expect(shippingCost(country)).toBe(country === 'AT' ? 499 : country === 'CH' ? 899 : 0);
  });

  test('goes to the countries of the settings', () => {
    expect(
      ['DE', 'AT', 'CH', 'FR', ''].map((country) => isDelivered(country, defaultDeliveryCountries)),
    ).toEqual([true, true, true, false, false]);
    expect(isDelivered('FR', ['FR'])).toBe(true);
  });
});

describe('the delivery of a line', () => {
  const day = fc.integer({ min: -3, max: 300 });
  test.prop(
    [
      fc.constantFrom(...productKinds),
      fc.constantFrom(undefined, ...giftDeliveries),
      fc.option(day, { nil: undefined }),
    ],
    { numRuns: runs(300) },
  )('is that of its kind, unless a code is printed or goes to somebody else', (kind, delivery, days) => {
    const today = '2026-11-22';
    const deliver_on = days === undefined ? undefined : addDays(today, days);
    const properties = { delivery, deliver_on, recipient_email: 'anna@example.org' };
    const isCode = kind === 'gift' || kind === 'voucher';
    const { key, recipient, day: on } = lineDelivery(kind, properties as CustomProperties, today);
    if (!isCode || delivery === undefined || delivery === 'buyer') {
      expect([key, recipient, on]).toEqual([legalProfiles[kind].delivery_note, '', null]);
    } else if (delivery === 'parcel') {
      expect([key, recipient, on]).toEqual(['parcel', '', null]);
    } else {
      const isLater = days !== undefined && days > 0;
      expect([key, recipient, on]).toEqual([
        isLater ? 'by_mail_on' : 'by_mail_to',
        'anna@example.org',
        isLater ? deliver_on : null,
      ]);
    }
  });
});

test('an order is completed once it has completed_at', () => {
  expect(isCompleted({ completed_at: '2026-06-15T10:00:00Z' })).toBe(true);
  expect(isCompleted({ completed_at: null })).toBe(false);
});

const today = '2026-11-21';
const days = fc.integer({ min: -400, max: 800 }).map((offset) => addDays(today, offset));
const kinds = fc.constantFrom(...productKinds);

describe('a gift', () => {
  test.prop([days])('may be ordered for any day from yesterday to 365 days ahead', (deliver_on) => {
    const properties = { delivery: 'email', recipient_email: 'a@b.example', deliver_on } as const;
    const yesterday = addDays(today, -1);
    const isWithin = deliver_on >= yesterday && deliver_on <= addDays(today, 365);
    expect(validateGift('gift', properties, today)).toBe(isWithin ? null : 'DELIVERY_DAY_OUT_OF_REACH');
  });

  test.prop([kinds, fc.constantFrom(...giftDeliveries)])(
    'needs a recipient only when it is sent by e-mail',
    (kind, delivery) => {
      const needed = delivery === 'email' && (kind === 'gift' || kind === 'voucher');
      expect(validateGift(kind, { delivery }, today)).toBe(needed ? 'RECIPIENT_REQUIRED' : null);
    },
  );

  test.prop([days])('whose day is today or earlier is delivered at once', (deliver_on) => {
    const day = giftDay({ delivery: 'email', deliver_on }, today);
    expect(day).toBe(deliver_on > today ? deliver_on : null);
    expect(giftDay({ delivery: 'buyer', deliver_on }, today)).toBeNull();
  });

  test.prop([days])('arrives at eight by the shop’s clock, in summer and in winter', (day) => {
    const at = giftTime(day);
    expect(calendarDay(at)).toBe(day);
    const hour = new Intl.DateTimeFormat('de-DE', {
      timeZone: 'Europe/Berlin',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    expect(hour.format(at)).toBe('08 Uhr');
  });

  test.prop([kinds, fc.constantFrom(undefined, ...giftDeliveries), fc.boolean()])(
    'is shipped when it is printed; other products as their data say',
    (kind, delivery, is_shipped) => {
      const isCode = kind === 'gift' || kind === 'voucher';
      const delivered = asDelivered({ kind, is_shipped }, { delivery });
      expect(delivered.is_shipped).toBe(isCode ? delivery === 'parcel' : is_shipped);
    },
  );
});

test('a delivery time is that of the country of the address, else that of all countries', () => {
  const times = { delivery_time: 'in all', delivery_times: { CH: '4 to 7 days', DE: '2 to 4 days' } };
  expect(['CH', 'DE', 'AT', 'constructor', null].map((country) => deliveryTimeTo(times, country))).toEqual([
    '4 to 7 days',
    '2 to 4 days',
    'in all',
    'in all',
    'in all',
  ]);
  expect(deliveryTimeTo({ delivery_time: 'in all' }, 'CH')).toBe('in all');
});
