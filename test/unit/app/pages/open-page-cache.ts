import { createPageCache, type PageCacheParts } from '#app/pages/page-cache.ts';

/** Opens the page cache of a shop in which nothing changes, with these parts. */
export const openPageCache = (own: Pick<PageCacheParts, 'renderShared'> & Partial<PageCacheParts>) =>
  createPageCache({
    siteUrl: 'https://shop.example',
    changes: { version: () => 1 },
    routeIdOf: () => null,
    isSecure: false,
    isBehindProxy: false,
    now: () => 1_000_000,
    ...own,
  });
