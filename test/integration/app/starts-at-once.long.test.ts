import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Child } from '#test/faults/support/processes.ts';
import { startShop } from '#test/integration/support/api-process.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';

const { db, connectionString } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'meisterhand-starts-'));
const servers: Child[] = [];

afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  rmSync(folder, { recursive: true });
});

async function startServer(number: number): Promise<void> {
  const settings = { TOKEN_SECRET: 'a secret of thirty-two characters' };
  const dataDir = join(folder, `server-${number}`);
  servers.push(await startShop({ connectionString, dataDir, settings }));
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
