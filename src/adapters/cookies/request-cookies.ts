import type { Cookies } from '#ports/cookies.ts';
import { decodeCookieValue, encodeCookieValue } from './cookie-value.ts';

/** The cookies of one request, and what the answer has to say about them. */
export interface RequestCookies {
  readonly cookies: Cookies;
  /** One `Set-Cookie` header per cookie that was changed, in the order of the changes. */
  setCookieHeaders(): readonly string[];
}

/**
 * Reads the `Cookie` header of a request (null when it has none) and collects changes for the answer; a cookie that
 * came with this value is no change. `is_secure` says whether the visitor's browser came over https.
 */
export function createRequestCookies(header: string | null, is_secure: boolean): RequestCookies {
  const values = parseCookieHeader(header);
  const changes = new Map<string, string>();
  const attributes = `; Path=/; SameSite=Lax${is_secure ? '; Secure' : ''}`;

  function change(name: string, value: string, lifetime_seconds: number | null) {
    const lifetime = lifetime_seconds === null ? '' : `; Max-Age=${lifetime_seconds}`;
    changes.delete(name);
    changes.set(name, `${encodeURIComponent(name)}=${encodeCookieValue(value)}${lifetime}${attributes}`);
  }

  return {
    cookies: {
      read: (name) => values.get(name) ?? null,
      write(name, value, lifetime_seconds) {
        // Said again it would bring a cookie back that the browser may have removed while the page was made.
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

/** Of several cookies with one name the first counts: browsers send the most specific one first. */
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
