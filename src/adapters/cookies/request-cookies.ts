import type { Cookies } from '#ports/browser/cookies.ts';
import { decodeCookieValue, encodeCookieValue } from './cookie-value.ts';

/** The cookies of one request, and their changes for the response. */
export interface RequestCookies {
  readonly cookies: Cookies;
  /** One `Set-Cookie` header per cookie that was changed, in the order of the changes. */
  setCookieHeaders(): readonly string[];
}

/**
 * Reads the `Cookie` header of a request (null if it has none) and collects changes for the response. Writing an
 * unchanged value is no change. `isSecure`: the visitor uses https.
 */
export function createRequestCookies(header: string | null, isSecure: boolean): RequestCookies {
  const values = parseCookieHeader(header);
  const changes = new Map<string, string>();
  const attributes = `; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  function change(name: string, value: string, lifetime_seconds: number | null) {
    const lifetime = lifetime_seconds === null ? '' : `; Max-Age=${lifetime_seconds}`;
    changes.delete(name);
    changes.set(name, `${encodeURIComponent(name)}=${encodeCookieValue(value)}${lifetime}${attributes}`);
  }

  return {
    cookies: {
      read: (name) => values.get(name) ?? null,
      write(name, value, lifetime_seconds) {
        // Sending it again could restore a cookie that the browser has removed meanwhile.
        if (values.get(name) === value && !changes.has(name)) return;
        values.set(name, value);
        change(name, value, lifetime_seconds);
      },
      remove(name) {
        values.delete(name);
        change(name, '', 0);
      },
    },
    setCookieHeaders: () => [...changes.values()],
  };
}

/** If a name occurs several times, the first value counts: browsers send the most specific cookie first. */
function parseCookieHeader(header: string | null): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const divider = pair.indexOf('=');
    if (divider < 1) continue;
    const name = decodeCookieValue(pair.slice(0, divider).trim());
    if (!values.has(name)) values.set(name, decodeCookieValue(pair.slice(divider + 1).trim()));
  }
  return values;
}
