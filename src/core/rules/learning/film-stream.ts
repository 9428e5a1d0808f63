import type { PlayerSetting } from './player-options.ts';

/** Selectable qualities of a film: picture heights in lines, `auto`, or `sound` only. */
export type Quality = PlayerSetting<'quality'>;

/** The browser's information about the connection; null if it does not provide any. */
export interface Connection {
  /** Whether the visitor has asked websites to save data. */
  readonly sparesData: boolean;
  readonly kind: 'slow-2g' | '2g' | '3g' | '4g' | null;
  /** Megabits per second. */
  readonly megabits: number | null;
}

/** Initial settings of an adaptive film for a connection. */
export interface ConnectionLimits {
  /** Initial bandwidth estimate in bits per second, before any measurement. */
  readonly bits: number;
  /** Maximum picture height in lines for automatic selection; null for no limit. */
  readonly lines: number | null;
}

/** Maximum picture height in lines while data is saved. */
const sparingLines = 480;

const bitsOf = { 'slow-2g': 50_000, '2g': 150_000, '3g': 700_000, '4g': 2_500_000 } as const;

/**
 * Returns the initial settings for a connection, below its reported bandwidth, so that the first picture comes soon.
 */
export function connectionLimits({ sparesData, kind, megabits }: Connection): ConnectionLimits {
  const known = bitsOf[kind ?? '4g'];
  const bits = megabits === null || megabits <= 0 ? known : Math.min(known, megabits * 700_000);
  return { bits, lines: sparesData ? sparingLines : null };
}

/**
 * Returns the index of the picture to show among those of a film (`heights`, in lines): the largest one up to the
 * selected height, otherwise the smallest. Null for automatic selection, and if the film has no pictures.
 */
export function chosenPicture(heights: readonly number[], quality: Quality): number | null {
  if (typeof quality !== 'number' || heights.length === 0) return null;
  return largestWithin(heights, quality);
}

/** Returns the index of the largest picture within a limit, otherwise of the smallest. */
export function largestWithin(heights: readonly number[], limit: number): number {
  const within = heights.filter((height) => height <= limit);
  return heights.indexOf(within.length > 0 ? Math.max(...within) : Math.min(...heights));
}

/** A part of a film that could not be loaded. */
export interface PartFailure {
  readonly part: 'playlist' | 'key' | 'segment';
  /** `away`: no connection or server; `expired`: the URL is no longer valid; `refused`: a retry cannot succeed. */
  readonly cause: 'away' | 'expired' | 'refused';
  /** Number of URL renewals since the part was last loaded. */
  readonly renewals: number;
}

/**
 * Reaction to a failed part: retry, renew the URLs of the parts (`renew_playlist`) or of the whole film (`renew_film`),
 * or give up (docs/behaviour/learning.md#adaptive-films).
 */
export type Recovery = 'ask_again' | 'renew_playlist' | 'renew_film' | 'give_up';

/** Renewals in the order in which they are tried. */
const renewals: Readonly<Record<PartFailure['part'], readonly Recovery[]>> = {
  segment: ['renew_playlist', 'renew_film'],
  key: ['renew_film'],
  playlist: ['renew_film'],
};

/** Returns the reaction to a failed part. Without a connection it is retried indefinitely. */
export function recoveryFor({ part, cause, renewals: made }: PartFailure): Recovery {
  if (cause === 'away') return 'ask_again';
  return (cause === 'expired' ? renewals[part][made] : undefined) ?? 'give_up';
}

/**
 * Returns the absolute URLs in a playlist, in its order: segments, keys and other playlists. `base` is the URL of the
 * playlist.
 */
export function playlistAddresses(text: string, base: string): readonly string[] {
  const found = text
    .split(/\r?\n/)
    .map((line) => (line.startsWith('#') ? /[:,]URI="([^"]+)"/.exec(line)?.[1] : line.trim()));
  return found.flatMap((address) => (address ? [new URL(address, base).href] : []));
}

/** Maps old URLs of a playlist to the renewed ones; null when the playlist itself has changed. */
export function renewedAddresses(
  before: readonly string[],
  after: readonly string[],
): ReadonlyMap<string, string> | null {
  if (before.length !== after.length) return null;
  return new Map(before.map((address, place) => [address, after[place] ?? address]));
}
