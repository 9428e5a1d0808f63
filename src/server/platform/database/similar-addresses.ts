/** How many similar addresses are shown. */
export const mostSimilar = 10;

/**
 * The share of common groups of three letters from which on addresses are similar, as most with two slips are. What
 * stands before the `@` has to be similar too, because many have a domain in common. Indexes find addresses by that
 * alone, so this share does not decide how many are read.
 */
export const leastSimilar = 0.4;
