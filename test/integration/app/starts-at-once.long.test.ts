import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type Child, startChild } from '#test/faults/support/processes.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

const { db, connectionString } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'meisterhand-starts-'));
const servers: Child[] = [];

afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  rmSync(folder, { recursive: true });
});

async function startServer(number: number): Promise<void> {
  const [port, sandboxPort] = [await reservePort(), await reservePort()];
  const server = await startChild({
    entry: 'test/faults/support/run-test-server.ts',
    url: `http://127.0.0.1:${port}`,
    readyPath: '/readyz',
    env: {
      DATABASE_URL: connectionString,
      DATA_DIR: join(folder, `server-${number}`),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      TOKEN_SECRET: 'a secret of thirty-two characters',
      LOG_LEVEL: 'error',
    },
  });
  servers.push(server);
}

test('four servers that start at once on an empty database migrate it once and load the content once', async () => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await Promise.all([0, 1, 2, 3].map(startServer));
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by applied_at`.execute(
    db,
  );
  expect(rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).toSorted());
  const loaders = servers.filter((server) => server.output().includes('The content files are loaded.'));
  expect(loaders).toHaveLength(1);
  for (const server of servers) expect((await fetch(`${server.url}/api/products`)).status).toBe(200);
});
