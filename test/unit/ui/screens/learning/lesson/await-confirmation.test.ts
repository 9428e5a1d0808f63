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

test('a held lesson is asked for after every answer, and its page is loaded anew only when it opens', async () => {
  const answers = [
    ok({ hold: holdWith('/1.pdf') }),
    err(failureOf('NETWORK')),
    ok({ hold: holdWith('/2.pdf') }),
    err(failureOf('INTERNAL')),
    ok({ hold: null }),
  ];
  const said: unknown[] = [];
  const end = awaitConfirmation({
    ask: async () => answers.shift() ?? ok({ hold: null }),
    onHeld: ({ confirmation_url }) => said.push(confirmation_url),
    onOver: async () => void said.push('loaded'),
  });
  const held = ['/1.pdf', '/1.pdf', '/1.pdf /2.pdf', '/1.pdf /2.pdf', '/1.pdf /2.pdf loaded'];
  // The page may come from a server process that did not know of the confirmation yet.
  for (const words of [...held, '/1.pdf /2.pdf loaded loaded']) {
    await vi.advanceTimersByTimeAsync(interval);
    expect(said.join(' ')).toBe(words);
  }
  end();
  await vi.advanceTimersByTimeAsync(10 * interval);
  expect(said).toHaveLength(4);
});

test.each<[string, Result<{ readonly hold: LessonHold }, CallFailure>]>([
  ['was taken away', err(failureOf('FORBIDDEN'))],
  ['is not there any more', err(failureOf('GONE'))],
  ['waits for something else', ok({ hold: { ...holdWith('/1.pdf'), reason: 'EARLY_START' as const } })],
])('the page of a lesson that %s meanwhile is loaded, which says so', async (_, answer) => {
  const onHeld = vi.fn();
  const onOver = vi.fn(async (): Promise<void> => end());
  const end = awaitConfirmation({ ask: async () => answer, onHeld, onOver });
  await vi.advanceTimersByTimeAsync(10 * interval);
  expect(onHeld).not.toHaveBeenCalled();
  expect(onOver, 'left with the first load').toHaveBeenCalledOnce();
});

test('the answer to a page that was left changes nothing', async () => {
  const asked = Promise.withResolvers<Result<{ readonly hold: null }, CallFailure>>();
  const onOver = vi.fn(async () => undefined);
  const end = awaitConfirmation({ ask: () => asked.promise, onHeld: () => undefined, onOver });
  await vi.advanceTimersByTimeAsync(interval);
  end();
  asked.resolve(ok({ hold: null }));
  await vi.advanceTimersByTimeAsync(10 * interval);
  expect(onOver).not.toHaveBeenCalled();
});
