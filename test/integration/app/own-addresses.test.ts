import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serveMetrics } from '#app/metrics/serve-metrics.ts';
import { isReachable } from '#app/start/open-data.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

const { db } = await openTestDatabase();

test('the shop is ready while PostgreSQL answers, and not while it is away', async () => {
  expect(await isReachable(db)).toBe(true);
  const away = createDatabase('postgres://nobody@127.0.0.1:1/nothing', { max: 1 });
  onTestFinished(() => away.destroy());
  expect(await isReachable(away)).toBe(false);
});

test('the figures are served at their address only, kept by nobody, until they are stopped', async () => {
  const port = await reservePort();
  const measures = { text: async () => 'figures 1\n', contentType: 'text/plain; version=0.0.4' };
  const stop = await serveMetrics({ host: '127.0.0.1', port }, measures);
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const answer = await ask('/metrics');
  expect([answer.status, await answer.text()]).toEqual([200, 'figures 1\n']);
  expect(answer.headers.get('content-type')).toBe(measures.contentType);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect((await ask('/')).status).toBe(404);
  await stop();
  await expect(ask('/metrics')).rejects.toThrow();
});

test('an address for the figures that is taken is told with its setting', async () => {
  const port = await reservePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const measures = { text: async () => '', contentType: 'text/plain' };
  await expect(serveMetrics({ host: '127.0.0.1', port }, measures)).rejects.toThrow(
    `METRICS_ADDRESS is "127.0.0.1:${port}", where nothing can be served`,
  );
});
