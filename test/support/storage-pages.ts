/** A page of one site: its storages, the storage events that it receives, and the name of its tab. */
class StoragePage extends EventTarget {
  name = '';
  readonly localStorage: Storage;
  readonly sessionStorage: Storage;

  constructor(localStorage: Storage, sessionStorage: Storage) {
    super();
    this.localStorage = localStorage;
    this.sessionStorage = sessionStorage;
  }
}

class QuotaExceeded extends Error {}

/**
 * Creates the storages of several pages of one browser. Local storage is shared, and a change sends storage
 * events to the *other* pages. Writing throws when all texts together exceed `capacity` characters.
 * Chromium's own storage is tested in test/e2e.
 */
export function createStoragePages({ capacity = Number.POSITIVE_INFINITY } = {}) {
  const shared = new Map<string, string>();
  const pages: StoragePage[] = [];

  function notifyOthers(page: StoragePage, key: string | null, newValue: string | null) {
    for (const other of pages) {
      if (other === page) continue;
      const event = Object.assign(new Event('storage'), { key, newValue, storageArea: other.localStorage });
      other.dispatchEvent(event);
    }
  }

  function area(
    texts: Map<string, string>,
    changed: (key: string | null, text: string | null) => void,
  ): Storage {
    return {
      get length() {
        return texts.size;
      },
      key: (index) => [...texts.keys()][index] ?? null,
      getItem: (key) => texts.get(key) ?? null,
      setItem(key, text) {
        const rest = [...texts].reduce((sum, [name, other]) => sum + (name === key ? 0 : other.length), 0);
        if (rest + text.length > capacity) throw new QuotaExceeded('The quota has been exceeded');
        texts.set(key, text);
        changed(key, text);
      },
      removeItem(key) {
        if (texts.delete(key)) changed(key, null);
      },
      clear() {
        texts.clear();
        changed(null, null);
      },
    };
  }

  return {
    open(): StoragePage {
      const page: StoragePage = new StoragePage(
        area(shared, (key, text) => notifyOthers(page, key, text)),
        area(new Map(), () => {}),
      );
      pages.push(page);
      return page;
    },
  };
}
