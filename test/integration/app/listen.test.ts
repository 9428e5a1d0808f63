import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Listening, type ListenOptions, listen } from '#app/start/listen.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

let listening: Listening | null = null;

async function close(): Promise<void> {
  const server = listening;
  listening = null;
  await server?.close();
}

afterEach(close);

/** Starts a server that closes without waiting for others, and returns its port. */
async function open(
  fetch: ListenOptions['fetch'],
  { limits = {}, before = null }: Partial<Pick<ListenOptions, 'limits' | 'before'>> = {},
): Promise<number> {
  const port = await reservePort();
  listening = await listen({ host: '127.0.0.1', port, before, fetch, limits: { linger: 0, ...limits } });
  return port;
}

const done = async () => new Response('done');

test('a connection that nothing is asked on, a slow head and a slow request have limits by themselves', async () => {
  let server: Server | undefined;
  const port = await open(done, {
    before: ({ socket }, _response, next) => {
      ({ server } = socket as Socket & { readonly server?: Server });
      next();
    },
  });
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(await answer.text()).toBe('done');
  expect(answer.headers.get('keep-alive')).toBe('timeout=10');
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
async function sayRaw(port: number, say: (socket: Socket) => void): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let heard = '';
  socket.setEncoding('utf8').on('data', (text) => {
    heard += text;
  });
  socket.on('error', () => {});
  say(socket);
  await once(socket, 'close');
  return heard;
}

test('a request whose head or body never ends is cut off', async () => {
  const cutOff = Promise.withResolvers<void>();
  const port = await open(
    async (asked) => {
      await asked.text().catch(() => cutOff.resolve());
      return new Response('done');
    },
    // A busy machine reads the head of the second one within a second.
    { limits: { head: 1_000, request: 1_500 } },
  );
  const trickle = (socket: Socket) => {
    const drops = setInterval(() => socket.write('x'), 50);
    socket.once('close', () => clearInterval(drops));
  };
  const answers = await Promise.all([
    sayRaw(port, (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      trickle(socket);
    }),
    sayRaw(port, (socket) => {
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
      trickle(socket);
    }),
    sayRaw(port, () => {}),
  ]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*X-Request-Id: [0-9a-f-]{36}/);
  // Who waits for the body is told.
  await cutOff.promise;
});

test('invalid HTTP gets a response with a request id, without a call of the application', async () => {
  const port = await open(async () => new Response('never'));
  const odd = await sayRaw(port, (socket) => socket.write('HELLO\r\n\r\n'));
  expect(odd).toMatch(/^HTTP\/1\.1 400 [\s\S]*X-Request-Id: [0-9a-f-]{36}/);
  const large = await sayRaw(port, (socket) =>
    socket.write(`GET / HTTP/1.1\r\nA: ${'x'.repeat(40_000)}\r\n\r\n`),
  );
  expect(large).toMatch(/^HTTP\/1\.1 431 /);
});

test('a response that never comes does not keep the server from closing', async () => {
  const arrived = Promise.withResolvers<void>();
  const port = await open(
    () => {
      arrived.resolve();
      return new Promise<never>(() => {});
    },
    { limits: { closeTimeout: 50 } },
  );
  const answer = fetch(`http://127.0.0.1:${port}/`).catch(() => 'cut off');
  await arrived.promise;
  await close();
  expect(await answer).toBe('cut off');
});
