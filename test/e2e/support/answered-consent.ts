import { noConsent, serialiseConsent } from '#core/rules/consent.ts';

/** What a browser keeps in which the consent banner was answered: nothing but what is needed is allowed. */
export function answeredConsent(domain: string) {
  const value = encodeURIComponent(serialiseConsent(noConsent, 'journey', 0));
  const cookie = { name: 'CookieConsent', value, domain, path: '/', expires: -1 };
  return {
    cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' as const }],
    origins: [],
  };
}
