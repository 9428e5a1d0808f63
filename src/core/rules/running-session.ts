/** A device on which a learner is logged in. */
export interface RunningSession {
  readonly id: string;
  /** Browser and system, for example `Firefox, Windows`; empty when they were not said. */
  readonly device: string;
  /** Moments in ISO 8601; the last use is known to the minute. */
  readonly created_at: string;
  readonly last_used_at: string;
  /** The session of whoever asks. */
  readonly is_current: boolean;
}
