import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import pg from 'pg';
import type { MediaStorage } from '#ports/media-storage.ts';
import { removeTimeouts } from '#server/platform/database/unlimited-session.ts';
import { copyOut } from './copy.ts';
import { copyFilms, listFilmFiles } from './film-files.ts';
import { type Manifest, tableFile, writeManifest } from './manifest.ts';

interface BackupParts {
  readonly connectionString: string;
  /** A new or empty folder. */
  readonly folder: string;
  readonly now: Date;
  readonly settings: Manifest['settings'];
  readonly media: Manifest['media'];
  /** Storage of the packaged films; null leaves them out. */
  readonly films: MediaStorage | null;
  /** Receives progress: each table with its number of rows. */
  say(line: string): void;
}

/**
 * Copies all tables of a running shop into files, from one snapshot (docs/behaviour/operations.md#backup). The job
 * queue is not copied: it contains no due work. Throws when the folder is in use or the copy fails; the folder then has
 * no manifest, so it cannot be restored.
 */
export async function writeBackup({
  connectionString,
  folder,
  now,
  settings,
  media,
  films,
  say,
}: BackupParts): Promise<Manifest> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name a new folder for each backup.`);
  const client = new pg.Client({ connectionString, application_name: 'meisterhand backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    await removeTimeouts(client);
    // One snapshot for all tables.
    await client.query('begin isolation level repeatable read read only');
    const tables = await listTables(client);
    // Migrations wait until the copy is finished.
    await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
    const copied: Manifest['tables'] = [];
    for (const table of tables) {
      const written = await copyTable(client, folder, table);
      copied.push({ name: table.name, columns: table.columns, ...written });
      say(`${table.name}: ${written.rows} rows`);
    }
    const filmNames = films === null ? [] : await listFilmFiles(client);
    const manifest: Manifest = {
      format: 1,
      created_at: now.toISOString(),
      postgres: await readValue(client, 'show server_version'),
      migrations: (await client.query('select name, checksum from schema_migration order by name')).rows,
      tables: copied,
      sequences: await listSequences(client),
      settings,
      media: [...media],
      films: [],
    };
    await client.query('commit');
    if (films !== null) manifest.films = await copyFilms(films, folder, filmNames, say);
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

interface Table {
  readonly name: string;
  readonly columns: string[];
  /** Columns that define the order of the rows. */
  readonly key: readonly string[];
}

/** All tables of the shop except the list of migrations, which a restore writes by running them. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select class.relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      coalesce((select array_agg(attname::text order by array_position(indkey::int2[], attnum))
        from pg_index join pg_attribute on attrelid = class.oid and attnum = any(indkey)
        where indrelid = class.oid and indisprimary), '{}') as key
    from pg_class class
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and class.relname <> 'schema_migration'
    order by class.relname`);
  return rows;
}

async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const read = await client.query(`select last_value::text as value, is_called from ${name}`);
    sequences.push({ name, ...read.rows[0] });
  }
  return sequences;
}

async function copyTable(
  client: pg.Client,
  folder: string,
  { name, columns, key }: Table,
): Promise<{ rows: number; sha256: string }> {
  const path = tableFile(folder, name);
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const closed = once(file, 'close');
  closed.catch(() => {});
  const hash = createHash('sha256');
  let rows = 0;
  let draining: Promise<unknown> | null = null;
  const order = (key.length > 0 ? key : columns).map((column) => `"${column}"`).join(', ');
  const list = columns.map((column) => `"${column}"`).join(', ');
  await copyOut(client, `copy (select ${list} from ${name} order by ${order}) to stdout`, (row) => {
    rows += 1;
    hash.update(row);
    // A copy, because the driver reuses its buffer.
    if (file.write(Buffer.from(row))) return null;
    draining ??= Promise.race([once(file, 'drain'), closed]).finally(() => {
      draining = null;
    });
    return draining;
  });
  file.end();
  await closed;
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { rows, sha256: hash.digest('hex') };
}

async function readValue(client: pg.Client, query: string): Promise<string> {
  const { rows } = await client.query(query);
  return String(Object.values(rows[0])[0]);
}
