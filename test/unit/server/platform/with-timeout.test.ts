import { afterEach, expect, test, vi } from 'vitest';
import { withTimeout } from '#server/platform/with-timeout.ts';

afterEach(() => vi.restoreAllMocks());

/** Replaces the timeout by one that ends when the returned function is called. */
function mockTimeout() {
  const timer = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
  return () => timer.abort(new DOMException('late', 'TimeoutError'));
}

test('a call that ignores its signal is rejected after the timeout', async () => {
  const end = mockTimeout();
  let given: AbortSignal | null = null;
  const late = withTimeout(10, (signal) => {
    given = signal;
    return new Promise(() => {});
  });
  end();
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(given).toMatchObject({ aborted: true, reason: { name: 'TimeoutError' } });
});

test('a call that ends in time is not aborted later, and its errors are passed on', async () => {
  const end = mockTimeout();
  const signal = await withTimeout(10, (given) => given);
  end();
  expect(signal.aborted).toBe(false);
  await expect(withTimeout(10, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
