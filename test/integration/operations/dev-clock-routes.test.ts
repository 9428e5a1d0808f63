import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#app/settings/config.ts';
import { createServerTime } from '#app/wiring/create-server-context.ts';
import { createServer, type Server } from '#app/wiring/server.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { noPayments } from '#test/integration/support/gateways.ts';
import { noMedia } from '#test/support/memory-media-storage.ts';

const { connectionString } = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-clock-'));
const pools: { destroy(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(pools.map((db) => db.destroy()));
  rmSync(dataDir, { recursive: true });
});

/** Creates another server on the shared database, as a second process would. */
async function openServer(mode: 'demo' | 'live' = 'demo'): Promise<Server> {
  const config = await readConfig({ DATABASE_URL: connectionString, DATA_DIR: dataDir });
  if (!config.ok) throw new Error(config.error.join('\n'));
  const db = createDatabase(connectionString, { max: 3 });
  pools.push(db);
  return createServer({
    config: { ...config.value, mode },
    secrets: { token: 'a secret of thirty-two characters', of: () => 'secret' },
    db,
    connectionString,
    time: createServerTime({ mode }, db),
    payments: noPayments,
    mailer: { send: async () => {} },
    media: noMedia,
    log: { info() {}, warn() {}, error() {} },
  });
}

const day = 86_400;

async function ask(server: Server, body?: unknown, type = 'application/json') {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': type }, body: JSON.stringify(body) };
  const response = await server.routes.request('/dev/clock', init);
  return { status: response.status, body: response.status === 404 ? null : await response.json() };
}

test('returns the time and moves it forward, on every server', async () => {
  const one = await openServer();
  const other = await openServer();
  const jobs = await other.startJobs();
  try {
    expect(await ask(one)).toMatchObject({ status: 200, body: { offset_seconds: 0 } });
    const before = one.context.clock.now();
    expect(await ask(one, { advance_seconds: 31 * day })).toMatchObject({
      body: { offset_seconds: 31 * day },
    });
    expect(one.context.clock.now() - before).toBeGreaterThanOrEqual(31 * day * 1_000);
    await expect.poll(() => other.context.clock.now() - before).toBeGreaterThan(31 * day * 1_000);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask([one, other][index % 2] ?? one, { advance_seconds: 60 })),
    );
    const { body } = await ask(await openServer());
    expect(body.offset_seconds).toBe(31 * day + 600);
    await ask(one);
    const asked = one.context.clock.now();
    const seen = Date.parse((await ask(other)).body.now);
    expect(seen).toBeGreaterThanOrEqual(asked - 1);
    expect(seen).toBeLessThanOrEqual(one.context.clock.now());
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
])('refuses %j and reports the accepted values', async (body) => {
  const server = await openServer();
  const before = await ask(server);
  const refused = await ask(server, body);
  expect(refused).toMatchObject({ status: 422, body: { error: expect.stringContaining('advance_seconds') } });
  expect((await ask(server)).body.offset_seconds).toBe(before.body.offset_seconds);
});

test('a form of another site cannot move the clock: only JSON is accepted', async () => {
  expect((await ask(await openServer(), { advance_seconds: 60 }, 'text/plain')).status).toBe(415);
});

test('the test clock does not exist in live mode', async () => {
  const server = await openServer('live');
  expect((await ask(server)).status).toBe(404);
  expect((await ask(server, { advance_seconds: 60 })).status).toBe(404);
  const before = Date.now();
  const shown = server.context.clock.now();
  expect(shown).toBeGreaterThanOrEqual(before);
  expect(shown).toBeLessThanOrEqual(Date.now());
});
