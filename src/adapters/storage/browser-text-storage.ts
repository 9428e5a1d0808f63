import { Observable } from 'rxjs';
import type { TextStorage } from '#ports/text-storage.ts';
import { createTabNameMemory } from './tab-name-memory.ts';

/** The parts of the window that storages use. */
export interface StorageWindow extends Pick<Window, 'addEventListener' | 'removeEventListener' | 'name'> {
  readonly localStorage: Storage;
  readonly sessionStorage: Storage;
}

/**
 * `localStorage` or `sessionStorage`. Reading the property throws where storage is blocked, so it is read on every
 * call. Texts that cannot be stored are kept in memory and in the name of the tab, so that they survive a page load.
 */
export function createBrowserTextStorage(
  page: StorageWindow,
  area: 'localStorage' | 'sessionStorage',
): TextStorage {
  const open = () => page[area];
  const memory = createTabNameMemory(page, area);
  const kept = new Map<string, string | null>(Object.entries(memory.read()));

  function attempt(key: string, text: string | null) {
    const wasKept = kept.has(key);
    try {
      if (text === null) open().removeItem(key);
      else open().setItem(key, text);
      kept.delete(key);
      if (!wasKept) return;
    } catch {
      kept.set(key, text);
    }
    memory.write(Object.fromEntries(kept));
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
          if (kept.delete(key)) memory.write(Object.fromEntries(kept));
          subscriber.next(event.key === null ? null : event.newValue);
        };
        page.addEventListener('storage', listen);
        return () => page.removeEventListener('storage', listen);
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
