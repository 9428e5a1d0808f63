import { pagesCache } from '#core/rules/content/offline.ts';
import type { OfflinePages } from '#ports/browser/offline-pages.ts';

/** The copies that the service worker keeps in the browser's caches, which need a secure context. */
export function createBrowserOfflinePages({ caches }: { readonly caches?: CacheStorage }): OfflinePages {
  return {
    forget() {
      void caches?.delete(pagesCache).catch(() => undefined);
    },
  };
}
