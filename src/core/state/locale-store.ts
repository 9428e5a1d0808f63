import type { Locale } from '#core/model/primitives.ts';
import type { Store } from './store.ts';
import { createStoreCell } from './store.ts';

export interface LocaleState {
  readonly locale: Locale;
}

/** The language of this page: the locale in its address (decisions §7). */
export interface LocaleStore extends Store<LocaleState> {
  change(locale: Locale): void;
}

/** Makes the locale store. */
export function createLocaleStore(locale: Locale): LocaleStore {
  const cell = createStoreCell<LocaleState>({ locale });
  return {
    state$: cell.state$,
    initial: cell.initial,
    get snapshot() {
      return cell.snapshot;
    },
    change(next) {
      if (next !== cell.snapshot.locale) cell.set({ locale: next });
    },
  };
}
