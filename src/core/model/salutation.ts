// This file must not import zod, as values.ts.

/** The salutations that a user can choose. */
export const salutations = ['mr', 'ms', 'none'] as const;
