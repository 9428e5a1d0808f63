import { afterEach, expect, test, vi } from 'vitest';
import { shopAnswers } from '#ui/components/parts/shop-answers.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the shop is asked once for links that come into sight together, and again later; no answer is no', async () => {
  vi.useFakeTimers();
  // Past whatever another test has asked.
  vi.advanceTimersByTime(1e9);
  const answers = [
    () => new Response(null),
    () => new Response(null, { status: 503 }),
    () => Response.error(),
  ];
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (...request: unknown[]) => {
    asked.push(request);
    const answer = answers[asked.length - 1]?.();
    if (answer === undefined || answer.type === 'error') throw new TypeError('Failed to fetch');
    return answer;
  });
  expect(await Promise.all([shopAnswers(), shopAnswers()])).toEqual([true, true]);
  vi.advanceTimersByTime(3_000);
  expect([await shopAnswers(), asked.length]).toEqual([true, 1]);
  vi.advanceTimersByTime(1);
  expect(await shopAnswers()).toBe(false);
  vi.advanceTimersByTime(3_001);
  expect(await shopAnswers()).toBe(false);
  expect(asked).toEqual(Array(3).fill(['/healthz', { method: 'HEAD' }]));
});
