import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { readBacklog } from '#server/operations/backlog.ts';
import { removeData } from '#test/e2e/support/start-shop.ts';
import type { Child } from '#test/faults/support/processes.ts';
import { createOrderShop, sellProduct } from '#test/integration/orders/order-shop.ts';
import { startShop } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

const { db, connectionString } = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-metrics-'));
let started: Child | null = null;

afterEach(async () => {
  await started?.end('SIGTERM');
  started = null;
});
afterAll(() => removeData(dataDir));

test('a payment without an outcome, its money and its age are in the backlog until it is settled', async () => {
  const shop = createOrderShop(db);
  await sellProduct(db, { id: 'course', kind: 'course', price: 8_900 });
  const cart = await shop.storeCart({ lines: { course: 1 } });
  const { id, attributes } = await shop.ordered(cart, 'a@example.org');
  await shop.pay(id, 'fake-timeout-after-charge-nonce', attributes.amount_due);
  shop.advance(60_000);
  const of = async (kind: string) =>
    (await readBacklog(db, shop.context.clock.now())).find((one) => one.kind === kind);
  const unknown = { kind: 'payment_unknown', rows: 1, oldest_seconds: 60, cents: 8_900 };
  expect(await of('payment_unknown')).toEqual(unknown);
  expect(await of('mail_due')).toEqual({ kind: 'mail_due', rows: 0, oldest_seconds: 0, cents: 0 });
  await shop.resolve();
  shop.advance(5_000);
  expect(await of('payment_unknown')).toMatchObject({ rows: 0, cents: 0 });
  expect(await of('mail_due')).toMatchObject({ rows: 1, oldest_seconds: 5 });
});

test('the figures have an address of their own, with calls, statements, jobs and the backlog; the shop’s has none', async () => {
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
