import type { Navigation, PageAddress } from '#ports/browser/navigation.ts';

/** A navigation that records the loaded documents. */
export interface MemoryNavigation extends Navigation {
  /** Paths of the loaded documents, in order; a reload adds the path again. */
  readonly visits: readonly string[];
}

/** Creates a navigation in memory, starting at `start`. It loads no documents. */
export function createMemoryNavigation(start: PageAddress): MemoryNavigation {
  const visits: string[] = [];
  let current = start;
  return {
    visits,
    address: () => current,
    assign(path) {
      const isOwn = path.startsWith('/') && !/^\/[/\\]/.test(path);
      const target = isOwn ? path : '/';
      const [pathname = '/', query = ''] = target.split('?', 2);
      current = { path: pathname, query };
      visits.push(target);
    },
    reload() {
      visits.push(current.query === '' ? current.path : `${current.path}?${current.query}`);
    },
  };
}
