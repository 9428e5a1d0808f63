import type { ErrorReporting } from '#ports/error-reporting.ts';

/** Error reporting that stores its reports in memory. */
export interface MemoryErrorReporting extends ErrorReporting {
  /** One line per report: `applyCoupon UNKNOWN`, or `crashed` with the error's message. */
  readonly lines: readonly string[];
}

export function createMemoryErrorReporting(): MemoryErrorReporting {
  const lines: string[] = [];
  return {
    lines,
    callFailed({ operation, code }) {
      lines.push(`${operation} ${code}`);
    },
    crashed(error) {
      lines.push(`crashed ${error instanceof Error ? error.message : String(error)}`);
    },
  };
}
