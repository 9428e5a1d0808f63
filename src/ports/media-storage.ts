/** Metadata of a stored file at the time of the lookup. */
export interface StoredMedia {
  readonly name: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Changes whenever the content changes. Printable ASCII without quotes and spaces: it becomes an `ETag`. */
  readonly version: string;
}

/** A byte range of a file, `first` and `last` included. Both lie within the file. */
export interface MediaRange {
  readonly first: number;
  readonly last: number;
}

/** A file to store. `size` is the number of bytes in `content`. */
export interface NewMedia {
  readonly name: string;
  readonly size: number;
  readonly content: ReadableStream<Uint8Array>;
}

/**
 * Stores the films of lessons and trailers, with their poster images, captions and texts, under names like
 * `one-key.de.vtt`. The caller checks access before; the media type follows from the name.
 *
 * Promises: a missing file is null, never an error. So is an invalid name, whatever path it contains; a valid name has
 * lower case letters, digits and `-`, then one or more endings that begin with a dot. When the storage cannot be
 * reached, calls reject, and work again once it is back. An aborted `signal` ends a running call and makes an open
 * stream fail. A stream that was read to its end, cancelled or aborted leaves nothing open. Concurrent calls do not
 * influence each other. No call leaves an interval or a timer that keeps the process alive, writes to the console, or
 * changes state of the process. A storage with slow lookups may cache the results of `find` for some seconds, so it
 * sees changes that much later; `read` always requests the given version.
 *
 * The shop stores its own films under names that begin with `film-`; the content under such a name never changes. A
 * stored file can be found only when it is complete; if `store` rejects, nothing of it is found or left. The
 * conformance kit does not check whether a file gets a new version when it is replaced by one with the same size and
 * time.
 */
export interface MediaStorage {
  find(name: string, signal?: AbortSignal): Promise<StoredMedia | null>;
  /** Returns exactly the bytes of the range. Null when the file was removed or its version has changed. */
  read(
    file: StoredMedia,
    range: MediaRange,
    signal?: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /**
   * Stores a file and replaces one with the same name. Rejects for an invalid name, and within ten seconds when the
   * stream has more or fewer bytes than `size`.
   */
  store(file: NewMedia, signal?: AbortSignal): Promise<void>;
  /** Removes a file; a missing file is no error. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
  /**
   * Returns a public URL of the file that works until `end` (milliseconds since the epoch), with `Range` and CORS. The
   * same `end` gives the same URL, so that caches can serve many viewers. Null for an invalid name and for a file that
   * the shop has to serve itself. Absent if browsers cannot reach the storage.
   */
  addressOf?(name: string, end: number): Promise<string | null>;
}
