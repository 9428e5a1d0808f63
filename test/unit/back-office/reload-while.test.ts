import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeatWhileUsed } from '#back-office/kit/use-reload-while.ts';

let page: EventTarget & { hidden: boolean };
let loads: number;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  loads = 0;
  end = repeatWhileUsed(async () => {
    loads += 1;
  });
});

afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const second = 1_000;
const minute = 60 * second;

test('a screen reloads until it is unused for ten minutes, and again after the next input', async () => {
  await vi.advanceTimersByTimeAsync(9 * second);
  expect(loads).toBe(3);
  await vi.advanceTimersByTimeAsync(9 * minute - 9 * second);
  page.dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(10 * minute);
  const whole = loads;
  expect(whole).toBe(19 * 20 - 1);
  await vi.advanceTimersByTimeAsync(30 * minute);
  expect(loads).toBe(whole);
  page.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(3 * second);
  expect(loads).toBe(whole + 1);
});

test('a hidden screen does not reload until it is visible', async () => {
  page.hidden = true;
  await vi.advanceTimersByTimeAsync(minute);
  expect(loads).toBe(0);
  page.hidden = false;
  await vi.advanceTimersByTimeAsync(3 * second);
  expect(loads).toBe(1);
});

test('a screen that becomes visible again reloads without input', async () => {
  const setHidden = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  setHidden(true);
  await vi.advanceTimersByTimeAsync(30 * minute);
  setHidden(false);
  await vi.advanceTimersByTimeAsync(3 * second);
  expect(loads).toBe(1);
  setHidden(true);
  await vi.advanceTimersByTimeAsync(30 * minute);
  page.hidden = false;
  await vi.advanceTimersByTimeAsync(3 * second);
  expect(loads, 'hiding is not use').toBe(1);
});

test('a screen that was left does not reload', async () => {
  end();
  await vi.advanceTimersByTimeAsync(minute);
  expect(loads).toBe(0);
});

test('a screen that is left during a reload does not reload again', async () => {
  const loaded = Promise.withResolvers<void>();
  const work = vi.fn(() => loaded.promise);
  const leave = repeatWhileUsed(work);
  await vi.advanceTimersByTimeAsync(9 * second);
  expect(work, 'one load at a time').toHaveBeenCalledOnce();
  leave();
  loaded.resolve();
  await vi.advanceTimersByTimeAsync(minute);
  expect(work).toHaveBeenCalledOnce();
});
