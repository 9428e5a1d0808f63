import { Observable } from 'rxjs';
import type { TextStorage } from '#ports/browser/text-storage.ts';

/** The parts of the window that storages use. */
interface StorageWindow extends Pick<Window, 'addEventListener' | 'removeEventListener' | 'name'> {
  readonly localStorage: Storage;
  readonly sessionStorage: Storage;
}

/**
 * Stores texts in `localStorage` or `sessionStorage`. Reading the property throws if storage is blocked, so it is read
 * on every call. Texts that cannot be stored are kept in memory and in the window's name, so that they survive a page
 * load.
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

/** The used part of the window. Its name survives page loads in the same tab, without any storage. */
interface NamedTab {
  name: string;
}

type Texts = Readonly<Record<string, string | null>>;

/** Prefix of the stored texts; a window name set by another page is not touched. */
const marker = 'meisterhand:';

/**
 * Keeps texts in the window's name when the browser has no storage, so that a cart survives the page load of the
 * checkout. The browser clears the name when the tab opens another site.
 */
function createTabNameMemory(tab: NamedTab, area: string) {
  return {
    read(): Texts {
      return readAll(tab.name)[area] ?? {};
    },
    write(texts: Texts): void {
      if (tab.name !== '' && !tab.name.startsWith(marker)) return;
      const all = Object.entries({ ...readAll(tab.name), [area]: texts });
      const filled = all.filter(([, kept]) => Object.keys(kept).length > 0);
      tab.name = filled.length === 0 ? '' : marker + JSON.stringify(Object.fromEntries(filled));
    },
  };
}

function readAll(name: string): Readonly<Record<string, Texts>> {
  if (!name.startsWith(marker)) return {};
  try {
    const all: unknown = JSON.parse(name.slice(marker.length));
    return typeof all === 'object' && all !== null ? (all as Record<string, Texts>) : {};
  } catch {
    return {};
  }
}
