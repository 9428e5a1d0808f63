/** The one place of a tab that outlives its documents without any storage: `window.name`. */
export interface NamedTab {
  name: string;
}

type Texts = Readonly<Record<string, string | null>>;

/** What comes before our texts; a name that somebody else gave to the tab is left alone. */
const marker = 'meisterhand:';

/**
 * Keeps texts for the next document of this tab where the browser has no storage for them, so that a cart survives the way
 * into the checkout, which loads a document of its own (specification §2). The browser empties the name when the tab goes
 * to another site.
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
