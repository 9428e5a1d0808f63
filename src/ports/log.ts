/** Facts of an event as data. Never a password, token, card number or whole address. */
export type LogFacts = Readonly<Record<string, unknown>>;

/**
 * Where the server reports what happened, for operators. Never throws and never waits; an entry may be lost when the
 * process dies. `event` is a stable short name such as `request_failed`; everything that varies is in the facts.
 */
export interface Log {
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  /** `cause` is what was thrown; its stack is kept. */
  error(event: string, cause: unknown, facts?: LogFacts): void;
}
