import { accessCookie } from '#core/rules/access.ts';
import { trackingState } from '#core/rules/analytics.ts';
import type { ConsentStore } from '#core/state/consent-store.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { MarketingData } from './keep-marketing-data.ts';

interface Dependencies {
  readonly consent: ConsentStore;
  readonly session: SessionStore;
  readonly cookies: Cookies;
  readonly analytics: Analytics;
  readonly marketing_data: MarketingData;
}

/**
 * Starts or stops what depends on consent (specification §1, §4 "Tracking", decisions §6): analytics, stored marketing
 * data, and the identified profile, which takes part only while an access cookie exists.
 */
export function createFollowConsent(dependencies: Dependencies) {
  const { consent, session, cookies, analytics, marketing_data } = dependencies;
  return (): void => {
    const { statistics, marketing } = consent.snapshot;
    analytics.setConsent({ statistics, marketing });
    if (marketing) marketing_data.store();
    else marketing_data.forget();
    const isOptedIn = trackingState(cookies.read(accessCookie)) === 'opted_in';
    const { snapshot } = session;
    analytics.identify(isOptedIn && snapshot.status === 'logged_in' ? snapshot.learner.sub : null);
  };
}

export type FollowConsent = ReturnType<typeof createFollowConsent>;
