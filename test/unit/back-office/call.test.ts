import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { belowScreen } from '#back-office/kit/files/below-screen.ts';
import type { DownloadsView } from '#back-office/kit/files/downloads-view.tsx';
import { download } from '#back-office/kit/files/use-download.tsx';
import { sessionPrompt } from '#back-office/kit/session-prompt.ts';
import { keepStaleData, staleData } from '#back-office/shell/keep-stale-data.tsx';
import { show } from '#test/unit/back-office/support/show.tsx';

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
  leave = sessionPrompt.subscribe(() => {});
});

afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

test('a call that is refused for want of a session is made again once there is one', async () => {
  responses = [refused('UNAUTHENTICATED', 401), refused('UNAUTHENTICATED', 401), done(), done()];
  const calls = [call(endpoint), call(endpoint)];
  await expect.poll(() => sessionPrompt.current()?.need).toBe('login');
  await expect.poll(() => requests).toHaveLength(2);
  sessionPrompt.current()?.close(true);
  expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual([true, true]);
  expect(requests).toHaveLength(4);
  expect(sessionPrompt.current()).toBeNull();
});

test('a call fails as it was refused when the operator does not log in', async () => {
  responses = [refused('UNAUTHENTICATED', 401)];
  const calling = call(endpoint);
  await expect.poll(() => sessionPrompt.current()).not.toBeNull();
  sessionPrompt.current()?.close(false);
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
  expect(sessionPrompt.current()).toBeNull();
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

/** Begins a file, of which the first part is sent in two halves; a call that is ended gets no more of it. */
async function beginFile(part: string, headers: Readonly<Record<string, string>>) {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const named = { 'Content-Disposition': 'inline; filename="orders.csv"', ...headers };
  responses = [new Response(readable, { headers: named })];
  const loaded = download((options) => {
    options.signal?.addEventListener('abort', () => void writer.abort());
    return call(operatorEndpoints.exportOperatorOrders, {}, options);
  });
  const bytes = new TextEncoder().encode(part);
  const half = bytes.length / 2;
  for (const sent of [bytes.slice(0, half), bytes.slice(half)]) await writer.write(sent);
  await expect.poll(belowScreen.current).not.toBeNull();
  return { writer, loaded };
}

test('a file says how many rows have come below every screen, until it is saved, cancelled or has failed', async () => {
  const saved: string[] = [];
  const link = {
    download: '',
    click(): void {
      saved.push(link.download);
    },
  };
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { documentElement: { lang: 'de' }, createElement: () => link });
  const shown = async () => (await show(belowScreen.current())).replaceAll(/<[^>]*>/g, '');
  const end = () =>
    (belowScreen.current() as ReactElement<Parameters<typeof DownloadsView>[0]>).props.downloads[0]?.end();
  const mayLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  const whole = await beginFile('a;b\r\n1;"zwei\r\nZeilen"\r\n2;c\r\n', { 'X-Row-Count': '2000' });
  await expect.poll(shown).toBe('orders.csv: 2 von 2.000 ZeilenAbbrechen');
  expect(mayLeave()).toBe(false);
  await whole.writer.close();
  await whole.loaded;
  expect([saved, belowScreen.current(), mayLeave()]).toEqual([['orders.csv'], null, true]);

  const cancelled = await beginFile('a\r\n1\r\n2\r\n', {});
  await expect.poll(shown).toBe('orders.csv: bisher 2 ZeilenAbbrechen');
  end();
  await cancelled.loaded;
  expect([saved.length, belowScreen.current()]).toEqual([1, null]);

  const broken = await beginFile('a\r\n1\r\n', {});
  await broken.writer.abort();
  await broken.loaded;
  expect(await shown()).toMatch(/^orders\.csv: Wir erreichen den Server gerade nicht\..*Schließen$/);
  end();
  expect([saved.length, belowScreen.current()]).toEqual([1, null]);
});

function Loaded() {
  return String(useLoaderData());
}

function Failed() {
  return 'failed';
}

test('a screen that cannot be loaded anew keeps what it shows; one that is gone, or another one, does not', async () => {
  const loader = async () => {
    unwrapOrThrow(await call(endpoint));
    return 'loaded';
  };
  const route = { path: '/orders/:id', loader, Component: Loaded, ErrorBoundary: Failed };
  const router = createMemoryRouter([route], {
    initialEntries: ['/orders/1'],
    dataStrategy: keepStaleData(),
  });
  const load = async (path: string, ...given: readonly Response[]) => {
    responses = [...given];
    await router.navigate(path);
    return [renderToStaticMarkup(createElement(RouterProvider, { router })), staleData.current()];
  };
  expect(await load('/orders/1', done())).toEqual(['loaded', false]);
  expect(await load('/orders/1')).toEqual(['loaded', true]);
  expect(await load('/orders/1', refused('UNAVAILABLE', 503))).toEqual(['loaded', true]);
  expect(await load('/orders/1', done())).toEqual(['loaded', false]);
  expect(await load('/orders/1', refused('NOT_FOUND', 404))).toEqual(['failed', false]);
  expect(await load('/orders/1', done())).toEqual(['loaded', false]);
  expect(await load('/orders/2', refused('UNAVAILABLE', 503))).toEqual(['failed', false]);
  expect(await load('/orders/1', done())).toEqual(['loaded', false]);
  expect(await load('/orders/1?page=2', refused('UNAVAILABLE', 503))).toEqual(['failed', false]);
});
