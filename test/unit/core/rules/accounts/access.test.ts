import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { Learner } from '#core/model/user.ts';
import {
  hasCourseAccess,
  isLoggedIn,
  isPayloadExpired,
  isSubscriber,
  lifetimeOf,
  mayWatch,
  ownsCourse,
} from '#core/rules/accounts/access.ts';
import { runs } from '#test/run-length.ts';
import { learner as known } from '#test/unit/core/storefront/people.ts';

const course = fc.constantFrom('a', 'b', 'c', 'd');
const learner: fc.Arbitrary<Learner> = fc
  .record({ courses: fc.uniqueArray(course), is_subscribed: fc.boolean() })
  .map((facts) => ({ ...known, subscription_status: facts.is_subscribed ? 'active' : 'none', ...facts }));

describe('access', () => {
  test.prop([course])('is refused to guests', (id) => {
    expect(isLoggedIn(null)).toBe(false);
    expect(ownsCourse(null, id)).toBe(false);
    expect(hasCourseAccess(null)).toBe(false);
    expect(isSubscriber(null)).toBe(false);
    expect(mayWatch(null, id)).toBe(false);
  });

  test.prop([learner, course], { numRuns: runs(100) })(
    'is given to the learner’s courses, and to every course while subscribed',
    (person, id) => {
      expect(isLoggedIn(person)).toBe(true);
      expect(ownsCourse(person, id)).toBe(person.courses.includes(id));
      expect(hasCourseAccess(person)).toBe(person.courses.length > 0);
      expect(isSubscriber(person)).toBe(person.is_subscribed);
      expect(mayWatch(person, id)).toBe(person.is_subscribed || person.courses.includes(id));
    },
  );
});

const now = Date.UTC(2026, 5, 15, 12);

describe('the margin of 25 seconds', () => {
  test.each([
    [25_000, false],
    [24_999, true],
    [25_001, false],
  ])('with %i ms left a token counts as expired: %s', (left, expected) => {
    expect(isPayloadExpired({ exp: now / 1000 }, now - left)).toBe(expected);
  });

  test.prop([fc.integer({ min: -1000, max: 1000 }), fc.nat(999), fc.nat(300)], { numRuns: runs(300) })(
    'is the default of the number of seconds before the expiry',
    (seconds, milliseconds, margin) => {
      const exp = now / 1000 + seconds;
      const left = exp * 1000 - (now + milliseconds);
      expect(isPayloadExpired({ exp }, now + milliseconds, margin)).toBe(left < margin * 1000);
    },
  );

  test.each([undefined, null, '9999999999', {}, Number.NaN, Number.POSITIVE_INFINITY])(
    'a token with the expiry %j counts as expired',
    (exp) => {
      expect(isPayloadExpired({ exp }, now)).toBe(true);
    },
  );

  test('a token that cannot be read counts as expired', () => {
    expect(isPayloadExpired(null, now)).toBe(true);
    expect(isPayloadExpired({}, now)).toBe(true);
  });
});

describe('the lifetime of a token', () => {
  test.prop([fc.integer({ min: 0, max: 4e9 }), fc.integer({ min: 0, max: 1e6 })], { numRuns: runs(100) })(
    'is the time from issue to expiry, whatever the local clock says',
    (iat, seconds) => {
      expect(lifetimeOf({ iat, exp: iat + seconds })).toBe(seconds);
    },
  );

  test.each([null, {}, { exp: 5 }, { iat: 5 }, { iat: '1', exp: 2 }, { iat: Number.NaN, exp: 2 }])(
    'is unknown for the payload %j',
    (payload) => {
      expect(lifetimeOf(payload)).toBeNull();
    },
  );
});
