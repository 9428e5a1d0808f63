/** Fresh ids. No two are the same, and none can be guessed. */
export interface Ids {
  /** A random UUID in lower case. */
  uuid(): string;
}
