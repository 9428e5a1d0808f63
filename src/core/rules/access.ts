import type { Learner } from '#core/model/user.ts';

/** Two states: a learner is logged in, null is a guest (specification §6). */
export function isLoggedIn(learner: Learner | null): learner is Learner {
  return learner !== null;
}

/** Owns a course: its id is in the learner's list (specification §6). */
export function ownsCourse(learner: Learner | null, courseId: string): boolean {
  return learner?.courses.includes(courseId) ?? false;
}

/** Course access: logged in and owner of at least one course (specification §6). */
export function hasCourseAccess(learner: Learner | null): boolean {
  return (learner?.courses.length ?? 0) > 0;
}

/** Subscriber: logged in and `is_subscribed` (specification §6). */
export function isSubscriber(learner: Learner | null): boolean {
  return learner?.is_subscribed ?? false;
}

/** Whether a learner may watch a course: by owning it, or by a membership while it runs (decisions §4). */
export function mayWatch(learner: Learner | null, courseId: string): boolean {
  return ownsCourse(learner, courseId) || isSubscriber(learner);
}
