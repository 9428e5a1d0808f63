import type { Locale } from '#core/model/primitives.ts';
import { accessCookie } from '#core/rules/access.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { AccessTokens } from '#ports/access-tokens.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Profiles } from '#ports/profiles.ts';

interface Dependencies {
  readonly session: SessionStore;
  readonly profiles: Profiles;
  readonly access_tokens: AccessTokens;
  readonly cookies: Cookies;
}

/**
 * Makes a language the learner's own (specification §4 "Language switch"): updates `preferred_language`, refreshes the
 * access token and reloads the profile. Does nothing for a guest; a failure leaves the profile as it was.
 */
export function createPreferLanguage({ session, profiles, access_tokens, cookies }: Dependencies) {
  return async (locale: Locale): Promise<void> => {
    const { generation, snapshot } = session;
    if (snapshot.status !== 'logged_in') return;
    const { sub } = snapshot.learner;
    const updated = await profiles.setPreferredLanguage(sub, locale);
    if (!updated.ok) return;
    const token = cookies.read(accessCookie);
    if (token !== null) await access_tokens.replace(token);
    const profile = await profiles.get(sub);
    session.update(profile.ok ? profile.value : updated.value, generation);
  };
}

export type PreferLanguage = ReturnType<typeof createPreferLanguage>;
