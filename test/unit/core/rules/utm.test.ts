import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { UtmData } from '#core/rules/utm.ts';
import { registrationTracking, utmChanges, utmNames, utmOf } from '#core/rules/utm.ts';
import { runs } from '#test/run-count.ts';

const value = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const data: fc.Arbitrary<UtmData> = fc.record(
  { utm_source: value, utm_medium: value, utm_campaign: value, utm_social: value },
  { requiredKeys: [] },
);

describe('attribution', () => {
  test.prop([data], { numRuns: runs(100) })('is read from the address as far as it is there', (given) => {
    expect(utmOf(new URLSearchParams(given as Record<string, string>))).toEqual(given);
  });

  test('ignores blank and overlong values, and other parameters', () => {
    expect(
      utmOf(new URLSearchParams(`utm_source=%20&utm_medium=${'x'.repeat(65)}&source=a&utm_term=b`)),
    ).toEqual({});
  });

  test.prop([data, data], { numRuns: runs(100) })('is cleared for somebody logged in', (arriving, stored) => {
    expect(utmChanges(true, arriving, stored)).toEqual({ set: {}, clear: [...utmNames] });
  });

  test.prop([data, data], { numRuns: runs(200) })(
    'is stored when present; the source defaults to direct',
    (arriving, stored) => {
      const { set, clear } = utmChanges(false, arriving, stored);
      expect(clear).toEqual([]);
      expect(set.utm_source).toBe(arriving.utm_source ?? stored.utm_source ?? 'direct');
      for (const name of ['utm_medium', 'utm_campaign', 'utm_social'] as const)
        expect(set[name]).toBe(arriving[name]);
      expect(Object.values(set)).not.toContain(undefined);
    },
  );

  test.prop([data, fc.uuid()], { numRuns: runs(50) })(
    'goes out with who registered; four cookies carry it',
    (stored, user_id) => {
      expect(registrationTracking(stored, user_id)).toEqual({ ...stored, user_id });
      expect([...utmNames].toSorted()).toEqual(['utm_campaign', 'utm_medium', 'utm_social', 'utm_source']);
    },
  );
});
