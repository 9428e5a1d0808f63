import type { PlayerSetting } from './player-options.ts';

/** What one can choose of a film: its pictures by their lines, `auto`, and `sound` alone. */
export type Quality = PlayerSetting<'quality'>;

/** What the browser says about the line; null where it says nothing. */
export interface Line {
  /** The visitor asks pages to spare data. */
  readonly sparesData: boolean;
  readonly kind: 'slow-2g' | '2g' | '3g' | '4g' | null;
  /** Megabits a second. */
  readonly megabits: number | null;
}

/** How an adaptive film begins on a line. */
export interface LineLimits {
  /** Bits a second to begin with, before anything is measured. */
  readonly bits: number;
  /** Most lines of a picture that is chosen automatically; null for no limit. */
  readonly lines: number | null;
}

/** Lines of a picture while data is spared. */
const sparingLines = 480;

const bitsOf = { 'slow-2g': 50_000, '2g': 150_000, '3g': 700_000, '4g': 2_500_000 } as const;

/** Returns how a film begins on a line: below what the line is said to carry, because the first picture counts most. */
export function lineLimits({ sparesData, kind, megabits }: Line): LineLimits {
  const known = bitsOf[kind ?? '4g'];
  const bits = megabits === null || megabits <= 0 ? known : Math.min(known, megabits * 700_000);
  return { bits, lines: sparesData ? sparingLines : null };
}

/**
 * Returns the place of the picture to show among those of a film (`heights`, in lines): the largest that is not larger
 * than chosen, else the smallest. Null when the film chooses by itself, and when it has no pictures.
 */
export function chosenPicture(heights: readonly number[], quality: Quality): number | null {
  if (typeof quality !== 'number' || heights.length === 0) return null;
  return largestWithin(heights, quality);
}

/** Returns the place of the largest picture within a limit, else of the smallest. */
export function largestWithin(heights: readonly number[], limit: number): number {
  const within = heights.filter((height) => height <= limit);
  return heights.indexOf(within.length > 0 ? Math.max(...within) : Math.min(...heights));
}

/** A part of a film that did not arrive. */
export interface PartFault {
  readonly part: 'playlist' | 'key' | 'segment';
  /** `away`: the line or the server; `expired`: its address is no longer good; `refused`: asking again cannot help. */
  readonly cause: 'away' | 'expired' | 'refused';
  /** How often its address was renewed since it last arrived. */
  readonly renewals: number;
}

/**
 * What to do about it: ask again, fetch new addresses of the parts (`playlist`) or of the whole film (`film`), or give
 * up (docs/behaviour/learning.md#adaptive-films).
 */
export type Remedy = 'ask_again' | 'renew_playlist' | 'renew_film' | 'give_up';

/** Addresses are renewed in this order. */
const renewals: Readonly<Record<PartFault['part'], readonly Remedy[]>> = {
  segment: ['renew_playlist', 'renew_film'],
  key: ['renew_film'],
  playlist: ['renew_film'],
};

/** Returns the remedy for a part that did not arrive. A line that is away is waited for, however long. */
export function remedyFor({ part, cause, renewals: made }: PartFault): Remedy {
  if (cause === 'away') return 'ask_again';
  return (cause === 'expired' ? renewals[part][made] : undefined) ?? 'give_up';
}

/**
 * Returns the addresses of a playlist in its order, absolute: segments, keys, other playlists. `base` is the address of
 * the playlist.
 */
export function playlistAddresses(text: string, base: string): readonly string[] {
  const found = text
    .split(/\r?\n/)
    .map((line) => (line.startsWith('#') ? /[:,]URI="([^"]+)"/.exec(line)?.[1] : line.trim()));
  return found.flatMap((address) => (address ? [new URL(address, base).href] : []));
}

/**
 * Returns the new address of each old one, from the same playlist before and after; null when it has become another
 * playlist.
 */
export function renewedAddresses(
  before: readonly string[],
  after: readonly string[],
): ReadonlyMap<string, string> | null {
  if (before.length !== after.length) return null;
  return new Map(before.map((address, place) => [address, after[place] ?? address]));
}
