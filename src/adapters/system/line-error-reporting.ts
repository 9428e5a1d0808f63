import type { ErrorReporting } from '#ports/error-reporting.ts';

/** Writes one line per failure: to the browser's console, or to the server's log while it renders. */
export function createLineErrorReporting(write: (line: string, error?: unknown) => void): ErrorReporting {
  return {
    callFailed({ operation, code }) {
      write(`${operation} failed: ${code}`);
    },
    crashed(error) {
      write('Unexpected error', error);
    },
  };
}
