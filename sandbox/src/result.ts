import type { Result } from 'meisterhand/rules';

type Success<Value> = Extract<Result<Value, never>, { readonly ok: true }>;
type Failure<Error> = Extract<Result<never, Error>, { readonly ok: false }>;

// Same as in `meisterhand/rules`, whose import would add all rules of the shop to the scripts of the payment step.

export function ok<Value>(value: Value): Success<Value> {
  return { ok: true, value };
}

export function err<Error>(error: Error): Failure<Error> {
  return { ok: false, error };
}
