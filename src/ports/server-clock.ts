/** The server's time. Demo mode can move it forward (test clock); nothing else on the server asks the system for the time. */
export interface Clock {
  /** Milliseconds since the epoch, never going backwards within one process. */
  now(): number;
}
