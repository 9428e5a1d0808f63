import { createReadStream } from 'node:fs';
import type pg from 'pg';
import type { MediaStorage } from '#ports/media-storage.ts';
import { migrate, migrateAsFarAs, withMigrationLock } from '#server/platform/database/migrate.ts';
import { copyIn } from './copy.ts';
import { storeFilms } from './film-files.ts';
import { type Manifest, readManifest, tableFile } from './manifest.ts';

interface RestoreParts {
  /** An empty database; its PostgreSQL may have another major version than the copied one. */
  readonly connectionString: string;
  readonly folder: string;
  /** Storage for the packaged films; null leaves them in the backup. */
  readonly films: MediaStorage | null;
  /** Receives progress: each table with its number of rows. */
  say(line: string): void;
}

/**
 * Restores a backup into an empty database (docs/behaviour/operations.md#restore): runs the migrations that the backup
 * had, loads every row, and runs the newer migrations. Throws when the backup is incomplete or was changed, or when the
 * database has data. After a failure the database is empty and the restore can be repeated.
 */
export async function restoreBackup({
  connectionString,
  folder,
  films,
  say,
}: RestoreParts): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await withMigrationLock(connectionString, async (client) => {
    client.on('error', () => {});
    await refuseUsedShop(client);
    // Before the rows: a restore that fails here can be repeated.
    if (films !== null) say(`films: ${await storeFilms(films, folder, manifest.films)} files stored`);
    await client.query('drop schema if exists public cascade');
    await client.query('create schema public');
    await migrateAsFarAs(client, manifest.migrations);
    await client.query('begin');
    await loadRows(client, folder, manifest, say);
    await client.query('commit');
    await client.query('analyze');
  });
  await migrate(connectionString);
  return manifest;
}

/** Throws when any table has rows; a shop without orders has some too, because every start loads the content. */
async function refuseUsedShop(client: pg.Client): Promise<void> {
  const used: string[] = [];
  for (const table of await listTables(client)) {
    if (table === 'schema_migration') continue;
    const { rowCount } = await client.query(`select 1 from "${table}" limit 1`);
    if (rowCount !== 0) used.push(table);
  }
  if (used.length === 0) return;
  throw new Error(
    `This shop has data (${used.slice(0, 3).join(', ')}${used.length > 3 ? ` and ${used.length - 3} more tables` : ''}), ` +
      'and a restore fills an empty one only: set DATA_DIR or DATABASE_URL to a place where no shop has started yet.',
  );
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ tablename }) => tablename);
}

async function loadRows(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  say: RestoreParts['say'],
): Promise<void> {
  // A table cannot be altered while deferred constraint checks of it are pending.
  await client.query('set constraints all immediate');
  const addForeignKeys = await dropForeignKeys(client);
  for (const { name, columns, rows } of manifest.tables) {
    // The triggers update totals in other tables, which are restored from their own files; and migrations may have
    // inserted rows.
    await client.query(`alter table "${name}" disable trigger user`);
    await client.query(`truncate "${name}"`);
    const list = columns.map((column) => `"${column}"`).join(', ');
    await copyIn(client, `copy "${name}" (${list}) from stdin`, createReadStream(tableFile(folder, name)));
    const counted = await client.query<{ count: string }>(`select count(*) from "${name}"`);
    if (counted.rows[0]?.count !== String(rows))
      throw new Error(`${name} has ${counted.rows[0]?.count} rows instead of ${rows}; nothing was restored.`);
    await client.query(`alter table "${name}" enable trigger user`);
    say(`${name}: ${rows} rows`);
  }
  // Adding a foreign key makes PostgreSQL check every row.
  await addForeignKeys();
  for (const { name, value, is_called } of manifest.sequences)
    await client.query('select setval($1, $2, $3)', [name, value, is_called]);
}

/** Drops all foreign keys, so that tables can be loaded in any order; returns a function that adds them again. */
async function dropForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint "${name}"`);
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint "${name}" ${definition}`);
  };
}
