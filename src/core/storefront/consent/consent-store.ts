import type { Consent, ConsentChoice } from '#core/rules/consent.ts';
import { createStore } from '#core/storefront/store.ts';

/**
 * Creates the store of the visitor's consent; nothing is allowed before the visitor has chosen in the banner.
 */
export function createConsentStore(initial: Consent) {
  return createStore(initial, (cell) => ({
    decide({ preferences, statistics, marketing }: ConsentChoice) {
      cell.set({ isDecided: true, preferences, statistics, marketing });
    },
  }));
}
