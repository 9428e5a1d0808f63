import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { type Listening, type ListenOptions, listen } from '#app/start/listen.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

let listening: Listening | null = null;

async function close(): Promise<void> {
  const server = listening;
  listening = null;
  await server?.close();
}

afterEach(close);

/** Starts a server, which is closed after the test, and returns its port. */
async function open(fetch: ListenOptions['fetch'], more: Partial<ListenOptions> = {}): Promise<number> {
  const port = await reservePort();
  listening = await listen({ host: '127.0.0.1', port, before: null, fetch, ...more });
  return port;
}

const done = async () => new Response('done');

test('a request in progress is completed while the server refuses new connections', async () => {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const port = await open(async (asked) => {
    if (asked.url.endsWith('/next')) return new Response('one more');
    arrived.resolve();
    await release.promise;
    return new Response('done');
  });
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await arrived.promise;
  const closed = close();
  await untilRefused(port);
  release.resolve();
  expect(await (await answer).text()).toBe('done');
  await closed;
});

/** Waits until the server refuses new connections. Requests that arrive before that still get a response. */
async function untilRefused(port: number): Promise<void> {
  const isRefused = () =>
    fetch(`http://127.0.0.1:${port}/next`).then(
      () => false,
      () => true,
    );
  await vi.waitUntil(isRefused, { timeout: 120_000, interval: 5 });
}

/** Limits that no test lives to see: what waits for one of them fails. Milliseconds. */
const hours = { keepAlive: 10_000_000, closeTimeout: 10_000_000 };

test('idle connections do not delay closing', async () => {
  const port = await open(done, { limits: hours });
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
  await close();
});

test('the handler `before` gets each request first and may pass it on', async () => {
  const port = await open(async () => new Response('shop'), {
    before: (request, response, next) => (request.url === '/tool' ? response.end('tool') : next()),
  });
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(await ask('/tool')).toBe('tool');
  expect(await ask('/de')).toBe('shop');
});

test('a kept connection gets one more response while the server closes, with `Connection: close`', async () => {
  const port = await open(done, { limits: hours });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<{ connection: string | undefined; reused: boolean }>((resolve, reject) => {
      const asked = request({ port, agent, host: '127.0.0.1' }, (answer) => {
        answer.resume();
        answer.once('end', () =>
          resolve({ connection: answer.headers.connection, reused: asked.reusedSocket }),
        );
      });
      asked.once('error', reject);
      asked.end();
    });
  expect((await ask()).connection).toBe('keep-alive');
  const unused = connect(port, '127.0.0.1');
  unused.on('error', () => {});
  await once(unused, 'connect');
  const closed = close();
  expect(await ask()).toEqual({ connection: 'close', reused: true });
  await untilRefused(port);
  await closed;
  agent.destroy();
});

test('a request that arrives while the process is busy gets a response, also on a connection that is due to be closed', async () => {
  const port = await open(done, { limits: { linger: 100 } });
  const kept = connect(port, '127.0.0.1');
  const fresh = connect(port, '127.0.0.1');
  const heard = new Map([kept, fresh].map((socket) => [socket, '']));
  for (const socket of [kept, fresh]) {
    socket.setEncoding('utf8').on('data', (text) => heard.set(socket, `${heard.get(socket)}${text}`));
    socket.on('error', (error) => heard.set(socket, `${error}`));
    await once(socket, 'connect');
  }
  const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  kept.write(ask);
  await vi.waitUntil(() => heard.get(kept)?.endsWith('done'), { timeout: 120_000, interval: 1 });
  const ended = Promise.all([kept, fresh].map((socket) => once(socket, 'close')));
  heard.set(kept, '');
  const closed = close();
  // Blocks the process for 300 ms, just before timers run. It reads no request meanwhile, and afterwards it is
  // time to close idle connections.
  await immediate();
  for (const socket of [kept, fresh]) socket.write(ask);
  const until = performance.now() + 300;
  while (performance.now() < until);
  await ended;
  await closed;
  for (const answer of heard.values()) expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/);
});
