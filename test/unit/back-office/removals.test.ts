import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRemovals, undoTime } from '#back-office/kit/removals/removals.ts';

let removed: string[];
let offered: (string | null)[];
let removals: ReturnType<typeof createRemovals>;

beforeEach(() => {
  vi.useFakeTimers();
  removed = [];
  offered = [];
  removals = createRemovals(
    (key) => removed.push(key),
    (key) => offered.push(key),
  );
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
