import { accessCookie } from '#core/rules/accounts/access.ts';
import { storedItems } from '#core/rules/basics/stored-data.ts';
import { type AnalyticsEvent, trackingState } from '#core/rules/tracking/analytics-events.ts';
import {
  type ConsentChoice,
  consentCookie,
  consentCookieSeconds,
  parseConsent,
  serialiseConsent,
} from '#core/rules/tracking/consent.ts';
import type { StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { MarketingData } from './read-attribution.ts';

export function createConsentActions(context: StorefrontContext, marketingData: MarketingData) {
  const { analytics, clock, cookies, ids, localStorage, tabBroadcast } = context;
  const { consent, session } = context.stores;
  let endWait = () => {};
  const followed = new Promise<void>((resolve) => {
    endWait = resolve;
  });

  /** Removes all data stored for preferences. */
  function forgetPreferences(): void {
    for (const item of storedItems) {
      if (item.place === 'local' && item.purpose === 'preferences') localStorage.remove(item.name);
    }
  }

  /**
   * Starts or stops everything that needs consent: analytics, stored preferences and marketing data, and the learner's
   * id in analytics, which is only set while an access cookie exists.
   */
  function followConsent(): void {
    const { isDecided, preferences, statistics, marketing } = consent.snapshot;
    if (isDecided) analytics.setConsent({ statistics, marketing });
    if (marketing) marketingData.store();
    else marketingData.forget();
    if (!preferences) forgetPreferences();
    const isOptedIn = trackingState(cookies.read(accessCookie)) === 'opted_in';
    const { snapshot } = session;
    analytics.identify(isOptedIn && snapshot.status === 'logged_in' ? snapshot.learner.sub : null);
    endWait();
  }

  return {
    /** Applies the decision in the cookie, which may come from another page. Without one, the page's decision stays. */
    readConsent(): void {
      const decision = parseConsent(cookies.read(consentCookie));
      if (decision.isDecided) consent.decide(decision);
      followConsent();
    },
    /**
     * Reports an event that may happen while the page is starting: it is sent after consent and learner are set, in the
     * order of the calls.
     */
    report(event: AnalyticsEvent): void {
      void followed.then(() => analytics.track(event));
    },
    /** Stores the visitor's choice in the consent cookie and applies it immediately, in all tabs. */
    decideConsent(choice: ConsentChoice): void {
      // The cookies port encodes values: without this decoding the cookie would be encoded twice, unreadable for
      // others.
      const value = decodeURIComponent(serialiseConsent(choice, ids.uuid(), clock.now()));
      cookies.write(consentCookie, value, consentCookieSeconds);
      consent.decide(choice);
      followConsent();
      tabBroadcast.send('consent_changed');
    },
  };
}
