import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LessonHold } from '#core/model/learning.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';
import { awaitConfirmation } from '#ui/screens/learning/lesson/await-confirmation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const interval = 1_500;
const holdWith = (confirmation_url: string): LessonHold => ({
  reason: 'CONFIRMATION',
  order_id: 'o1',
  confirmation_url,
  opens_on: null,
});

test('a held lesson is polled also after failures, and its page reloads only when it opens', async () => {
  const responses = [
    ok({ hold: holdWith('/1.pdf') }),
    err(failureOf('NETWORK')),
    ok({ hold: holdWith('/2.pdf') }),
    err(failureOf('INTERNAL')),
    ok({ hold: null }),
  ];
  const reported: unknown[] = [];
  const end = awaitConfirmation({
    ask: async () => responses.shift() ?? ok({ hold: null }),
    onHeld: ({ confirmation_url }) => reported.push(confirmation_url),
    onOver: async () => void reported.push('loaded'),
  });
  const held = ['/1.pdf', '/1.pdf', '/1.pdf /2.pdf', '/1.pdf /2.pdf', '/1.pdf /2.pdf loaded'];
  // The page may come from a server process that did not know of the confirmation yet.
  for (const expected of [...held, '/1.pdf /2.pdf loaded loaded']) {
    await vi.advanceTimersByTimeAsync(interval);
    expect(reported.join(' ')).toBe(expected);
  }
  end();
  await vi.advanceTimersByTimeAsync(10 * interval);
  expect(reported).toHaveLength(4);
});

test.each<[string, Result<{ readonly hold: LessonHold }, CallFailure>]>([
  ['was taken away', err(failureOf('FORBIDDEN'))],
  ['is not there any more', err(failureOf('GONE'))],
  ['waits for something else', ok({ hold: { ...holdWith('/1.pdf'), reason: 'EARLY_START' as const } })],
])('the page reloads once if the lesson %s', async (_, response) => {
  const onHeld = vi.fn();
  const onOver = vi.fn(async (): Promise<void> => end());
  const end = awaitConfirmation({ ask: async () => response, onHeld, onOver });
  await vi.advanceTimersByTimeAsync(10 * interval);
  expect(onHeld).not.toHaveBeenCalled();
  expect(onOver, 'left with the first load').toHaveBeenCalledOnce();
});

test('a response that arrives after the page was left reloads nothing', async () => {
  const response = Promise.withResolvers<Result<{ readonly hold: null }, CallFailure>>();
  const onOver = vi.fn(async () => undefined);
  const end = awaitConfirmation({ ask: () => response.promise, onHeld: () => undefined, onOver });
  await vi.advanceTimersByTimeAsync(interval);
  end();
  response.resolve(ok({ hold: null }));
  await vi.advanceTimersByTimeAsync(10 * interval);
  expect(onOver).not.toHaveBeenCalled();
});
