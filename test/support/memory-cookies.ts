import type { Cookies } from '#ports/cookies.ts';

/** A cookie as it was written. */
export interface MemoryCookie {
  readonly value: string;
  /** Seconds, or null until the browser is closed. */
  readonly lifetime_seconds: number | null;
}

/** Cookies in memory. Tabs of one browser are given the same `jar`; tests read from it what was written. */
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
