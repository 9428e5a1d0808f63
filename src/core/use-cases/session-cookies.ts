import { accessCookie, authCookieSeconds, refreshCookie } from '#core/rules/access.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { StartedSession } from '#ports/sessions.ts';

/** Writes both auth cookies for two years (specification §4 "Login"). */
export function writeSessionCookies(cookies: Cookies, session: StartedSession): void {
  cookies.write(accessCookie, session.access, authCookieSeconds);
  cookies.write(refreshCookie, session.refresh, authCookieSeconds);
}

/** Removes both auth cookies (specification §4 "Logout"). */
export function clearSessionCookies(cookies: Cookies): void {
  cookies.remove(accessCookie);
  cookies.remove(refreshCookie);
}
