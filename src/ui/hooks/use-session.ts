import type { ProductCard } from '#core/model/product.ts';
import type { Learner } from '#core/model/user.ts';
import { isSubscriber, mayWatch, ownsCourse } from '#core/rules/accounts/access.ts';
import { useShop, useStore } from './use-shop.ts';

/** Returns the logged-in learner; null for a guest. */
export function useLearner(): Learner | null {
  return useStore(useShop().stores.session, (session) =>
    session.status === 'logged_in' ? session.learner : null,
  );
}

/** Returns first and last name, or the e-mail address if there is no first name. */
export function displayName(
  learner: Pick<Learner, 'firstname' | 'lastname' | 'email' | 'shown_email'>,
): string {
  return learner.firstname === '' ? writtenEmail(learner) : fullName(learner);
}

/** Returns the e-mail address as its owner wrote it; empty for a guest. */
export function writtenEmail(learner: Pick<Learner, 'email' | 'shown_email'> | null): string {
  return learner?.shown_email ?? learner?.email ?? '';
}

/** Returns first and last name; empty if neither is known. */
export function fullName({ firstname, lastname }: Pick<Learner, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`.trim();
}

export function useOwnsCourse(courseId: string): boolean {
  return ownsCourse(useLearner(), courseId);
}

/** Returns whether the learner may watch all of a course (docs/behaviour/accounts.md#course-access). */
export function useMayWatch(courseId: string): boolean {
  return mayWatch(useLearner(), courseId);
}

/** Returns whether a product is a course that the learner may watch as a member without owning it. */
export function useIsIncluded({ id, kind }: Pick<ProductCard, 'id' | 'kind'>): boolean {
  const learner = useLearner();
  return kind === 'course' && isSubscriber(learner) && !ownsCourse(learner, id);
}
