import type { Consent, ConsentChoice } from '#core/rules/consent.ts';
import { createStore } from '#core/storefront/store.ts';

/** The visitor's consent as the page knows it. */
interface ConsentState extends Consent {
  /** Whether analytics was allowed at any time in this document, so that scripts of services may run in it. */
  readonly hasAllowedAnalytics: boolean;
}

/**
 * Creates the store of the visitor's consent; nothing is allowed before the visitor has chosen in the banner.
 */
export function createConsentStore(consent: Consent) {
  const initial: ConsentState = {
    ...consent,
    hasAllowedAnalytics: consent.statistics || consent.marketing,
  };
  return createStore(initial, (cell) => ({
    decide({ preferences, statistics, marketing }: ConsentChoice) {
      const hasAllowedAnalytics = cell.snapshot.hasAllowedAnalytics || statistics || marketing;
      cell.set({ isDecided: true, preferences, statistics, marketing, hasAllowedAnalytics });
    },
  }));
}
