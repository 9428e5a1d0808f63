import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, isOutage } from '#server/platform/database/connection.ts';
import { openRelay } from '#test/faults/support/processes.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

const { connectionString } = await openTestDatabase();
const port = await reservePort();
const relay = await openRelay(port, Number(new URL(connectionString).port));
const address = new URL(connectionString);
address.port = String(port);
const db = createDatabase(address.href, { max: 1, queryTimeoutMs: 4_000 });

afterAll(async () => {
  await relay.refuse();
  await db.destroy();
});

const backendPid = async () => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid;
};

test('a statement without a response is an outage, and its connection is never used again', async () => {
  const first = await backendPid();
  expect(await backendPid(), 'the same connection').toBe(first);
  relay.lose();
  const lost = await backendPid().catch((error: unknown) => error);
  expect(isOutage(lost)).toBe(true);
  relay.restore('silent');
  expect(await backendPid()).not.toBe(first);
});

test('a transaction whose statement gets no response ends without waiting for its rollback', async () => {
  const lost = await db
    .transaction()
    .execute(async (trx) => {
      await sql`select 1`.execute(trx);
      relay.lose();
      await sql`select 2`.execute(trx);
    })
    .catch((error: unknown) => error);
  expect(isOutage(lost)).toBe(true);
  relay.restore('silent');
  expect(await backendPid()).toBeGreaterThan(0);
});
