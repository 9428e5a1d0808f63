/**
 * Reports failures to the people who run the shop.
 *
 * Promises: never throws, never waits, and never passes on what was typed or a token: of a failed call only the
 * operation's name, code and status.
 */
export interface ErrorReporting {
  /** A call to the server failed in an expected way. `status` is 0 when there was no response. */
  callFailed(report: { readonly operation: string; readonly code: string; readonly status: number }): void;
  /** An exception that should not happen. */
  crashed(error: unknown): void;
}
