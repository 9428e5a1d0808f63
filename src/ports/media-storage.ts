/** A file of the storage, as it was when it was looked up: this and nothing more. */
export interface StoredMedia {
  readonly name: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Another one whenever the content is another. Printable ASCII without quotes and spaces: it becomes an `ETag`. */
  readonly version: string;
}

/** Part of a file: first and last byte, both included. Both lie within the file. */
export interface MediaRange {
  readonly first: number;
  readonly last: number;
}

/** What is to be stored: all bytes of a file, and how many there are. */
export interface NewMedia {
  readonly name: string;
  readonly size: number;
  readonly content: ReadableStream<Uint8Array>;
}

/**
 * Stores the films of lessons and trailers, with their drawings, captions and texts, under names like
 * `one-key.de.vtt`. Whoever may get a file is checked before; the media type follows from the name.
 *
 * Promises: a missing file is null, never an error; so is a text that is no such name (lower case letters, digits and
 * `-`, then one or more endings that begin with a dot), whatever a path in it would lead to. When the storage cannot
 * be reached, the calls reject, and work again once it is back. An aborted `signal` ends a call that is under way, and
 * makes an open stream fail. Nothing stays open behind a stream that was read to its end, cancelled or aborted. Calls
 * at the same time do not influence each other; no call leaves an interval, a timer that keeps the process alive, a
 * line on the console or a change of the process. A storage that needs long to look files up may remember for some
 * seconds what `find` returned, and then knows of a change that much later; `read` always asks for the version that it
 * is given.
 *
 * The shop stores the films that it makes under names that begin with `film-`; the same name never gets another
 * content. A file that is being stored is found when all of it is there; when `store` rejects, nothing is, and nothing
 * is left of it. The kit does not see whether a file that is replaced by one of the same size and time gets another
 * version.
 */
export interface MediaStorage {
  find(name: string, signal?: AbortSignal): Promise<StoredMedia | null>;
  /** Exactly the bytes of the range. Null when the file is gone or has another version by now. */
  read(
    file: StoredMedia,
    range: MediaRange,
    signal?: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /**
   * Stores a file, in place of one with this name. Rejects for a name that is none, and within ten seconds when there
   * are more bytes than `size` or the stream ends before.
   */
  store(file: NewMedia, signal?: AbortSignal): Promise<void>;
  /** Removes a file; one that is missing is no error. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
  /**
   * A storage that browsers can reach: an address of the file that works for anybody until `end` (milliseconds since
   * 1970), with `Range` and CORS; the same for the same end, so that caches serve many viewers. Null for what is no
   * name of a file, and for a file that the shop has to send itself, as all of a storage without this.
   */
  addressOf?(name: string, end: number): Promise<string | null>;
}
