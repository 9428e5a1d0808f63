import { timings } from '#core/rules/layout.ts';
import { localeCookie } from '#core/rules/locale.ts';
import { switchLocalePath } from '#core/rules/navigation.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Navigation } from '#ports/navigation.ts';
import type { Timers } from '#ports/timers.ts';
import { localeCookieSeconds } from './keep-locale-cookie.ts';
import type { PreferLanguage } from './prefer-language.ts';
import type { PageActions } from './shop-actions.ts';

interface Dependencies {
  readonly cookies: Cookies;
  readonly timers: Timers;
  readonly navigation: Navigation;
  readonly preferLanguage: PreferLanguage;
}

/**
 * Switches the language (specification §4): the locale cookie, the learner's profile, and after 500 ms the same path
 * under the new locale, as a new document.
 */
export function createSwitchLocale(dependencies: Dependencies): PageActions['switchLocale'] {
  const { cookies, timers, navigation, preferLanguage } = dependencies;
  return async (locale, path) => {
    cookies.write(localeCookie, locale, localeCookieSeconds);
    await preferLanguage(locale);
    const [pathname = '/', query = ''] = path.split('?', 2);
    timers.schedule(timings.localeChangeNavigation, () =>
      navigation.assign(switchLocalePath(pathname, query, locale)),
    );
  };
}
