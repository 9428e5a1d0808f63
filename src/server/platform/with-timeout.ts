/**
 * Calls with a timeout in milliseconds, even if the call ignores its signal. When it is late, aborts the signal and
 * rejects with a `TimeoutError`. The signal is never aborted after the call has ended, so that a stream which the call
 * returned stays open.
 */
export async function withTimeout<Value>(
  milliseconds: number,
  call: (signal: AbortSignal) => Value | Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const timer = AbortSignal.timeout(milliseconds);
  const isLate = Promise.withResolvers<never>();
  const end = () => {
    ending.abort(timer.reason);
    isLate.reject(timer.reason);
  };
  timer.addEventListener('abort', end);
  try {
    return await Promise.race([call(ending.signal), isLate.promise]);
  } finally {
    timer.removeEventListener('abort', end);
  }
}
