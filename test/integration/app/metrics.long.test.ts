import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { removeData } from '#test/e2e/support/start-shop.ts';
import type { Child } from '#test/faults/support/processes.ts';
import { startShop } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

const { connectionString } = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-metrics-'));
let started: Child | null = null;

afterEach(async () => {
  await started?.end('SIGTERM');
  started = null;
});
afterAll(() => removeData(dataDir));

test('metrics of calls, statements, jobs and the backlog are served at their own address only', async () => {
  const metricsPort = await reservePort();
  const settings = { METRICS_ADDRESS: `127.0.0.1:${metricsPort}` };
  started = await startShop({ connectionString, dataDir, settings });
  const { url } = started;
  expect((await fetch(`${url}/api/products/no-such-course`)).status).toBe(404);
  const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await expect.poll(read).toMatch(/meisterhand_job_last_end_timestamp_seconds\{name="deliver-mail"\} \d/);
  const figures = await read();
  expect(figures).toMatch(/meisterhand_call_seconds_count\{call="\w+",status="404"\} 1\n/);
  expect(figures).toMatch(/meisterhand_statement_seconds_count\{outcome="done"\} [1-9]/);
  expect(figures).toContain('meisterhand_backlog_rows{kind="payment_unknown"} 0');
  expect(figures).toContain('meisterhand_database_up 1');
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
  expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('meisterhand_');
});
