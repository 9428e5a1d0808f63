import { data } from 'react-router';
import type { CallFailure } from '#core/rules/failure.ts';
import type { Result } from '#core/rules/result.ts';

/**
 * The value of a page's main call, for loaders that cannot show anything without it.
 * @throws Response data with status 404 when the host does not have it or keeps it to itself, 410 when it is sold no
 * more, else 503.
 */
export function answerOrThrow<Value>(answer: Result<Value, CallFailure>): Value {
  if (answer.ok) return answer.value;
  const { status } = answer.error;
  const isHidden = [401, 403, 404, 422].includes(status);
  throw data(null, { status: status === 410 ? 410 : isHidden ? 404 : 503 });
}
