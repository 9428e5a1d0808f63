/**
 * The result of an operation that can fail in an expected way: a value, or an error whose codes form a closed
 * union. Bugs and outages are thrown instead.
 */
export type Result<Value, Failure> = Ok<Value> | Err<Failure>;

interface Ok<Value> {
  readonly ok: true;
  readonly value: Value;
}

interface Err<Failure> {
  readonly ok: false;
  readonly error: Failure;
}

/** Creates a success. */
export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value };
}

/** Creates an expected failure. */
export function err<Failure>(error: Failure): Err<Failure> {
  return { ok: false, error };
}

/** Converts the value of a success; returns a failure unchanged. */
export function mapResult<Value, Failure, Next>(
  result: Result<Value, Failure>,
  turn: (value: Value) => Next,
): Result<Next, Failure> {
  return result.ok ? ok(turn(result.value)) : result;
}

/**
 * An expected failure of a call to the server. `code` is the error code of the server (each has a text in
 * locales `error`), `NETWORK` without a response, or `UNREADABLE_ANSWER` for a response that does not match
 * its schema. `detail` is the message of the server in the shopper's language. `fields` contains the message
 * of each invalid input, by the input's name.
 */
export interface CallFailure {
  readonly code: string;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before the next call, if the server's response says so. */
  readonly retryAfter?: number;
  /** The raw response body, for callers that show or store it; absent when it could not be read. */
  readonly body?: unknown;
}

/** Creates the failure that a call with this code would have. */
export function failureOf(code: string): CallFailure {
  return { code, detail: '', fields: {} };
}

const outages = ['NETWORK', 'UNREADABLE_ANSWER', 'UNAVAILABLE', 'PAYMENT_UNAVAILABLE', 'INTERNAL'];

/** Returns whether the server was not reached or failed, so that the outcome of the call is unknown. */
export function isOutage({ code }: Pick<CallFailure, 'code'>): boolean {
  return outages.includes(code);
}
