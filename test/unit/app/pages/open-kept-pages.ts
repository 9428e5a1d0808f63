import { createPageCache, type PageCacheParts } from '#app/pages/page-cache.ts';

/** Kept pages of a shop in which nothing changes, but for what is given. */
export const openKeptPages = (own: Pick<PageCacheParts, 'renderShared'> & Partial<PageCacheParts>) =>
  createPageCache({
    siteUrl: 'https://shop.example',
    changes: { version: () => 1 },
    routeIdOf: () => null,
    isSecure: false,
    isBehindProxy: false,
    now: () => 1_000_000,
    ...own,
  });
