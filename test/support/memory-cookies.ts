import type { Cookies } from '#ports/browser/cookies.ts';

/** A stored cookie. */
export interface MemoryCookie {
  readonly value: string;
  /** Seconds; null for a cookie that is deleted when the browser is closed. */
  readonly lifetime_seconds: number | null;
}

/** Creates cookies in memory. Tabs of one browser share one `jar`, from which tests read the cookies. */
export function createMemoryCookies(jar: Map<string, MemoryCookie> = new Map()): Cookies {
  return {
    read: (name) => jar.get(name)?.value ?? null,
    write(name, value, lifetime_seconds) {
      jar.set(name, { value, lifetime_seconds });
    },
    remove(name) {
      jar.delete(name);
    },
  };
}
