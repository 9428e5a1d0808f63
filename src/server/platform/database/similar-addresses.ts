/** Maximum number of similar addresses shown. */
export const maxSimilarAddresses = 10;

/**
 * Minimum trigram similarity of similar addresses, which most with two typing errors reach. The part before the `@` has
 * to be similar too, because many addresses share a domain. Indexes search by that part alone, so this value does not
 * decide how many addresses are read.
 */
export const minSimilarity = 0.4;
