import type { CookieName } from '#core/rules/basics/stored-data.ts';

/**
 * The cookies of this visitor: `document.cookie` in the browser; the headers of request and response on the server.
 *
 * Promises: values may contain any characters; a written or removed cookie is visible to the next `read`, in other tabs
 * too. Every cookie has `Path=/; SameSite=Lax` and, on https, `Secure`. A cookie that cannot be decoded is returned
 * unchanged. Does not promise that the browser stores a cookie: blocked cookies are read as null. Never throws.
 */
export interface Cookies {
  /** Returns the value, or null when the cookie does not exist. */
  read(name: string): string | null;
  /** Writes a cookie that the privacy pages list, for `lifetime_seconds`; null keeps it until the browser is closed. */
  write(name: CookieName, value: string, lifetime_seconds: number | null): void;
  remove(name: string): void;
}
