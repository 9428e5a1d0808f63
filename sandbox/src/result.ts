import type { Result } from 'meisterhand/rules';

type Success<Value> = Extract<Result<Value, never>, { readonly ok: true }>;
type Failure<Error> = Extract<Result<never, Error>, { readonly ok: false }>;

// As those of `meisterhand/rules`, which would bring all rules of the shop into the scripts of the payment step.

export function ok<Value>(value: Value): Success<Value> {
  return { ok: true, value };
}

export function err<Error>(error: Error): Failure<Error> {
  return { ok: false, error };
}
