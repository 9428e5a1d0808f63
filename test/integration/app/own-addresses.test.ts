import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serveMetrics } from '#app/metrics/serve-metrics.ts';
import { isReachable } from '#app/start/open-data.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

const { db } = await openTestDatabase();

test('the shop is ready only while PostgreSQL can be reached', async () => {
  expect(await isReachable(db)).toBe(true);
  const away = createDatabase('postgres://nobody@127.0.0.1:1/nothing', { max: 1 });
  onTestFinished(() => away.destroy());
  expect(await isReachable(away)).toBe(false);
});

test('metrics are served at their path only, never cached, until they are stopped', async () => {
  const port = await reservePort();
  const metrics = { text: async () => 'figures 1\n', contentType: 'text/plain; version=0.0.4' };
  const stop = await serveMetrics({ host: '127.0.0.1', port }, metrics);
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const response = await ask('/metrics');
  expect([response.status, await response.text()]).toEqual([200, 'figures 1\n']);
  expect(response.headers.get('content-type')).toBe(metrics.contentType);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect((await ask('/')).status).toBe(404);
  await stop();
  await expect(ask('/metrics')).rejects.toThrow();
});

test('a metrics address that is taken is reported with its setting', async () => {
  const port = await reservePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const metrics = { text: async () => '', contentType: 'text/plain' };
  await expect(serveMetrics({ host: '127.0.0.1', port }, metrics)).rejects.toThrow(
    `METRICS_ADDRESS is "127.0.0.1:${port}", where nothing can be served`,
  );
});
