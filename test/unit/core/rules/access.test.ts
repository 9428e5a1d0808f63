import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { Learner } from '#core/model/user.ts';
import { hasCourseAccess, isLoggedIn, isSubscriber, mayWatch, ownsCourse } from '#core/rules/access.ts';
import { runs } from '#test/run-count.ts';

const course = fc.constantFrom('a', 'b', 'c', 'd');
const learner: fc.Arbitrary<Learner> = fc
  .record({ courses: fc.uniqueArray(course), is_subscribed: fc.boolean() })
  .map((facts) => ({
    sub: '1',
    email: 'anna@example.org',
    firstname: '',
    lastname: '',
    salutation: 'none',
    is_active: true,
    newsletter: false,
    declined_newsletter: false,
    preferred_language: 'de',
    subscription_status: facts.is_subscribed ? 'active' : 'none',
    is_registered_with_funnel: false,
    ...facts,
  }));

describe('access', () => {
  test.prop([course])('a guest has none', (id) => {
    expect(isLoggedIn(null)).toBe(false);
    expect(ownsCourse(null, id)).toBe(false);
    expect(hasCourseAccess(null)).toBe(false);
    expect(isSubscriber(null)).toBe(false);
    expect(mayWatch(null, id)).toBe(false);
  });

  test.prop([learner, course], { numRuns: runs(100) })(
    'a learner has what is owned, and everything while subscribed',
    (person, id) => {
      expect(isLoggedIn(person)).toBe(true);
      expect(ownsCourse(person, id)).toBe(person.courses.includes(id));
      expect(hasCourseAccess(person)).toBe(person.courses.length >= 1);
      expect(isSubscriber(person)).toBe(person.is_subscribed);
      expect(mayWatch(person, id)).toBe(person.is_subscribed || person.courses.includes(id));
    },
  );
});
