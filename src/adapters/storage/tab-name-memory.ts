/** The part of the window used here: its name survives page loads in the same tab, without any storage. */
export interface NamedTab {
  name: string;
}

type Texts = Readonly<Record<string, string | null>>;

/** Prefix of the stored texts; a window name set by another page is not touched. */
const marker = 'meisterhand:';

/**
 * Keeps texts in the window's name when the browser has no storage, so that a cart survives the page load of the
 * checkout. The browser clears the name when the tab opens another site.
 */
export function createTabNameMemory(tab: NamedTab, area: string) {
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
