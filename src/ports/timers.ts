/**
 * Runs tasks later. Promises to run `task` once, not before `milliseconds` have passed and never within the call
 * itself; a sleeping tab may run it much later. Tasks of equal time run in the order they were handed in.
 */
export interface Timers {
  /** Returns a function that cancels the task; it does nothing after the task has run. */
  schedule(milliseconds: number, task: () => void): () => void;
}
