import type { Navigation, PageAddress } from '#ports/navigation.ts';

/** A navigation that keeps where it was sent. */
export interface MemoryNavigation extends Navigation {
  /** Paths of the documents that were loaded, in order; a reload repeats its page. */
  readonly visits: readonly string[];
}

/** Document loads that stay in memory: there is no document while the server renders, nor in tests. */
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
