import type { Navigation } from '#ports/browser/navigation.ts';

type PageLocation = Pick<Location, 'origin' | 'assign' | 'reload'>;

/** Document loads in the browser. `arrival` is the address with which this document was opened. */
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

/** A path of this site; for anything else (`//host`, `javascript:`) the home page. */
function ownPath(path: string, origin: string): string {
  if (!path.startsWith('/')) return '/';
  try {
    const url = new URL(path, origin);
    return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/';
  } catch {
    return '/';
  }
}
