/**
 * Reports failures to the operators of the shop.
 *
 * Promises: never throws and never delays the caller. Reports contain no user input and no tokens; of a
 * failed call only the name of the operation and the code.
 */
export interface ErrorReporting {
  /** Reports a call to the server that failed in an expected way. */
  callFailed(report: { readonly operation: string; readonly code: string }): void;
  /** Reports an unexpected exception. */
  crashed(error: unknown): void;
}
