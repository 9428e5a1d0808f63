/** A file of the storage, as it was when it was looked up. */
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

/**
 * Stores the films of lessons and trailers, with their drawings, captions and texts, under names like
 * `one-key.de.vtt`. Whoever may get a file is checked before; the media type follows from the name.
 *
 * Promises: a missing file is null, never an error; so is a text that is no such name (lower case letters, digits and
 * `-`, then one or more endings that begin with a dot), whatever a path in it would lead to. When the storage cannot
 * be reached, the calls reject, and work again once it is back. An aborted `signal` ends a call that is under way, and
 * makes an open stream fail. Nothing stays open behind a stream that was read to its end, cancelled or aborted. Calls
 * at the same time do not influence each other. A storage that needs long to look files up may remember them for some
 * seconds.
 */
export interface MediaStorage {
  find(name: string, signal?: AbortSignal): Promise<StoredMedia | null>;
  /** Exactly the bytes of the range. Null when the file is gone or has another version by now. */
  read(
    file: StoredMedia,
    range: MediaRange,
    signal?: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
}
