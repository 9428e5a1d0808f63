import type { Consent, ConsentChoice } from '#core/rules/consent.ts';
import type { Store } from './store.ts';
import { createStoreCell } from './store.ts';

/** What the visitor has allowed; nothing until the banner has been answered. */
export interface ConsentStore extends Store<Consent> {
  decide(choice: ConsentChoice): void;
}

/** Makes the consent store with what the cookie said. */
export function createConsentStore(initial: Consent): ConsentStore {
  const cell = createStoreCell(initial);
  return {
    state$: cell.state$,
    initial,
    get snapshot() {
      return cell.snapshot;
    },
    decide(choice) {
      cell.set({
        is_decided: true,
        preferences: choice.preferences,
        statistics: choice.statistics,
        marketing: choice.marketing,
      });
    },
  };
}
