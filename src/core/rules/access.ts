import type { Learner } from '#core/model/user.ts';

/** Two states: a learner is logged in, null is a guest. */
export function isLoggedIn(learner: Learner | null): learner is Learner {
  return learner !== null;
}

/** Owns a course: its id is in the learner's list. */
export function ownsCourse(learner: Learner | null, courseId: string): boolean {
  return learner?.courses.includes(courseId) ?? false;
}

/** Course access: logged in and owner of at least one course. */
export function hasCourseAccess(learner: Learner | null): boolean {
  return (learner?.courses.length ?? 0) > 0;
}

/** Subscriber: logged in and `is_subscribed`. */
export function isSubscriber(learner: Learner | null): boolean {
  return learner?.is_subscribed ?? false;
}

/** Whether a learner may watch a course: by owning it, or by a membership while it runs. */
export function mayWatch(learner: Learner | null, courseId: string): boolean {
  return ownsCourse(learner, courseId) || isSubscriber(learner);
}

/** How long before its expiry an access token is renewed, in seconds. */
export const refreshMarginSeconds = 25;

/** Lifetime of the auth cookies in seconds: two years. */
export const authCookieSeconds = 63_072_000;

/** Names of the auth cookies. */
export const accessCookie = '_auth_access';
export const refreshCookie = '_auth_refresh';
/** Names this device at later logins; stays after a logout. */
export const deviceCookie = '_auth_device';

/**
 * Whether an access token has to be renewed before it is used: the `exp` of its payload (seconds since the epoch) is
 * less than the margin (seconds) after `now` (milliseconds since the epoch). A token that cannot be read (null), or
 * that names no expiry, counts as expired.
 */
export function isPayloadExpired(
  payload: Readonly<Record<string, unknown>> | null,
  now: number,
  marginSeconds = refreshMarginSeconds,
): boolean {
  const exp = payload?.exp;
  return typeof exp !== 'number' || !Number.isFinite(exp) || exp * 1000 - now < marginSeconds * 1000;
}

/** Seconds that a token is good for from its issue, by its own payload; null when it does not say both times. */
export function lifetimeOf(payload: Readonly<Record<string, unknown>> | null): number | null {
  const [issued, ends] = [payload?.iat, payload?.exp];
  if (typeof issued !== 'number' || typeof ends !== 'number') return null;
  return Number.isFinite(ends - issued) ? ends - issued : null;
}
