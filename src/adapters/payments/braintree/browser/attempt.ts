import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { TokenizeFailure } from '#ports/card-tokenizer.ts';
import { failureOf } from './tokenize-failure.ts';

export interface AttemptLimits {
  readonly window: Pick<Window, 'setTimeout' | 'clearTimeout'>;
  /** Milliseconds; the provider's own limits are a minute and more, or none. */
  readonly limit: number;
  /** Aborted when the fields are torn down. */
  readonly signal: AbortSignal;
}

/**
 * Asks the provider's code for something, for at most `limit` milliseconds and never beyond a teardown. Whatever it
 * throws, also at once, ends as a failure of ours; what comes too late is given to `discard`.
 */
export function attempt<Value>(
  { window, limit, signal }: AttemptLimits,
  ask: () => Promise<Value>,
  discard: (late: Value) => unknown = () => {},
): Promise<Result<Value, TokenizeFailure>> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = (result: Result<Value, TokenizeFailure>) => {
      isOver = true;
      window.clearTimeout(timer);
      signal.removeEventListener('abort', tearDown);
      resolve(result);
    };
    const tearDown = () => end(err({ code: 'PROVIDER_ERROR' }));
    const timer = window.setTimeout(() => end(err({ code: 'TIMED_OUT' })), limit);
    if (signal.aborted) return tearDown();
    signal.addEventListener('abort', tearDown);
    new Promise<Value>((given) => given(ask())).then(
      (value) => (isOver ? discard(value) : end(ok(value))),
      (error: unknown) => end(err(failureOf(error))),
    );
  });
}
