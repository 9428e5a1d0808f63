import { localeCookie } from '#core/rules/locale.ts';
import type { LocaleStore } from '#core/state/locale-store.ts';
import type { Cookies } from '#ports/cookies.ts';

/** How long the language is remembered, in seconds: a year. */
export const localeCookieSeconds = 31_536_000;

/** Lets the locale cookie follow the locale in the address, which wins (decisions §7). */
export function createKeepLocaleCookie(dependencies: {
  readonly cookies: Cookies;
  readonly locale: LocaleStore;
}) {
  const { cookies, locale } = dependencies;
  return (): void => {
    const wanted = locale.snapshot.locale;
    if (cookies.read(localeCookie) !== wanted) cookies.write(localeCookie, wanted, localeCookieSeconds);
  };
}

export type KeepLocaleCookie = ReturnType<typeof createKeepLocaleCookie>;
