import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';
import { keepLinksFresh } from '#ui/hooks/keep-links-fresh.ts';

const minute = 60_000;

/** What the page of a test hears and whether somebody sees it. */
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

/** Keeps the links of a page fresh, whose shop fails with these codes in turn, and then answers. */
function keep(...answers: string[]) {
  const ask = vi.fn(async (): Promise<Result<unknown, CallFailure>> => {
    const code = answers.shift();
    return code === undefined ? ok(null) : err(failureOf(code));
  });
  const reload = vi.fn(async () => undefined);
  return { ask, reload, end: keepLinksFresh({ ask, reload }) };
}

test('a page is loaded anew every ten minutes, until it is left', async () => {
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

test('while the shop does not answer, the page stays, and it is asked again after a minute', async () => {
  const { ask, reload, end } = keep('NETWORK', 'UNAVAILABLE');
  await vi.advanceTimersByTimeAsync(11 * minute);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(minute);
  expect(reload).toHaveBeenCalledOnce();
  end();
});

test('a shop without facts has answered, too', async () => {
  const { reload, end } = keep('NOT_FOUND');
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(reload).toHaveBeenCalledOnce();
  end();
});

test('a page that nobody sees is loaded anew once somebody looks at it', async () => {
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

test('the answer to a page that was left changes nothing', async () => {
  const asked = Promise.withResolvers<Result<unknown, CallFailure>>();
  const reload = vi.fn(async () => undefined);
  const ask = vi.fn(() => asked.promise);
  const end = keepLinksFresh({ ask, reload });
  await vi.advanceTimersByTimeAsync(12 * minute);
  expect(ask, 'one call at a time').toHaveBeenCalledOnce();
  end();
  asked.resolve(ok(null));
  await vi.advanceTimersByTimeAsync(minute);
  expect(reload).not.toHaveBeenCalled();
});
