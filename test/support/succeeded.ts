import type { CallFailure, Result } from '#core/rules/result.ts';

/** The value of a call that has to succeed. */
export function succeeded<Value>(result: Result<Value, CallFailure>): Value {
  if (!result.ok) {
    throw new Error(`Refused: ${result.error.code} (${result.error.status}) ${result.error.detail}`);
  }
  return result.value;
}
