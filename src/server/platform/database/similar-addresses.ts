/** How many similar addresses are shown. */
export const mostSimilar = 10;

/**
 * The share of common groups of three letters from which on addresses are similar; what stands before the `@` has to be
 * similar too, because many have a domain in common.
 */
export const leastSimilar = 0.5;
