/** Creates unique ids that cannot be guessed. */
export interface Ids {
  /** Returns a random UUID in lower case. */
  uuid(): string;
}
