// This file must not import zod, like values.ts.

/** The salutations that a user can choose. */
export const salutations = ['mr', 'ms', 'none'] as const;
