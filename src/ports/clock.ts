/** The time. Never throws; may jump, when somebody sets the clock. Calendar days are made of it by `core/rules`. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
