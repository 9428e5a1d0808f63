// This file must not import zod, as values.ts.

/** The orders of a list of reviews; the newest ones come first among those with as many stars. */
export const reviewSorts = ['newest', 'best', 'worst'] as const;
