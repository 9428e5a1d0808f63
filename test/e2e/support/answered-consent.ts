import { noConsent, serialiseConsent } from '#core/rules/tracking/consent.ts';

/** Returns the browser state (for Playwright's `storageState`) of a visitor who refused all consent. */
export function answeredConsent(domain: string) {
  const value = encodeURIComponent(serialiseConsent(noConsent, 'journey', 0));
  const cookie = { name: 'CookieConsent', value, domain, path: '/', expires: -1 };
  return {
    cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' as const }],
    origins: [],
  };
}
