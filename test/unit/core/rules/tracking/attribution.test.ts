import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { CartItem } from '#core/model/cart.ts';
import { addDays } from '#core/rules/basics/calendar.ts';
import {
  affiliateCode,
  affiliateOf,
  type ProvisionLink,
  pointsTo,
  provisionLinkOf,
  provisionTarget,
  readProvisionLink,
  referralOf,
  registrationTracking,
  serialiseProvisionLink,
  serialiseReferral,
  type UtmData,
  utmChanges,
  utmNames,
  utmOf,
  validReferralCode,
} from '#core/rules/tracking/attribution.ts';
import { cartItem } from '#test/arbitraries/arbitrary-cart.ts';
import { runs } from '#test/run-length.ts';

const today = '2026-06-15';
const link: ProvisionLink = { date: today, id: 'partner-7', master: '', link: 'https://example.org/' };
const anyLink = fc.record({
  date: fc.integer({ min: -20, max: 20 }).map((days) => addDays(today, days)),
  id: fc.string({ minLength: 1 }),
  master: fc.string(),
  link: fc.webUrl(),
});

describe('the provision link of the query', () => {
  test.each([
    ['?provision=partner-7&master=Clara%20Schumann', { ...link, master: 'Clara Schumann' }],
    ['?provision=partner-7', link],
    ['?provision=%20partner-7%20&master=%20', link],
    ['?provision=', null],
    ['?master=Clara', null],
    [`?provision=${'x'.repeat(65)}`, null],
  ])('%s', (query, expected) => {
    expect(provisionLinkOf(new URLSearchParams(query), today, link.link)).toEqual(expected);
  });

  test('the affiliate is the value of aff', () => {
    expect(affiliateOf(new URLSearchParams('?aff=%20ANNA%20'))).toBe('ANNA');
    expect(affiliateOf(new URLSearchParams('?aff='))).toBeNull();
    expect(affiliateOf(new URLSearchParams(''))).toBeNull();
  });
});

describe('a stored provision link', () => {
  test.prop([anyLink], { numRuns: runs(300) })(
    'is valid for seven days, is removed after them, and is kept when its day is in the future',
    (stored) => {
      const read = readProvisionLink(serialiseProvisionLink(stored), today);
      const isEarly = stored.date > today;
      const isOver = stored.date <= addDays(today, -7);
      expect(read).toEqual({ link: isEarly || isOver ? null : stored, is_removable: isOver });
    },
  );

  test.each([
    [6, true],
    [7, false],
  ])('on day %i is valid: %s', (age, holds) => {
    const text = serialiseProvisionLink({ ...link, date: addDays(today, -age) });
    expect(readProvisionLink(text, today).link !== null).toBe(holds);
    expect(readProvisionLink(text, today).is_removable).toBe(!holds);
  });

  test.each(
    [
      ['', '{', '[]', 'null', '7', '"x"'],
      ...['date', 'id', 'master', 'link'].map((key) => [JSON.stringify({ ...link, [key]: undefined })]),
      [
        JSON.stringify({ ...link, date: '2026-02-30' }),
        JSON.stringify({ ...link, id: '' }),
        JSON.stringify({ ...link, id: 7 }),
      ],
    ].flat(),
  )('with the text %j is removed', (text) => {
    expect(readProvisionLink(text, today)).toEqual({ link: null, is_removable: true });
  });

  test('that is missing is null, and nothing is removed', () => {
    expect(readProvisionLink(null, today)).toEqual({ link: null, is_removable: false });
  });

  test.prop([fc.oneof(fc.string(), fc.json())], { numRuns: runs(200) })('never throws', (text) => {
    expect(readProvisionLink(text, today).link).toBeNull();
  });
});

describe('what a link points to', () => {
  const target = { ids: ['course-1', 'zeichnen'], masters: ['Albrecht Dürer', 'Dürer'] };

  test.each([
    ['', 'course-1', true],
    [' ', 'zeichnen', true],
    ['', 'course-2', false],
    ['', 'Dürer', false],
    ['albrecht dürer', 'course-2', true],
    ['ALBRECHT DÜRER', 'course-2', true],
    ['dürer', 'x', true],
    ['albrecht-duerer', 'x', true],
    ['Albrecht  Du\u0308rer', 'x', true],
    ['clara schumann', 'course-1', false],
    ['-', 'course-1', false],
  ])('master %j and id %j: %s', (master, id, expected) => {
    expect(pointsTo({ ...link, master, id }, target)).toBe(expected);
  });

  test('a line matches by its id, its slug, and the whole or last name of its master', () => {
    const person = { firstname: 'Clara', lastname: 'Schumann' };
    const course = { product_id: 'course-3', product_data: { slug: 'klavier', person } };
    expect(provisionTarget(course as CartItem)).toEqual({
      ids: ['course-3', 'klavier'],
      masters: ['Clara Schumann', 'Schumann'],
    });
  });

  test('a line without a master matches by its id and slug only', () => {
    const voucher = {
      product_id: 'voucher-25',
      product_data: { slug: 'gutschein-25', person: { firstname: '', lastname: '' } },
    };
    const met = provisionTarget(voucher as CartItem);
    expect(pointsTo({ ...link, id: 'gutschein-25' }, met)).toBe(true);
    expect(pointsTo({ ...link, master: '  - ' }, met)).toBe(false);
  });

  test.prop([fc.string({ minLength: 1 }).filter((name) => /[\p{L}\p{N}]/u.test(name))], {
    numRuns: runs(200),
  })('upper and lower case are equal', (name) => {
    const met = { ids: [], masters: [name] };
    expect(pointsTo({ ...link, master: name.toLowerCase() }, met)).toBe(true);
  });
});

test.prop([cartItem, fc.constantFrom(null, '', '  '), fc.constantFrom('ANNA', ' ANNA ')], {
  numRuns: runs(50),
})(
  'the affiliate code is that of the session, else that of a link that fits the cart, else none',
  (item, blank, session) => {
    const fitting = { ...link, id: item.product_id };
    const other = { ...link, id: 'something else' };
    expect(affiliateCode(session, fitting, [item])).toBe('ANNA');
    expect(affiliateCode(session, null, [])).toBe('ANNA');
    expect(affiliateCode(blank, fitting, [item])).toBe(item.product_id);
    expect(affiliateCode(blank, other, [item])).toBeNull();
    expect(affiliateCode(blank, fitting, [])).toBeNull();
    expect(affiliateCode(blank, null, [item])).toBeNull();
  },
);

const referralDay = '2026-10-25';

describe('a referral', () => {
  test.each([
    ['?ref=ANNA-5', { ref: 'ANNA-5', date: referralDay }],
    ['?ref=cart', null],
    ['?ref=cart&status=authenticated', null],
    ['?ref=', null],
    ['', null],
  ])('is read from %j as %j', (query, expected) => {
    expect(referralOf(new URLSearchParams(query), referralDay)).toEqual(expected);
  });

  test.prop([fc.string({ minLength: 1 }), fc.integer({ min: -20, max: 20 })], { numRuns: runs(300) })(
    'applies on its day and the six after it',
    (ref, age) => {
      const text = serialiseReferral({ ref, date: addDays(referralDay, -age) });
      expect(validReferralCode(text, referralDay)).toBe(age >= 0 && age < 7 ? ref : null);
    },
  );

  test.prop([fc.option(fc.oneof(fc.string(), fc.json()))], { numRuns: runs(300) })(
    'is null in any other text',
    (text) => {
      expect(validReferralCode(text, referralDay)).toBeNull();
    },
  );

  test.each([
    '{"ref":"A"}',
    '{"date":"2026-10-25"}',
    '{"ref":"","date":"2026-10-25"}',
    '{"ref":5,"date":"2026-10-25"}',
  ])('is null in %s', (text) => {
    expect(validReferralCode(text, referralDay)).toBeNull();
  });
});

const value = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const data: fc.Arbitrary<UtmData> = fc.record(
  { utm_source: value, utm_medium: value, utm_campaign: value, utm_social: value },
  { requiredKeys: [] },
);

describe('attribution', () => {
  test.prop([data], { numRuns: runs(100) })('is read from the address', (given) => {
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
    'is sent with the id of the registered user, from four cookies',
    (stored, user_id) => {
      expect(registrationTracking(stored, user_id)).toEqual({ ...stored, user_id });
      expect([...utmNames].toSorted()).toEqual(['utm_campaign', 'utm_medium', 'utm_social', 'utm_source']);
    },
  );
});
