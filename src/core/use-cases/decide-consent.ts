import { consentCookie, serialiseConsent } from '#core/rules/consent.ts';
import type { ConsentStore } from '#core/state/consent-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Ids } from '#ports/ids.ts';
import type { FollowConsent } from './follow-consent.ts';
import type { PageActions } from './shop-actions.ts';

interface Dependencies {
  readonly consent: ConsentStore;
  readonly cookies: Cookies;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly followConsent: FollowConsent;
}

/** How long an answer to the consent banner holds, in seconds: a year. */
const consentCookieSeconds = 31_536_000;

/** Keeps the visitor's answer in the cookie that the specification names (§1), and follows it at once. */
export function createDecideConsent(dependencies: Dependencies): PageActions['decideConsent'] {
  const { consent, cookies, clock, ids, followConsent } = dependencies;
  return (choice) => {
    // The port encodes values itself; encoded twice, nobody else could read the cookie.
    const value = decodeURIComponent(serialiseConsent(choice, ids.uuid(), clock.now()));
    cookies.write(consentCookie, value, consentCookieSeconds);
    consent.decide(choice);
    followConsent();
  };
}
