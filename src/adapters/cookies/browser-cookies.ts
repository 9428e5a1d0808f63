import jsCookie from 'js-cookie';
import type { Cookies } from '#ports/cookies.ts';
import { decodeCookieValue, encodeCookieValue } from './cookie-value.ts';

/** The cookies of the browser. `isSecure` says whether the page came over https. */
export function createBrowserCookies(isSecure: boolean): Cookies {
  const jar = jsCookie
    .withConverter<string>({ read: decodeCookieValue, write: encodeCookieValue })
    .withAttributes({ path: '/', sameSite: 'Lax', secure: isSecure });
  return {
    read(name) {
      return quietly(() => jar.get(name) ?? null, null);
    },
    write(name, value, lifetime_seconds) {
      const lifetime = lifetime_seconds === null ? {} : { 'max-age': String(lifetime_seconds) };
      quietly(() => jar.set(name, value, lifetime), undefined);
    },
    remove(name) {
      quietly(() => jar.remove(name), undefined);
    },
  };
}

/** Runs `task`; returns `otherwise` when it throws, as reading and writing cookies does in a sandboxed frame. */
function quietly<Value>(task: () => Value, otherwise: Value): Value {
  try {
    return task();
  } catch {
    return otherwise;
  }
}
