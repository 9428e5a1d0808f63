import { createHash, createHmac } from 'node:crypto';

/** Returns the SHA-256 of a text in hex: shown for the seed before the draw, and for the list of entries after it. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns the list of entries whose digest is stored: each address once, sorted, one per line. */
export function entryList(emails: readonly string[]): string {
  return [...new Set(emails)].toSorted().join('\n');
}

/**
 * Returns the entries of a giveaway in the order in which they win, each address once
 * (docs/behaviour/gifts.md#draw-of-a-giveaway): sorted by the HMAC-SHA256 of the address with the seed as key. So the
 * order of two entries does not depend on other entries.
 */
export function rankEntries(seed: string, emails: readonly string[]): readonly string[] {
  const lots = [...new Set(emails)].map((email) => ({ email, lot: lotOf(seed, email) }));
  return lots.toSorted((one, other) => (one.lot < other.lot ? -1 : 1)).map(({ email }) => email);
}

/** Returns the lot of an entry in hex; the lowest wins. */
export function lotOf(seed: string, email: string): string {
  return createHmac('sha256', seed).update(email).digest('hex');
}
