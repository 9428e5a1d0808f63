import { afterEach, expect, test, vi } from 'vitest';
import { watchOperator } from '#back-office/session/watch-operator.ts';
import { failureResponse, stubApi } from '#test/unit/back-office/support/stub-api.ts';

afterEach(() => vi.unstubAllGlobals());

const attributes = {
  ...{ email: 'a@meisterhand.example', name: 'A', role: 'owner', permissions: [] },
  ...{ session_ends_at: '2026-11-20T20:00:00.000Z', proved_at: '2026-11-20T08:00:00.000Z' },
};

/** Opens a tab of the operator `one`. Requests for the session get these responses, in order. */
function openTab(...responses: Response[]) {
  const requests = stubApi(() => responses.shift());
  const reload = vi.fn();
  const tab = Object.assign(new EventTarget(), { location: { reload } });
  const stop = watchOperator('one', tab as unknown as Window);
  return { requests, reload, stop, focus: () => tab.dispatchEvent(new Event('focus')) };
}

const sessionOf = (id: string) => Response.json({ data: { type: 'operators', id, attributes } });

test('a tab reloads on focus if another operator has logged in since', async () => {
  const { focus, reload } = openTab(sessionOf('two'));
  expect(reload).not.toHaveBeenCalled();
  focus();
  await expect.poll(() => reload).toHaveBeenCalledOnce();
});

test('a tab does not reload for its own operator, without a session or without a connection', async () => {
  const ended = failureResponse('UNAUTHENTICATED', 401);
  const { requests, focus, reload } = openTab(sessionOf('one'), ended);
  for (const times of [1, 2, 3]) {
    focus();
    await expect.poll(() => requests).toHaveLength(times);
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(reload).not.toHaveBeenCalled();
});

test('no session is requested after the watch has ended', () => {
  const { requests, focus, stop } = openTab();
  stop();
  focus();
  expect(requests).toEqual([]);
});
