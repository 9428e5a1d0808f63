import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Listening } from '#composition/listen.ts';
import { listen } from '#composition/listen.ts';
import { reservePair } from '#test/e2e/support/reserve-ports.ts';

let listening: Listening | null = null;

afterEach(async () => {
  await listening?.close();
  listening = null;
});

test('a request under way is answered while the door is closed to new ones', async () => {
  const [port] = await reservePair();
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const server = await listen({
    host: '127.0.0.1',
    port,
    before: null,
    fetch: async () => {
      arrived.resolve();
      await release.promise;
      return new Response('done');
    },
  });
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await arrived.promise;
  const closed = server.close();
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  release.resolve();
  expect(await (await answer).text()).toBe('done');
  await closed;
});

test('idle connections do not hold up the closing', async () => {
  const [port] = await reservePair();
  const server = await listen({
    host: '127.0.0.1',
    port,
    before: null,
    fetch: async () => new Response('done'),
  });
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const before = performance.now();
  await server.close();
  expect(performance.now() - before).toBeLessThan(2_000);
});

test('what comes before sees each request first and may pass it on', async () => {
  const [port] = await reservePair();
  listening = await listen({
    host: '127.0.0.1',
    port,
    fetch: async () => new Response('shop'),
    before: (request, response, next) => (request.url === '/tool' ? response.end('tool') : next()),
  });
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(await ask('/tool')).toBe('tool');
  expect(await ask('/de')).toBe('shop');
});

test('a taken port is named with its cure', async () => {
  const [port] = await reservePair();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  await expect(
    listen({ host: '127.0.0.1', port, before: null, fetch: async () => new Response('') }),
  ).rejects.toThrow(`Port ${port} is taken: stop the program that uses it, or set PORT to another one.`);
  await new Promise((resolve) => other.close(resolve));
});
