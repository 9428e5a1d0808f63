import { pagesCache } from '#core/rules/content/offline.ts';
import type { OfflinePages } from '#ports/browser/offline-pages.ts';

/** Pages in the service worker's cache. Caches exist only in secure contexts. */
export function createBrowserOfflinePages({ caches }: { readonly caches?: CacheStorage }): OfflinePages {
  return {
    forget() {
      void caches?.delete(pagesCache).catch(() => undefined);
    },
  };
}
