// This file must not import zod, like values.ts.

/** The first path segment of campaign pages, after the locale. */
export const campaignSegments = ['specials', 'angebote'] as const;
