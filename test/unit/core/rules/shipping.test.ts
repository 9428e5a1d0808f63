import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isCompleted } from '#core/rules/order.ts';
import { defaultDeliveryCountries, isDelivered, shippingCost } from '#core/rules/shipping.ts';
import { runs } from '#test/run-count.ts';

describe('shipping', () => {
  test.prop(
    [fc.oneof(fc.constantFrom('AT', 'CH', 'DE', 'toString', '__proto__'), fc.stringMatching(/^[A-Z]{2}$/))],
    { numRuns: runs(300) },
  )('costs 4.99 EUR to Austria, 8.99 EUR to Switzerland, nothing elsewhere', (country) => {
    expect(shippingCost(country)).toBe(country === 'AT' ? 499 : country === 'CH' ? 899 : 0);
  });

  test('goes where the settings say', () => {
    expect(
      ['DE', 'AT', 'CH', 'FR', ''].map((country) => isDelivered(country, defaultDeliveryCountries)),
    ).toEqual([true, true, true, false, false]);
    expect(isDelivered('FR', ['FR'])).toBe(true);
  });
});

describe('an order', () => {
  test('is completed once completed_at is there', () => {
    expect(isCompleted({ completed_at: '2026-06-15T10:00:00Z' })).toBe(true);
    expect(isCompleted({ completed_at: null })).toBe(false);
  });
});
