import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { readConfig } from '#app/config.ts';
import type { Server } from '#app/server.ts';
import { createServer } from '#app/server.ts';
import { createDatabase } from '#server/database/connection.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { connectionString } = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-clock-'));
const pools: { destroy(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(pools.map((db) => db.destroy()));
  rmSync(dataDir, { recursive: true });
});

/** A host of its own on the shared database, as another process would be. */
function openHost(mode: 'demo' | 'live' = 'demo'): Server {
  const config = readConfig({ DATABASE_URL: connectionString, DATA_DIR: dataDir });
  if (!config.ok) throw new Error(config.error.join('\n'));
  const db = createDatabase(connectionString, { max: 3 });
  pools.push(db);
  return createServer({
    config: { ...config.value, mode },
    secrets: { token: 'a secret of thirty-two characters', sandbox: 'secret' },
    db,
    connectionString,
    gatewayUrl: 'http://127.0.0.1:9',
    log: { info() {}, warn() {}, error() {} },
  });
}

const day = 86_400;

async function ask(host: Server, body?: unknown, type = 'application/json') {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': type }, body: JSON.stringify(body) };
  const response = await host.routes.request('/dev/clock', init);
  return { status: response.status, body: response.status === 404 ? null : await response.json() };
}

test('tells the time and moves it forward, on every host', async () => {
  const one = openHost();
  const other = openHost();
  const jobs = await other.startJobs();
  try {
    expect(await ask(one)).toMatchObject({ status: 200, body: { offset_seconds: 0 } });
    const before = one.context.clock.now();
    expect(await ask(one, { advance_seconds: 31 * day })).toMatchObject({
      body: { offset_seconds: 31 * day },
    });
    expect(one.context.clock.now() - before).toBeGreaterThanOrEqual(31 * day * 1_000);
    await vi.waitFor(
      () => expect(other.context.clock.now() - before).toBeGreaterThan(31 * day * 1_000),
      5_000,
    );
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask([one, other][index % 2] ?? one, { advance_seconds: 60 })),
    );
    const { body } = await ask(openHost());
    expect(body.offset_seconds).toBe(31 * day + 600);
    await ask(one);
    const seen = await ask(other);
    expect(Math.abs(Date.parse(seen.body.now) - one.context.clock.now())).toBeLessThan(2_000);
  } finally {
    await jobs.stop();
  }
});

test.for([
  { advance_seconds: 0 },
  { advance_seconds: -60 },
  { advance_seconds: 1.5 },
  { advance_seconds: '60' },
  { advance_seconds: 41 * day },
  { advance_seconds: 60, now: 0 },
  {},
  null,
  [],
])('refuses %j and says what it takes', async (body) => {
  const host = openHost();
  const before = await ask(host);
  const refused = await ask(host, body);
  expect(refused).toMatchObject({ status: 422, body: { error: expect.stringContaining('advance_seconds') } });
  expect((await ask(host)).body.offset_seconds).toBe(before.body.offset_seconds);
});

test('a form of another site cannot move it: only JSON is read', async () => {
  expect((await ask(openHost(), { advance_seconds: 60 }, 'text/plain')).status).toBe(415);
});

test('live mode knows no test clock', async () => {
  const host = openHost('live');
  expect((await ask(host)).status).toBe(404);
  expect((await ask(host, { advance_seconds: 60 })).status).toBe(404);
  expect(Math.abs(host.context.clock.now() - Date.now())).toBeLessThan(2_000);
});
