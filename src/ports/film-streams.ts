import type { Quality } from '#core/rules/learning/film-stream.ts';

/** What is played, and where. */
export interface FilmStreamOptions {
  readonly video: HTMLVideoElement;
  /** Address of the film's first playlist. */
  readonly address: string;
  readonly quality: Quality;
  /** Returns a new address of the film when it no longer works; null when there is none. */
  renew(): Promise<string | null>;
  /**
   * Called once the film's pictures, by their lines, whether it has sound, and the languages of its captions are known.
   */
  onOffer(heights: readonly number[], hasSound: boolean, captions: readonly string[]): void;
  /** Nothing more can be played. Never called because the line is away. */
  onFailed(): void;
}

/** A film that adapts to the line, in a video element. */
export interface FilmStream {
  /** Loads the film from a second on; before the first call only the list of its pictures is loaded. */
  start(position: number): void;
  /** Changes the quality; the film goes on at its position. */
  choose(quality: Quality): void;
  /** Stops loading. The video element is empty afterwards. */
  close(): void;
}

/**
 * Plays adaptive films. It asks for each part until it has come, and renews expired addresses without a stop
 * (`core/rules/learning/film-stream.ts` decides when). It does not choose captions, speed or volume: the video element
 * has them.
 */
export interface FilmStreams {
  /** Returns null where the browser cannot play such films by script. Rejects when the code cannot be loaded. */
  open(options: FilmStreamOptions): Promise<FilmStream | null>;
  /** Returns the text at an address, null when it cannot be loaded. */
  readText(address: string): Promise<string | null>;
}
