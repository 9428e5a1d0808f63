import { accessCookie } from '#core/rules/access.ts';
import type { LocaleStore } from '#core/state/locale-store.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Profiles } from '#ports/profiles.ts';
import type { TokenReader } from '#ports/token-reader.ts';
import type { PreferLanguage } from './prefer-language.ts';

interface Dependencies {
  readonly session: SessionStore;
  readonly locale: LocaleStore;
  readonly cookies: Cookies;
  readonly token_reader: TokenReader;
  readonly profiles: Profiles;
  readonly preferLanguage: PreferLanguage;
}

/**
 * Brings the session into line with the access cookie (specification §4, §6): loads the profile of a visitor who has
 * one and is not logged in here yet, and makes the language of the page theirs when it is another (§4 "On app load").
 */
export function createLoadProfile(dependencies: Dependencies) {
  const { session, locale, cookies, token_reader, profiles, preferLanguage } = dependencies;

  async function logInByCookie(): Promise<void> {
    const { generation, snapshot } = session;
    const token = cookies.read(accessCookie);
    const sub = token === null ? undefined : token_reader.readPayload(token)?.sub;
    if (snapshot.status === 'logged_in' || typeof sub !== 'string') return;
    const profile = await profiles.get(sub);
    if (profile.ok) session.begin(profile.value, generation);
  }

  return async (): Promise<void> => {
    await logInByCookie();
    const { snapshot } = session;
    const page = locale.snapshot.locale;
    if (snapshot.status === 'logged_in' && snapshot.learner.preferred_language !== page) {
      await preferLanguage(page);
    }
  };
}

export type LoadProfile = ReturnType<typeof createLoadProfile>;
