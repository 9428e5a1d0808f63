import type { CallFailure, Result } from '#core/rules/basics/result.ts';

/** Returns the value of a successful result; throws for a failure. */
export function succeeded<Value>(result: Result<Value, CallFailure>): Value {
  if (!result.ok) {
    throw new Error(`Refused: ${result.error.code} ${result.error.detail}`);
  }
  return result.value;
}
