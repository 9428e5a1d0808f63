import { afterEach, expect, test, vi } from 'vitest';
import { withTimeout } from '#server/platform/with-timeout.ts';

afterEach(() => vi.restoreAllMocks());

/** A limit that is over when the test says so. */
function limit() {
  const timer = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
  return () => timer.abort(new DOMException('late', 'TimeoutError'));
}

test('a call that ignores its signal is given up when it is late', async () => {
  const end = limit();
  let given: AbortSignal | null = null;
  const late = withTimeout(10, (signal) => {
    given = signal;
    return new Promise(() => {});
  });
  end();
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(given).toMatchObject({ aborted: true, reason: { name: 'TimeoutError' } });
});

test('what a call has opened in time stays open', async () => {
  const end = limit();
  const signal = await withTimeout(10, (given) => given);
  end();
  expect(signal.aborted).toBe(false);
  await expect(withTimeout(10, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
