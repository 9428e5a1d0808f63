import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { createDatabase } from '#server/database/connection.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Database } from '#server/database/schema.ts';

export interface TestDatabase {
  readonly connectionString: string;
  /** A pool of ten; tests that need another size open their own with `createDatabase`. */
  readonly db: Kysely<Database>;
}

/**
 * A fresh, migrated, empty database for the calling test file, dropped after its last test.
 * Call it once, at the top of the file: `const { db } = await openTestDatabase();`
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const name = newName('test');
  await onServer(serverUrl, `create database ${name} template ${inject('templateName')}`);
  const connectionString = databaseUrl(serverUrl, name);
  const db = createDatabase(connectionString, { max: 10 });
  afterAll(async () => {
    await db.destroy();
    await dropDatabase(serverUrl, name);
  });
  return { connectionString, db };
}

/** Makes the migrated database that the test files copy, which is quicker than migrating each. */
export async function createTemplate(serverUrl: string): Promise<string> {
  const name = newName('template');
  await onServer(serverUrl, `create database ${name}`);
  await migrate(databaseUrl(serverUrl, name));
  return name;
}

/** Drops a database, whoever is still connected to it. */
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
