import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRemovals, undoTime } from '#back-office/kit/removals/removals.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';

let removed: string[];
let offered: (string | null)[];
let refused: (readonly [key: string, code: string])[];
let removals: ReturnType<typeof createRemovals>;
/** What the server answers to a removal. */
let answer: (key: string) => Result<unknown, CallFailure>;

beforeEach(() => {
  vi.useFakeTimers();
  removed = [];
  offered = [];
  refused = [];
  answer = () => ok(null);
  removals = createRemovals({
    async send(key) {
      const told = answer(key);
      removed.push(key);
      return told;
    },
    offer: (key) => offered.push(key),
    refuse: (key, { code }) => refused.push([key, code]),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

test('a removal is made when it was not taken back in time', () => {
  removals.begin('a');
  vi.advanceTimersByTime(undoTime - 1);
  expect([removed, offered]).toEqual([[], ['a']]);
  vi.advanceTimersByTime(1);
  expect([removed, offered]).toEqual([['a'], ['a', null]]);
});

test('a removal that was taken back is never made, however often', () => {
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

test('the next removal ends the time of the one before, whose undo does not reach it any more', () => {
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

test('leaving the screen removes at once, and once', () => {
  removals.begin('a');
  removals.settle();
  removals.settle();
  vi.advanceTimersByTime(undoTime);
  expect(removed).toEqual(['a']);
});

test('what could not be removed is told, and one whose answer was lost ends well when it is repeated', async () => {
  const gone = new Set<string>();
  const lost = (key: string) => {
    if (gone.has(key)) return err(failureOf('NOT_FOUND'));
    gone.add(key);
    return err(failureOf('NETWORK'));
  };
  for (const [next, told] of [
    [() => err(failureOf('FORBIDDEN')), ['a', 'FORBIDDEN']],
    [lost, ['a', 'NETWORK']],
    [lost, null],
    [lost, null],
  ] as const) {
    [answer, refused] = [next, []];
    removals.begin('a');
    await vi.advanceTimersByTimeAsync(undoTime);
    expect(refused).toEqual(told === null ? [] : [told]);
  }
  expect(removed).toEqual(['a', 'a', 'a', 'a']);
});
