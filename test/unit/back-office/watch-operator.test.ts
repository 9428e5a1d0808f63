import { afterEach, expect, test, vi } from 'vitest';
import { watchOperator } from '#back-office/session/watch-operator.ts';

afterEach(() => vi.unstubAllGlobals());

const attributes = {
  ...{ email: 'a@meisterhand.example', name: 'A', role: 'owner', permissions: [] },
  ...{ session_ends_at: '2026-11-20T20:00:00.000Z', proved_at: '2026-11-20T08:00:00.000Z' },
};

/** A tab of the operator `one`; what is asked for the session gets these responses, in order. */
function openTab(...responses: Response[]) {
  const asked = vi.fn(async () => {
    const response = responses.shift();
    if (response === undefined) throw new TypeError('no connection');
    return response;
  });
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  vi.stubGlobal('fetch', asked);
  const reload = vi.fn();
  const tab = Object.assign(new EventTarget(), { location: { reload } });
  const stop = watchOperator('one', tab as unknown as Window);
  return { asked, reload, stop, focus: () => tab.dispatchEvent(new Event('focus')) };
}

const sessionOf = (id: string) => Response.json({ data: { type: 'operators', id, attributes } });
const ended = () =>
  Response.json(
    { success: false, errors: [{ status: '401', code: 'UNAUTHENTICATED', title: 'x', detail: 'x' }] },
    { status: 401 },
  );

test('a tab in which another operator is logged in by now is loaded anew when it comes to the front', async () => {
  const { focus, reload } = openTab(sessionOf('two'));
  expect(reload).not.toHaveBeenCalled();
  focus();
  await expect.poll(() => reload).toHaveBeenCalledOnce();
});

test('a tab stays as it is with its own operator, without a session, and without a connection', async () => {
  const { asked, focus, reload } = openTab(sessionOf('one'), ended());
  for (const times of [1, 2, 3]) {
    focus();
    await expect.poll(() => asked).toHaveBeenCalledTimes(times);
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(reload).not.toHaveBeenCalled();
});

test('nothing is asked any more once the frame of the screens is gone', () => {
  const { asked, focus, stop } = openTab();
  stop();
  focus();
  expect(asked).not.toHaveBeenCalled();
});
