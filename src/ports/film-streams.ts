import type { Quality } from '#core/rules/learning/film-stream.ts';

/** The film to play and its video element. */
export interface FilmStreamOptions {
  readonly video: HTMLVideoElement;
  /** URL of the film's main playlist. */
  readonly address: string;
  readonly quality: Quality;
  /** Returns a new URL of the film when the current one has expired; null if there is none. */
  renew(): Promise<string | null>;
  /** Called when the film's resolutions (in lines), its sound and its caption languages are known. */
  onOffer(heights: readonly number[], hasSound: boolean, captions: readonly string[]): void;
  /** Called when nothing more can be played. Never called because of a lost connection. */
  onFailed(): void;
}

/** A film in a video element, with a quality that adapts to the bandwidth. */
export interface FilmStream {
  /** Starts loading at a position in seconds. Before the first call only the playlist is loaded. */
  start(position: number): void;
  /** Changes the quality and keeps the position. */
  choose(quality: Quality): void;
  /** Stops loading. The video element is empty afterwards. */
  close(): void;
}

/**
 * Plays adaptive films. Retries each segment until it is loaded, and renews expired URLs without interruption
 * (`core/rules/learning/film-stream.ts` decides when). Captions, speed and volume are left to the video element.
 */
export interface FilmStreams {
  /** Returns null where the browser cannot play such films by script. Rejects when the code cannot be loaded. */
  open(options: FilmStreamOptions): Promise<FilmStream | null>;
  /** Returns the text at an address, null when it cannot be loaded. */
  readText(address: string): Promise<string | null>;
}
