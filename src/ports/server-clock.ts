/**
 * Provides the time of the server. In demo mode it can be moved forward (test clock); all server code uses
 * this port.
 */
export interface Clock {
  /** Returns the time in milliseconds since the epoch; it never goes backwards within one process. */
  now(): number;
}
