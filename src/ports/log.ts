/** Data of a log entry. Must not contain a password, token or complete address. Card numbers are always masked. */
export type LogFacts = Readonly<Record<string, unknown>>;

/**
 * Writes log entries of the server, for operators. Never throws and never delays the caller; entries may be
 * lost when the process is killed. `event` is a constant short name such as `request_failed`; `facts`
 * contains all variable data.
 */
export interface Log {
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  /** Logs an error. `cause` is the thrown value; its stack is logged too. */
  error(event: string, cause: unknown, facts?: LogFacts): void;
}
