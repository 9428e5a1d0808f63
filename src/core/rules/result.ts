/** An expected outcome as data: a value, or an error with a code from a closed union. Bugs and outages throw instead. */
export type Result<Value, Failure> = Ok<Value> | Err<Failure>;

interface Ok<Value> {
  readonly ok: true;
  readonly value: Value;
}

interface Err<Failure> {
  readonly ok: false;
  readonly error: Failure;
}

/** Wraps a success. */
export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value };
}

/** Wraps an expected failure. */
export function err<Failure>(error: Failure): Err<Failure> {
  return { ok: false, error };
}

/** The same outcome with its value turned into another; a failure stays as it is. */
export function mapResult<Value, Failure, Next>(
  result: Result<Value, Failure>,
  turn: (value: Value) => Next,
): Result<Next, Failure> {
  return result.ok ? ok(turn(result.value)) : result;
}

/**
 * An expected failure of a call to the server, as ports answer it. `code` is the server's code (each has a sentence in
 * locales `error`), or `NETWORK` when no response came, or `UNREADABLE_ANSWER` when it did not fit its schema.
 * `detail` is the server's sentence in the shopper's language, `fields` names the inputs at fault by JSON pointer.
 */
export interface CallFailure {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;
}
