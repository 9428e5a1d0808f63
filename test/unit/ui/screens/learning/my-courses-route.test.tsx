import { expect, test } from 'vitest';
import type { Learner } from '#core/model/user.ts';
import { createSessionStore } from '#core/storefront/kernel/session-store.ts';
import { renderInShop } from '#test/support/render-in-shop.tsx';
import { learner } from '#test/unit/core/storefront/people.ts';
import MyCoursesRoute from '#ui/screens/learning/my-courses/my-courses-route.tsx';

const nobody = { ...learner, courses: [], is_subscribed: false };

const nothing = { items: [], number: 1, size: 24, total: 0 };

const pageOf = (learner: Learner, courses: typeof nothing | null) =>
  renderInShop(<MyCoursesRoute />, {
    locale: 'de',
    route: '/profil/master',
    stores: { session: createSessionStore({ status: 'logged_in', learner }) },
    data: { courses, activities: nothing },
  });

const failed = 'Die Liste konnte nicht geladen werden';
const empty = 'Ihr Regal ist noch leer';

test.each([
  ['owns a course', { ...nobody, courses: ['clara-schumann'] }, true],
  ['is a subscriber without a course', { ...nobody, is_subscribed: true }, true],
  ['has neither', nobody, false],
])(
  'a list that fails to load is an error only for learners with something to watch: %s',
  async (_, learner, isFailure) => {
    const markup = await pageOf(learner, null);
    expect(markup.includes(failed), markup).toBe(isFailure);
    expect(markup.includes(empty), markup).toBe(!isFailure);
    expect(await pageOf(learner, nothing)).not.toContain(failed);
  },
);
