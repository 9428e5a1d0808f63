import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { done, openListener } from './open-listener.ts';

test('a request in progress is completed while the server refuses new connections', async () => {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const { port, close } = await openListener(async (incoming) => {
    if (incoming.url.endsWith('/next')) return new Response('one more');
    arrived.resolve();
    await release.promise;
    return new Response('done');
  });
  const response = fetch(`http://127.0.0.1:${port}/`);
  await arrived.promise;
  const closed = close();
  await untilRefused(port);
  release.resolve();
  expect(await (await response).text()).toBe('done');
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

/** Limits that no test reaches, in milliseconds: a test that waits for one fails. */
const hours = { keepAlive: 10_000_000, closeTimeout: 10_000_000 };

test('idle connections do not delay closing', async () => {
  const { port, close } = await openListener(done, { limits: hours });
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
  await close();
});

test('the handler `before` gets each request first and may pass it on', async () => {
  const { port } = await openListener(async () => new Response('shop'), {
    before: (request, response, next) => (request.url === '/tool' ? response.end('tool') : next()),
  });
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(await ask('/tool')).toBe('tool');
  expect(await ask('/de')).toBe('shop');
});

test('a keep-alive connection gets one more response while the server closes, with `Connection: close`', async () => {
  const { port, close } = await openListener(done, { limits: hours });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<{ connection: string | undefined; reused: boolean }>((resolve, reject) => {
      const sent = request({ port, agent, host: '127.0.0.1' }, (response) => {
        response.resume();
        response.once('end', () =>
          resolve({ connection: response.headers.connection, reused: sent.reusedSocket }),
        );
      });
      sent.once('error', reject);
      sent.end();
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
  const { port, close } = await openListener(done, { limits: { linger: 100 } });
  const reused = connect(port, '127.0.0.1');
  const fresh = connect(port, '127.0.0.1');
  const received = new Map([reused, fresh].map((socket) => [socket, '']));
  for (const socket of [reused, fresh]) {
    socket.setEncoding('utf8').on('data', (text) => received.set(socket, `${received.get(socket)}${text}`));
    socket.on('error', (error) => received.set(socket, `${error}`));
    await once(socket, 'connect');
  }
  const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  reused.write(ask);
  await vi.waitUntil(() => received.get(reused)?.endsWith('done'), { timeout: 120_000, interval: 1 });
  const ended = Promise.all([reused, fresh].map((socket) => once(socket, 'close')));
  received.set(reused, '');
  const closed = close();
  // Blocks the process for 300 ms, just before timers run. It reads no request meanwhile, and afterwards it is
  // time to close idle connections.
  await immediate();
  for (const socket of [reused, fresh]) socket.write(ask);
  const until = performance.now() + 300;
  while (performance.now() < until);
  await ended;
  await closed;
  for (const response of received.values()) expect(response).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/);
});
