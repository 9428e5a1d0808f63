/**
 * Provides the time of this device. Never throws. The time can jump when the clock of the device is changed.
 */
export interface Clock {
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
}

/**
 * Provides the time of the server. In demo mode it can be moved forward (test clock); all server code uses
 * this port.
 */
export interface ServerClock {
  /** Returns the time in milliseconds since the epoch; it never goes backwards within one process. */
  now(): number;
}

/**
 * Runs a task once, at least `milliseconds` later and never during the call itself. In a background tab it
 * may run much later. Tasks that are due at the same time run in the order of the calls.
 */
export interface Timers {
  /** Returns a function that cancels the task; it does nothing after the task has run. */
  schedule(milliseconds: number, task: () => void): () => void;
}
