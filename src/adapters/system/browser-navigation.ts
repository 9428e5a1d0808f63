import type { Navigation } from '#ports/browser/navigation.ts';

type PageLocation = Pick<Location, 'origin' | 'assign' | 'reload'>;

/** Loads documents in the browser. `arrival` is the URL with which this document was opened. */
export function createBrowserNavigation(
  location: PageLocation,
  arrival: Pick<URL, 'pathname' | 'search'>,
): Navigation {
  return {
    address: () => ({ path: arrival.pathname, query: arrival.search.replace(/^\?/, '') }),
    assign(path) {
      location.assign(ownPath(path, location.origin));
    },
    reload() {
      location.reload();
    },
  };
}

/** Returns a path of this site; the home page for anything else (`//host`, `javascript:`). */
function ownPath(path: string, origin: string): string {
  if (!path.startsWith('/')) return '/';
  try {
    const url = new URL(path, origin);
    return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/';
  } catch {
    return '/';
  }
}
