/**
 * Provides the time of this device. Never throws. The time can jump when the clock of the device is changed.
 */
export interface Clock {
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
}
