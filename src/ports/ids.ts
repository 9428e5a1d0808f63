/** Creates unique ids that cannot be guessed. */
export interface Ids {
  /** Returns a random UUID in lower case. */
  uuid(): string;
}

/** Creates ids, tokens and codes that cannot be guessed. All server code uses this port for random values. */
export interface ServerIds {
  /** Returns a time-ordered UUID (version 7) for a database row. */
  uuid(): string;
  /** Returns `bytes` random bytes as base64url, for a token; 16 bytes are 128 bits. */
  token(bytes: number): string;
  /**
   * Returns a code of `length` upper-case letters and digits, without characters that look alike and without
   * separators.
   */
  code(length: number): string;
}
