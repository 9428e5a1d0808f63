import { Observable } from 'rxjs';
import type { TextStorage } from '#ports/text-storage.ts';

/** Where the browser tells that another tab changed a storage. */
type StorageEvents = Pick<Window, 'addEventListener' | 'removeEventListener'>;

/**
 * `localStorage` or `sessionStorage`. `open` answers the browser's storage; asking for it throws where it is blocked,
 * so it is asked each time. What the storage does not take is kept in memory for this tab.
 */
export function createBrowserTextStorage(open: () => Storage, events: StorageEvents): TextStorage {
  const kept = new Map<string, string | null>();

  function attempt(key: string, text: string | null) {
    try {
      if (text === null) open().removeItem(key);
      else open().setItem(key, text);
      kept.delete(key);
    } catch {
      kept.set(key, text);
    }
  }

  return {
    read(key) {
      const text = kept.get(key);
      if (text !== undefined) return text;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    write: attempt,
    remove: (key) => attempt(key, null),
    changes$: (key) =>
      new Observable((subscriber) => {
        const listen = (event: StorageEvent) => {
          if (!isOf(event, open) || (event.key !== key && event.key !== null)) return;
          kept.delete(key);
          subscriber.next(event.key === null ? null : event.newValue);
        };
        events.addEventListener('storage', listen);
        return () => events.removeEventListener('storage', listen);
      }),
  };
}

function isOf(event: StorageEvent, open: () => Storage): boolean {
  try {
    return event.storageArea === open();
  } catch {
    return false;
  }
}
