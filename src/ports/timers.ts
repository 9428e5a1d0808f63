/**
 * Work for later. Promises to run `task` once, not before `milliseconds` have passed and never within the call itself;
 * a sleeping tab may run it much later. Tasks of equal time run in the order they were handed in.
 */
export interface Timers {
  /** Answers how to call the task off; calling it off after it ran does nothing. */
  schedule(milliseconds: number, task: () => void): () => void;
}
