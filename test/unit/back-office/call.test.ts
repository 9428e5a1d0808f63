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
import { failureResponse, stubApi } from '#test/unit/back-office/support/stub-api.ts';

const { logOutOperator: endpoint } = operatorEndpoints;
const done = () => Response.json({ success: true });
const unauthenticated = () => failureResponse('UNAUTHENTICATED', 401);

/** The next responses of the server, and the requests that it received. */
let responses: Response[];
let requests: ReturnType<typeof stubApi>;
let leave: () => void;

beforeEach(() => {
  responses = [];
  requests = stubApi(() => responses.shift());
  leave = sessionPrompt.subscribe(() => {});
});

afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

test('calls that are refused without a session are repeated after one login', async () => {
  responses = [unauthenticated(), unauthenticated(), done(), done()];
  const calls = [call(endpoint), call(endpoint)];
  await expect.poll(() => sessionPrompt.current()?.need).toBe('login');
  await expect.poll(() => requests).toHaveLength(2);
  sessionPrompt.current()?.close(true);
  expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual([true, true]);
  expect(requests).toHaveLength(4);
  expect(sessionPrompt.current()).toBeNull();
});

test('a call fails with its refusal if the operator does not log in', async () => {
  responses = [unauthenticated()];
  const calling = call(endpoint);
  await expect.poll(() => sessionPrompt.current()).not.toBeNull();
  sessionPrompt.current()?.close(false);
  expect(await calling).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } });
  expect(requests).toHaveLength(1);
});

test('no login is requested after FORBIDDEN, nor by a call that only checks for a session', async () => {
  responses = [failureResponse('FORBIDDEN', 403)];
  expect(await call(endpoint)).toMatchObject({
    ok: false,
    error: { code: 'FORBIDDEN', detail: 'Weil FORBIDDEN' },
  });
  responses = [unauthenticated()];
  expect(await call(endpoint, {}, { asksForSession: false })).toMatchObject({ ok: false });
  expect(sessionPrompt.current()).toBeNull();
});

test('an unreachable server gives NETWORK, an unreadable response UNREADABLE_ANSWER', async () => {
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

test('path parameters and queries are URL-encoded, undefined ones left out', async () => {
  await call(operatorEndpoints.endOperatorSession, { params: { id: 'a/b' } });
  await call(operatorEndpoints.listOperatorOrders, {
    query: { 'filter[q]': 'a&b', 'filter[state]': undefined },
  });
  expect(requests).toEqual([
    ['DELETE /api/operator/sessions/a%2Fb'],
    ['GET /api/operator/orders?filter%5Bq%5D=a%26b'],
  ]);
});

/** Starts a download and sends `part` in two chunks. The download may be aborted. */
async function startDownload(part: string, headers: Readonly<Record<string, string>>) {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const withName = { 'Content-Disposition': 'inline; filename="orders.csv"', ...headers };
  responses = [new Response(readable, { headers: withName })];
  const finished = download((options) => {
    options.signal?.addEventListener('abort', () => void writer.abort());
    return call(operatorEndpoints.exportOperatorOrders, {}, options);
  });
  const bytes = new TextEncoder().encode(part);
  const half = bytes.length / 2;
  for (const chunk of [bytes.slice(0, half), bytes.slice(half)]) await writer.write(chunk);
  await expect.poll(belowScreen.current).not.toBeNull();
  return { writer, finished };
}

test('a download is shown below every screen, a table with its rows so far, until it is saved, cancelled or failed', async () => {
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

  const whole = await startDownload('a;b\r\n1;"zwei\r\nZeilen"\r\n2;c\r\n', { 'X-Row-Count': '2000' });
  await expect.poll(shown).toBe('orders.csv: 2 von 2.000 ZeilenAbbrechen');
  expect(mayLeave()).toBe(false);
  await whole.writer.close();
  await whole.finished;
  expect([saved, belowScreen.current(), mayLeave()]).toEqual([['orders.csv'], null, true]);

  const disposition = { 'Content-Disposition': 'inline; filename="proof.json"' };
  const proof = await startDownload('{\n  "seed": 1\n}\n', disposition);
  await expect.poll(shown).toBe('proof.jsonAbbrechen');
  end();
  await proof.finished;

  const cancelled = await startDownload('a\r\n1\r\n2\r\n', {});
  await expect.poll(shown).toBe('orders.csv: bisher 2 ZeilenAbbrechen');
  end();
  await cancelled.finished;
  expect([saved.length, belowScreen.current()]).toEqual([1, null]);

  const broken = await startDownload('a\r\n1\r\n', {});
  await broken.writer.abort();
  await broken.finished;
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

test('a screen keeps its data if it cannot be reloaded, unless its record is gone or another screen was opened', async () => {
  const loader = async () => {
    unwrapOrThrow(await call(endpoint));
    return 'loaded';
  };
  const route = { path: '/orders/:id', loader, Component: Loaded, ErrorBoundary: Failed };
  const router = createMemoryRouter([route], {
    initialEntries: ['/orders/1'],
    dataStrategy: keepStaleData(),
  });
  const load = async (path: string, ...next: readonly Response[]) => {
    responses = [...next];
    await router.navigate(path);
    return [renderToStaticMarkup(createElement(RouterProvider, { router })), staleData.current()];
  };
  expect(await load('/orders/1', done())).toEqual(['loaded', false]);
  expect(await load('/orders/1')).toEqual(['loaded', true]);
  expect(await load('/orders/1', failureResponse('UNAVAILABLE', 503))).toEqual(['loaded', true]);
  expect(await load('/orders/1', done())).toEqual(['loaded', false]);
  expect(await load('/orders/1', failureResponse('NOT_FOUND', 404))).toEqual(['failed', false]);
  expect(await load('/orders/1', done())).toEqual(['loaded', false]);
  expect(await load('/orders/2', failureResponse('UNAVAILABLE', 503))).toEqual(['failed', false]);
  expect(await load('/orders/1', done())).toEqual(['loaded', false]);
  expect(await load('/orders/1?page=2', failureResponse('UNAVAILABLE', 503))).toEqual(['failed', false]);
});
