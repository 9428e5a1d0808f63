import { createKeptPages, type KeptPagesParts } from '#app/pages/kept-pages.ts';

/** Kept pages of a shop in which nothing changes, but for what is given. */
export const openKeptPages = (own: Pick<KeptPagesParts, 'renderShared'> & Partial<KeptPagesParts>) =>
  createKeptPages({
    siteUrl: 'https://shop.example',
    changes: { version: () => 1 },
    routeIdOf: () => null,
    isSecure: false,
    isBehindProxy: false,
    now: () => 1_000_000,
    ...own,
  });
