import { ok } from '#core/rules/result.ts';
import type { ConsentStore } from '#core/state/consent-store.ts';
import type { Contents } from '#ports/contents.ts';
import type { TextStorage } from '#ports/text-storage.ts';
import type { MarketingActions } from './marketing-actions.ts';
import type { Queries } from './shop-queries.ts';

/** Key of the small windows that were closed, in either storage: their keys, separated by blanks. */
const closedPopupsKey = 'closed_popups';

interface Storages {
  readonly consent: ConsentStore;
  readonly local_storage: TextStorage;
  readonly session_storage: TextStorage;
}

/** What was closed is kept for good only by who allowed it to remember preferences, else for this tab (decisions §6). */
function placeOf({ consent, local_storage, session_storage }: Storages): TextStorage {
  return consent.snapshot.preferences ? local_storage : session_storage;
}

function closedIn(storage: TextStorage): readonly string[] {
  return storage.read(closedPopupsKey)?.split(' ') ?? [];
}

/** Finds a page's small window: none before the visitor has answered the question of consent, none that was closed. */
export function createFindPopup({
  contents,
  ...storages
}: Storages & { readonly contents: Contents }): Queries['findPopup'] {
  return async (path) => {
    if (!storages.consent.snapshot.is_decided) return ok(null);
    const popup = await contents.getPopup(path);
    if (!popup.ok || popup.value === null) return popup;
    const isClosed = [storages.local_storage, storages.session_storage].some((storage) =>
      closedIn(storage).includes(popup.value?.key ?? ''),
    );
    return isClosed ? ok(null) : popup;
  };
}

/** Remembers that a small window was closed. */
export function createClosePopup(storages: Storages): MarketingActions['closePopup'] {
  return async (key) => {
    const place = placeOf(storages);
    const others = closedIn(place).filter((other) => other !== key);
    place.write(closedPopupsKey, [...others, key].join(' '));
  };
}
