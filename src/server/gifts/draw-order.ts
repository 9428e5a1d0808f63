import { createHash, createHmac } from 'node:crypto';

/** The hash of a text in hex, with which a seed is shown before the draw, and the list of entries after it. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The list of entries of which the digest is noted: each address once, sorted, one a line. */
export function entryList(emails: readonly string[]): string {
  return [...new Set(emails)].toSorted().join('\n');
}

/**
 * The entries of a giveaway in the order in which they win, each address once
 * (docs/behaviour/gifts.md#draw-of-a-giveaway): by the HMAC-SHA256 of the address with the seed. It depends on nothing
 * else, so the order of two entries stays the same whoever else takes part.
 */
export function drawOrder(seed: string, emails: readonly string[]): readonly string[] {
  const lots = [...new Set(emails)].map((email) => ({ email, lot: lotOf(seed, email) }));
  return lots.toSorted((one, other) => (one.lot < other.lot ? -1 : 1)).map(({ email }) => email);
}

/** The number of an entry in hex; the lowest wins. */
export function lotOf(seed: string, email: string): string {
  return createHmac('sha256', seed).update(email).digest('hex');
}
