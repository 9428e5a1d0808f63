// This file must not import zod, like values.ts.

/** Sort orders of reviews; reviews with equal stars are sorted newest first. */
export const reviewSorts = ['newest', 'best', 'worst'] as const;
