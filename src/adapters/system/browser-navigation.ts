import type { Navigation } from '#ports/navigation.ts';

type PageLocation = Pick<Location, 'origin' | 'pathname' | 'search' | 'assign' | 'reload'>;

/** Document loads in the browser. */
export function createBrowserNavigation(location: PageLocation): Navigation {
  return {
    address: () => ({ path: location.pathname, query: location.search.replace(/^\?/, '') }),
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
