import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRemovals, undoTime } from '#back-office/kit/removals/removals.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';

let removed: string[];
let offered: (string | null)[];
let refused: (readonly [key: string, code: string])[];
let removals: ReturnType<typeof createRemovals>;
/** The response of the server to a removal. */
let respond: (key: string) => Result<unknown, CallFailure>;

beforeEach(() => {
  vi.useFakeTimers();
  removed = [];
  offered = [];
  refused = [];
  respond = () => ok(null);
  removals = createRemovals({
    async send(key) {
      removed.push(key);
      return respond(key);
    },
    offer: (key) => offered.push(key),
    refuse: (key, { code }) => refused.push([key, code]),
  });
});

afterEach(() => void vi.useRealTimers());

test('a removal is sent unless it is undone in time', () => {
  removals.begin('a');
  vi.advanceTimersByTime(undoTime - 1);
  expect([removed, offered]).toEqual([[], ['a']]);
  vi.advanceTimersByTime(1);
  expect([removed, offered]).toEqual([['a'], ['a', null]]);
});

test('a removal that was undone is never sent, and can be started again', () => {
  removals.begin('a');
  removals.undo();
  removals.undo();
  vi.advanceTimersByTime(undoTime);
  removals.settle();
  expect([removed, offered]).toEqual([[], ['a', null]]);
  removals.begin('a');
  vi.advanceTimersByTime(undoTime);
  expect(removed).toEqual(['a']);
});

test('the next removal sends the one before, which can no longer be undone', () => {
  removals.begin('a');
  vi.advanceTimersByTime(undoTime - 1);
  removals.begin('b');
  expect(removed).toEqual(['a']);
  vi.advanceTimersByTime(1);
  expect(removed).toEqual(['a']);
  removals.undo();
  vi.advanceTimersByTime(undoTime);
  expect([removed, offered.at(-1)]).toEqual([['a'], null]);
});

test('leaving the screen sends a removal at once, and only once', () => {
  removals.begin('a');
  removals.settle();
  removals.settle();
  vi.advanceTimersByTime(undoTime);
  expect(removed).toEqual(['a']);
});

test('a failed removal is reported; after a lost response, NOT_FOUND is a success', async () => {
  const gone = new Set<string>();
  const lost = (key: string) => {
    if (gone.has(key)) return err(failureOf('NOT_FOUND'));
    gone.add(key);
    return err(failureOf('NETWORK'));
  };
  for (const [next, failure] of [
    [() => err(failureOf('FORBIDDEN')), ['a', 'FORBIDDEN']],
    [lost, ['a', 'NETWORK']],
    [lost, null],
    [lost, null],
  ] as const) {
    [respond, refused] = [next, []];
    removals.begin('a');
    await vi.advanceTimersByTimeAsync(undoTime);
    expect(refused).toEqual(failure === null ? [] : [failure]);
  }
  expect(removed).toEqual(['a', 'a', 'a', 'a']);
});
