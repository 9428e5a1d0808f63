import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '#app/start/listen.ts';
import { reservePort } from '#test/support/reserve-ports.ts';
import { done, openListener } from './open-listener.ts';

/** Milliseconds for which closing still accepts connections. */
const linger = 0;

test('idle connections, slow heads and slow requests have time limits by default', async () => {
  let server: Server | undefined;
  const { port } = await openListener(done, {
    before: ({ socket }, _response, next) => {
      ({ server } = socket as Socket & { readonly server?: Server });
      next();
    },
    limits: { linger },
  });
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(await response.text()).toBe('done');
  expect(response.headers.get('keep-alive')).toBe('timeout=10');
  expect([server?.headersTimeout, server?.requestTimeout]).toEqual([10_000, 20_000]);
});

test('a port in use is reported with a solution', async () => {
  const port = await reservePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  await expect(listen({ host: '127.0.0.1', port, before: null, fetch: done })).rejects.toThrow(
    `Port ${port} is taken: stop the program that uses it, or set PORT to another one.`,
  );
  await new Promise((resolve) => other.close(resolve));
});

/** Sends raw bytes and returns everything that was received until the connection was closed. */
async function sendRaw(port: number, send: (socket: Socket) => void): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  socket.on('error', () => {});
  send(socket);
  await once(socket, 'close');
  return received;
}

test('a request whose head or body never ends is cut off', async () => {
  const cutOff = Promise.withResolvers<void>();
  const { port } = await openListener(
    async (incoming) => {
      await incoming.text().catch(() => cutOff.resolve());
      return new Response('done');
    },
    // A busy machine reads the head of the second one within a second.
    { limits: { linger, head: 1_000, request: 1_500 } },
  );
  const trickle = (socket: Socket) => {
    const drops = setInterval(() => socket.write('x'), 50);
    socket.once('close', () => clearInterval(drops));
  };
  const responses = await Promise.all([
    sendRaw(port, (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      trickle(socket);
    }),
    sendRaw(port, (socket) => {
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
      trickle(socket);
    }),
    sendRaw(port, () => {}),
  ]);
  for (const response of responses)
    expect(response).toMatch(/^HTTP\/1\.1 408 [\s\S]*X-Request-Id: [0-9a-f-]{36}/);
  // Reading the body fails in the handler.
  await cutOff.promise;
});

test('invalid HTTP gets a response with a request id, without reaching the application', async () => {
  const { port } = await openListener(async () => new Response('never'), { limits: { linger } });
  const invalid = await sendRaw(port, (socket) => socket.write('HELLO\r\n\r\n'));
  expect(invalid).toMatch(/^HTTP\/1\.1 400 [\s\S]*X-Request-Id: [0-9a-f-]{36}/);
  const large = await sendRaw(port, (socket) =>
    socket.write(`GET / HTTP/1.1\r\nA: ${'x'.repeat(40_000)}\r\n\r\n`),
  );
  expect(large).toMatch(/^HTTP\/1\.1 431 /);
});

test('a response that never comes does not keep the server from closing', async () => {
  const arrived = Promise.withResolvers<void>();
  const { port, close } = await openListener(
    () => {
      arrived.resolve();
      return new Promise<never>(() => {});
    },
    { limits: { linger, closeTimeout: 50 } },
  );
  const response = fetch(`http://127.0.0.1:${port}/`).catch(() => 'cut off');
  await arrived.promise;
  await close();
  expect(await response).toBe('cut off');
});
