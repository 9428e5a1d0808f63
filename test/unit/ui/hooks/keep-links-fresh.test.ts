import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';
import { keepLinksFresh } from '#ui/hooks/keep-links-fresh.ts';

const minute = 60_000;

/** The document: its events and whether it is visible. */
let page: EventTarget & { visibilityState: string };

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Keeps the links of a page fresh. Calls fail with these codes in turn, then succeed. */
function keep(...codes: string[]) {
  const ask = vi.fn(async (): Promise<Result<unknown, CallFailure>> => {
    const code = codes.shift();
    return code === undefined ? ok(null) : err(failureOf(code));
  });
  const reload = vi.fn(async () => undefined);
  return { ask, reload, end: keepLinksFresh({ ask, reload }) };
}

test('a page reloads every ten minutes until it is left', async () => {
  const { ask, reload, end } = keep();
  await vi.advanceTimersByTimeAsync(10 * minute - 1);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(reload).toHaveBeenCalledTimes(2);
  end();
  await vi.advanceTimersByTimeAsync(30 * minute);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a failed call is retried after a minute, and the page reloads only after a success', async () => {
  const { ask, reload, end } = keep('NETWORK', 'UNAVAILABLE');
  await vi.advanceTimersByTimeAsync(11 * minute);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(minute);
  expect(reload).toHaveBeenCalledOnce();
  end();
});

test('NOT_FOUND counts as a response, after which the page reloads', async () => {
  const { reload, end } = keep('NOT_FOUND');
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(reload).toHaveBeenCalledOnce();
  end();
});

test('a hidden page reloads when it becomes visible', async () => {
  page.visibilityState = 'hidden';
  const { ask, reload, end } = keep();
  await vi.advanceTimersByTimeAsync(20 * minute + 1);
  expect(ask).not.toHaveBeenCalled();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
  end();
});

test('a response that arrives after the page was left reloads nothing', async () => {
  const response = Promise.withResolvers<Result<unknown, CallFailure>>();
  const reload = vi.fn(async () => undefined);
  const ask = vi.fn(() => response.promise);
  const end = keepLinksFresh({ ask, reload });
  await vi.advanceTimersByTimeAsync(12 * minute);
  expect(ask, 'one call at a time').toHaveBeenCalledOnce();
  end();
  response.resolve(ok(null));
  await vi.advanceTimersByTimeAsync(minute);
  expect(reload).not.toHaveBeenCalled();
});
