import { parseSetCookie } from './set-cookie.ts';

/**
 * Stands in for `document` as far as cookies go: assigning adds one, reading lists those that live, as a browser does.
 * What Chromium itself makes of them is tested in test/e2e.
 */
export function createDocumentCookies() {
  const jar = new Map<string, string>();
  const assigned: string[] = [];
  return {
    /** Every text that was assigned, in order. */
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
