import { randomBytes } from 'node:crypto';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { createDatabase } from '#server/platform/database/connection.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { storeUsedUpLimits } from './used-up-limits.ts';

export interface TestDatabase {
  readonly connectionString: string;
  /** A pool of ten connections. Tests that need another size create their own pool with `createDatabase`. */
  readonly db: Kysely<Database>;
}

/**
 * The template that a test file copies: `bare` has only the tables, `empty` also the issuer of documents, `shop` the
 * whole content of the shop.
 */
type TemplateName = 'bare' | 'empty' | 'shop';

/**
 * Creates a migrated database for the calling test file and drops it after the last test. Call it once, at
 * the top of the file: `const { db } = await openTestDatabase();`
 */
export async function openTestDatabase(template: TemplateName = 'empty'): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const name = newName('test');
  await onServer(serverUrl, `create database ${name} template ${inject('templates')[template]}`);
  const connectionString = databaseUrl(serverUrl, name);
  const db = createDatabase(connectionString, { max: 10 });
  afterAll(async () => {
    await storeUsedUpLimits(db);
    await db.destroy();
    await dropDatabase(serverUrl, name);
  });
  return { connectionString, db };
}

/** The names of the template databases. Copying one is faster than migrating and loading a new database. */
export type Templates = Readonly<Record<TemplateName, string>>;

/** Creates the templates. `loadShop` loads the content into the template `shop`. */
export async function createTemplates(
  serverUrl: string,
  loadShop: (connectionString: string) => Promise<void>,
): Promise<Templates> {
  const [bare, empty, shop] = [newName('template'), newName('template'), newName('template')];
  const templates: Templates = { bare, empty, shop };
  await onServer(serverUrl, `create database ${bare}`);
  await migrate(databaseUrl(serverUrl, bare));
  await onServer(serverUrl, `create database ${empty} template ${bare}`);
  await storeIssuer(databaseUrl(serverUrl, templates.empty));
  await onServer(serverUrl, `create database ${shop} template ${bare}`);
  await loadShop(databaseUrl(serverUrl, templates.shop));
  return templates;
}

/** Stores the facts about the shop that mails and invoices name. */
async function storeIssuer(connectionString: string): Promise<void> {
  const db = createDatabase(connectionString, { max: 1 });
  const facts = {
    shop: { de: { delivery_time: '2 Tage', opening: {} }, en: { delivery_time: '2 days', opening: {} } },
    brand: {
      name: 'Meisterhand',
      company: ['Meisterhand GmbH', 'Berlin'],
      vat_id: 'DE123456789',
      sender: 'Meisterhand <post@meisterhand.example>',
    },
  };
  const rows = Object.entries(facts).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  await db.insertInto('contents').values(rows).execute();
  await db.destroy();
}

/**
 * Turns off the test server's protection against data loss when the machine crashes, because commits are
 * faster then. Crashes of PostgreSQL itself are tested on separate servers (embedded-postgres.long.test.ts,
 * test/faults).
 */
export async function tradeDurabilityForSpeed(serverUrl: string): Promise<void> {
  await onServer(serverUrl, 'alter system set fsync = off');
  await onServer(serverUrl, 'alter system set synchronous_commit = off');
  await onServer(serverUrl, 'alter system set full_page_writes = off');
  await onServer(serverUrl, 'select pg_reload_conf()');
}

/**
 * Stores the password of the test server's user with one round of hashing instead of 4,096, which both ends repeat at
 * each connection. It is random, and ends with the run.
 */
export async function makeConnectingCheap(serverUrl: string): Promise<void> {
  const { password } = new URL(serverUrl);
  const stored = pg.escapeLiteral(decodeURIComponent(password));
  await onServer(serverUrl, `set scram_iterations = 1; alter role current_user password ${stored}`);
}

/** Drops a database and closes all connections to it. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, `drop database if exists ${name} with (force)`);
}

function newName(kind: 'test' | 'template'): string {
  return `meisterhand_${kind}_${randomBytes(6).toString('hex')}`;
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Resolves when a statement of this database waits for a lock. */
export async function untilBlocked(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  if (rows.length === 0) await untilBlocked(db);
}

/** Returns a plugin that counts the statements of a database, and their number. */
export function countStatements() {
  let number = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      number += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { plugin, number: () => number };
}
