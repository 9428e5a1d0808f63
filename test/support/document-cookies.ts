import { parseSetCookie } from './set-cookie.ts';

/**
 * Creates an object that simulates `document.cookie`: assigning stores a cookie, reading lists the cookies
 * that have not expired. The cookie rules of a real browser are tested in test/e2e.
 */
export function createDocumentCookies() {
  const jar = new Map<string, string>();
  const assigned: string[] = [];
  return {
    /** Every text that was assigned to `cookie`, in order. */
    assigned,
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      assigned.push(text);
      const { name, value, isGone } = parseSetCookie(text);
      if (isGone) jar.delete(name);
      else jar.set(name, value);
    },
  };
}
