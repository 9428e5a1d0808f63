import type { Learner } from '#core/model/user.ts';

/** Returns whether the visitor is logged in; null stands for a guest. */
export function isLoggedIn(learner: Learner | null): learner is Learner {
  return learner !== null;
}

/** Returns whether the learner owns the course. */
export function ownsCourse(learner: Learner | null, courseId: string): boolean {
  return learner?.courses.includes(courseId) ?? false;
}

/** Returns whether the learner owns at least one course; false for a guest. */
export function hasCourseAccess(learner: Learner | null): boolean {
  return (learner?.courses.length ?? 0) > 0;
}

/** Returns whether the learner has a subscription that gives access; false for a guest. */
export function isSubscriber(learner: Learner | null): boolean {
  return learner?.is_subscribed ?? false;
}

/** Returns whether a learner may watch a course: as its owner, or with a subscription that gives access. */
export function mayWatch(learner: Learner | null, courseId: string): boolean {
  return ownsCourse(learner, courseId) || isSubscriber(learner);
}

/** An access token is refreshed this many seconds before it expires. */
export const refreshMarginSeconds = 25;

/** Lifetime of the auth cookies, in seconds: two years. */
export const authCookieSeconds = 63_072_000;

export const accessCookie = '_auth_access';
export const refreshCookie = '_auth_refresh';
/** Cookie with the device token, which logins send to get rate limits of this device. It survives a logout. */
export const deviceCookie = '_auth_device';

/**
 * Returns whether an access token has to be refreshed before its next use: it expires within `marginSeconds`
 * after `now` (milliseconds since the epoch). A token that cannot be read (null) or has no `exp` counts as
 * expired.
 */
export function isPayloadExpired(
  payload: Readonly<Record<string, unknown>> | null,
  now: number,
  marginSeconds = refreshMarginSeconds,
): boolean {
  const exp = payload?.exp;
  return typeof exp !== 'number' || !Number.isFinite(exp) || exp * 1000 - now < marginSeconds * 1000;
}

/** Returns the lifetime of an access token in seconds (`exp − iat`); null when one of the two is missing. */
export function lifetimeOf(payload: Readonly<Record<string, unknown>> | null): number | null {
  const [issued, ends] = [payload?.iat, payload?.exp];
  if (typeof issued !== 'number' || typeof ends !== 'number') return null;
  return Number.isFinite(ends - issued) ? ends - issued : null;
}
