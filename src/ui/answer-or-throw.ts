import { data } from 'react-router';
import type { CallFailure } from '#core/rules/failure.ts';
import type { Result } from '#core/rules/result.ts';

/**
 * The value of a page's main call, for loaders that cannot show anything without it.
 * @throws Response data with status 404 when the host does not have it or keeps it to itself, else 503.
 */
export function answerOrThrow<Value>(answer: Result<Value, CallFailure>): Value {
  if (answer.ok) return answer.value;
  const isHidden = [401, 403, 404, 422].includes(answer.error.status);
  throw data(null, { status: isHidden ? 404 : 503 });
}
