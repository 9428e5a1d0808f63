import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { sessionGate } from '#back-office/kit/session-gate.ts';
import { keepShown, keptLocation } from '#back-office/shell/keep-shown.tsx';

const { logOutOperator: endpoint } = operatorEndpoints;
const done = () => Response.json({ success: true });
const refused = (code: string, status: number) =>
  Response.json(
    { success: false, errors: [{ status: String(status), code, title: code, detail: `Weil ${code}` }] },
    { status },
  );

/** The responses of the server, in order, and the requests that it got. */
let responses: Response[];
let requests: Request[];
let leave: () => void;

beforeEach(() => {
  responses = [];
  requests = [];
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(new Request(`http://localhost${path}`, init));
    const response = responses.shift();
    if (response === undefined) throw new TypeError('no connection');
    return response;
  });
  leave = sessionGate.subscribe(() => {});
});

afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

test('a call that is refused for want of a session is made again once there is one', async () => {
  responses = [refused('UNAUTHENTICATED', 401), refused('UNAUTHENTICATED', 401), done(), done()];
  const calls = [call(endpoint), call(endpoint)];
  await expect.poll(() => sessionGate.current()?.demand).toBe('login');
  await expect.poll(() => requests).toHaveLength(2);
  sessionGate.current()?.answer(true);
  expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual([true, true]);
  expect(requests).toHaveLength(4);
  expect(sessionGate.current()).toBeNull();
});

test('a call fails as it was refused when the operator does not log in', async () => {
  responses = [refused('UNAUTHENTICATED', 401)];
  const calling = call(endpoint);
  await expect.poll(() => sessionGate.current()).not.toBeNull();
  sessionGate.current()?.answer(false);
  expect(await calling).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } });
  expect(requests).toHaveLength(1);
});

test('nobody is asked for what a session would not change', async () => {
  responses = [refused('FORBIDDEN', 403)];
  expect(await call(endpoint)).toMatchObject({
    ok: false,
    error: { code: 'FORBIDDEN', detail: 'Weil FORBIDDEN' },
  });
  responses = [refused('UNAUTHENTICATED', 401)];
  expect(await call(endpoint, {}, { asksForSession: false })).toMatchObject({ ok: false });
  expect(sessionGate.current()).toBeNull();
});

test('a server that is away, or says nothing readable, is a failure with a name', async () => {
  expect(await call(endpoint)).toMatchObject({ ok: false, error: { code: 'NETWORK' } });
  for (const response of [
    new Response('<html>'),
    Response.json({ data: 1 }),
    new Response('', { status: 502 }),
  ]) {
    responses = [response];
    expect(await call(endpoint)).toMatchObject({ ok: false, error: { code: 'UNREADABLE_ANSWER' } });
  }
});

test('parameters and queries are written as an address takes them', async () => {
  await call(operatorEndpoints.endOperatorSession, { params: { id: 'a/b' } });
  await call(operatorEndpoints.listOperatorOrders, {
    query: { 'filter[q]': 'a&b', 'filter[state]': undefined },
  });
  expect(requests.map(({ method, url }) => [method, url.slice('http://localhost'.length)])).toEqual([
    ['DELETE', '/api/operator/sessions/a%2Fb'],
    ['GET', '/api/operator/orders?filter%5Bq%5D=a%26b'],
  ]);
});

test('a screen that cannot be loaded anew keeps what it shows; one that is gone, or another one, does not', async () => {
  const loader = async () => {
    unwrapOrThrow(await call(endpoint));
    return 'loaded';
  };
  const router = createMemoryRouter([{ id: 'order', path: '/orders/:id', loader }], {
    initialEntries: ['/orders/1'],
    dataStrategy: keepShown(() => router.state),
  });
  const shown = () => [router.state.loaderData.order, router.state.errors === null];
  const isKept = () => keptLocation.current() === router.state.location.key;
  responses = [done()];
  await router.navigate('/orders/1');
  expect([...shown(), isKept()]).toEqual(['loaded', true, false]);
  for (const failed of [[], [refused('UNAVAILABLE', 503)]]) {
    responses = failed;
    await router.revalidate();
    expect([...shown(), isKept()]).toEqual(['loaded', true, true]);
  }
  responses = [done()];
  await router.revalidate();
  expect([...shown(), isKept()]).toEqual(['loaded', true, false]);
  responses = [refused('NOT_FOUND', 404)];
  await router.revalidate();
  expect([...shown(), isKept()]).toEqual([undefined, false, false]);
  responses = [done(), refused('UNAVAILABLE', 503)];
  await router.revalidate();
  await router.navigate('/orders/2');
  expect([...shown(), isKept()]).toEqual([undefined, false, false]);
  router.dispose();
});
