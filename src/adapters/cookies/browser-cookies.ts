import jsCookie from 'js-cookie';
import type { Cookies } from '#ports/browser/cookies.ts';
import { decodeCookieValue, encodeCookieValue } from './cookie-value.ts';

/** Accesses the browser's cookies. `isSecure`: the page was loaded over https. */
export function createBrowserCookies(isSecure: boolean): Cookies {
  const jar = jsCookie
    .withConverter<string>({ read: decodeCookieValue, write: encodeCookieValue })
    .withAttributes({ path: '/', sameSite: 'Lax', secure: isSecure });

  /**
   * Chromium may store a cookie only after the assignment returns; reading the cookies waits for it. Otherwise a tab
   * that takes over a lock could read the old cookie and refresh a token twice.
   */
  function change(task: () => void): void {
    quietly(() => {
      task();
      jar.get();
    }, undefined);
  }

  return {
    read(name) {
      return quietly(() => jar.get(name) ?? null, null);
    },
    write(name, value, lifetime_seconds) {
      const lifetime = lifetime_seconds === null ? {} : { 'max-age': String(lifetime_seconds) };
      change(() => jar.set(name, value, lifetime));
    },
    remove(name) {
      change(() => jar.remove(name));
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
