import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { incompatibleStatements } from './incompatible-statements.ts';
import { removeTimeouts } from './unlimited-session.ts';

const shopMigrations = join(projectRoot, 'src/server/platform/database/migrations');
/** Key of the advisory lock: any number, but the same in every version of the shop. */
const lockKey = 7_281_954_013;

/** Checksums of earlier versions of files in which only comments have changed since. */
const earlierChecksums: Readonly<Record<string, string>> = {
  '0001-shop.sql': 'd4257e903962d8000b5b23776b297053c89357424ced0e6e67af772ac29bc95c',
  '0002-whole-api.sql': 'e601966ff29dead6b95b9e01ef11da23c2877b648c1eec8415224e10796927de',
  '0005-bank-transfers.sql': '33de0c740928df807d02f0f1bd96dd5385c7a9dbf1795761974922a9436eb292',
};

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Migrates the database: runs each file `NNNN-what-it-does.sql` of the folder that has not run yet, in order and in its
 * own transaction. An advisory lock allows several processes to start at once. Returns the names of those that ran.
 *
 * Throws when a file changed after it ran, or when the database has a migration that this version lacks and that is not
 * backward compatible.
 */
export async function migrate(connectionString: string, folder: string = shopMigrations): Promise<string[]> {
  const migrations = readMigrations(folder);
  return withMigrationLock(connectionString, (client) => runMissing(client, migrations));
}

/**
 * Runs `work` while no other process migrates the database; a shop that starts waits. The lock ends with the session.
 */
export async function withMigrationLock<Value>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString, application_name: 'meisterhand migrations' });
  await client.connect();
  try {
    await removeTimeouts(client);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs on an empty database the migrations that a backup had. Throws when the backup has an unknown migration, or one
 * that was changed since. The caller has the migration lock.
 */
export async function migrateAsFarAs(
  client: pg.Client,
  wanted: readonly { readonly name: string; readonly checksum: string }[],
): Promise<void> {
  const done = new Map(wanted.map(({ name, checksum }) => [name, checksum]));
  const migrations = readMigrations(shopMigrations);
  refuseUnknown(migrations, done);
  await runMissing(
    client,
    migrations.filter((migration) => hasRun(migration, done)),
  );
}

async function runMissing(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const { done, expanding } = await readDone(client);
  refuseUnknown(migrations, new Map([...done].filter(([name]) => !expanding.has(name))));
  const ran: string[] = [];
  for (const migration of migrations) {
    if (hasRun(migration, done)) continue;
    await run(client, migration);
    ran.push(migration.name);
  }
  return ran;
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name))
        throw new Error(`${join(folder, name)}: name it like 0007-add-wish-list.sql.`);
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

interface Done {
  /** Checksums by name. */
  readonly done: ReadonlyMap<string, string>;
  /** Names of backward compatible migrations: versions that lack them work as well. */
  readonly expanding: ReadonlySet<string>;
}

async function readDone(client: pg.Client): Promise<Done> {
  await client.query(
    'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  // Version 0.1.0 created the table without this column.
  await client.query(
    'alter table schema_migration add column if not exists only_adds boolean not null default false',
  );
  const { rows } = await client.query<{ name: string; checksum: string; only_adds: boolean }>(
    'select name, checksum, only_adds from schema_migration',
  );
  return {
    done: new Map(rows.map((row) => [row.name, row.checksum])),
    expanding: new Set(rows.filter((row) => row.only_adds).map((row) => row.name)),
  };
}

function refuseUnknown(migrations: readonly Migration[], done: ReadonlyMap<string, string>): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...done.keys()].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was made by a newer version of the shop (it knows ${unknown.join(', ')}). ` +
      'Start that version, or use another database.',
  );
}

function hasRun(migration: Migration, done: ReadonlyMap<string, string>): boolean {
  const checksum = done.get(migration.name);
  if (checksum === undefined) return false;
  if (checksum === migration.checksum || checksum === earlierChecksums[migration.name]) return true;
  throw new Error(
    `The migration ${migration.name} was changed after it had run on this database. ` +
      'Put it back as it was and write the change into a new file.',
  );
}

async function run(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into schema_migration (name, checksum, only_adds) values ($1, $2, $3)', [
      migration.name,
      migration.checksum,
      incompatibleStatements(migration.sql).length === 0,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The migration ${migration.name} failed and was undone: ${reason}`, { cause });
  }
}
