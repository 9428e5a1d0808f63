/**
 * Runs a task once, at least `milliseconds` later and never during the call itself. In a background tab it
 * may run much later. Tasks that are due at the same time run in the order of the calls.
 */
export interface Timers {
  /** Returns a function that cancels the task; it does nothing after the task has run. */
  schedule(milliseconds: number, task: () => void): () => void;
}
