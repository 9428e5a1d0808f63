import type { Consent, ConsentChoice } from '#core/rules/consent.ts';
import { createStore } from '#core/storefront/store.ts';

/** What the visitor has allowed: nothing until the banner has been answered. */
export function createConsentStore(initial: Consent) {
  return createStore(initial, (cell) => ({
    decide({ preferences, statistics, marketing }: ConsentChoice) {
      cell.set({ is_decided: true, preferences, statistics, marketing });
    },
  }));
}
