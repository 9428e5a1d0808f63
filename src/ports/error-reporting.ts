/**
 * Where failures are told to the people who run the shop.
 *
 * Promises: never throws, never waits, and never passes on what was typed or a token: of a failed call only the
 * operation's name, code and status.
 */
export interface ErrorReporting {
  /** A call to the host failed, as expected failures do (specification §8). `status` is 0 when no answer came. */
  callFailed(report: { readonly operation: string; readonly code: string; readonly status: number }): void;
  /** A bug: something threw that should not. */
  crashed(error: unknown): void;
}
