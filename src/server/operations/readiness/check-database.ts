import { type Kysely, sql } from 'kysely';
import { describeDemoData, findDemoData } from '#server/content/loading/demo-data.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type Finding, findingsOf } from './finding.ts';

/** First PostgreSQL version with everything that the migrations use (`unique nulls not distinct`). */
const oldestVersion = 15;
/** Connections of a process besides its pool: job queue, catalogue changes, migrations and operators' commands. */
const besidePool = 20;
/** Accepted difference between the clocks of two machines, in seconds. */
const clockTolerance = 2;

interface Server {
  readonly version: number;
  readonly encoding: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly data_checksums: string;
  readonly max_connections: number;
  readonly reserved: number;
  readonly is_standby: boolean;
  readonly may_create: boolean;
  readonly has_shop: boolean;
  readonly now: Date;
}

interface Needs {
  /** Connections of one process (`DATABASE_POOL`). */
  readonly pool: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Checks version, rights, durability, connections and clock of the database and looks for demo data. Changes nothing,
 * not even the schema.
 */
export async function checkDatabase(db: Kysely<Database>, { pool, now }: Needs): Promise<readonly Finding[]> {
  const { findings, wrong, look } = findingsOf('database');
  const { rows } = await sql<Server>`select
    current_setting('server_version_num')::int / 10000 as version,
    (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('data_checksums') as data_checksums,
    current_setting('max_connections')::int as max_connections,
    current_setting('superuser_reserved_connections')::int as reserved,
    pg_is_in_recovery() as is_standby,
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_create,
    to_regclass('orders') is not null as has_shop,
    clock_timestamp() as now`.execute(db);
  const [server] = rows;
  if (server === undefined) throw new Error('The database did not tell its settings');
  const skew = Math.abs(server.now.getTime() - now()) / 1000;
  if (server.version < oldestVersion)
    wrong(`it is PostgreSQL ${server.version}`, `use version ${oldestVersion} or a later one`);
  if (server.encoding !== 'UTF8')
    wrong(`its encoding is ${server.encoding}`, 'create the database with encoding UTF8');
  if (server.is_standby) wrong('it is a standby, which takes no orders', 'name the primary in DATABASE_URL');
  if (!server.may_create)
    wrong(
      'its user may not create tables and extensions',
      'grant create on the database and on schema public to the user',
    );
  for (const setting of ['fsync', 'full_page_writes'] as const) {
    if (server[setting] !== 'on')
      wrong(`${setting} is ${server[setting]}: a power cut may lose paid orders`, `set ${setting} = on`);
  }
  if (server.synchronous_commit === 'off')
    wrong(
      'synchronous_commit is off: a crash may lose paid orders',
      'set it to on, or remote_apply with a standby',
    );
  if (server.data_checksums !== 'on')
    look(
      'data checksums are off: a broken disk may go unnoticed',
      'switch them on with pg_checksums --enable',
    );
  const free = server.max_connections - server.reserved;
  if (pool + besidePool > free)
    wrong(
      `DATABASE_POOL is ${pool}, and with ${besidePool} beside it that is more than the ${free} connections it allows`,
      'raise max_connections, or lower DATABASE_POOL',
    );
  else if (2 * (pool + besidePool) > free)
    look(
      `its ${free} connections are enough for one process of the shop only`,
      'raise max_connections before a second process runs beside it, as during an update',
    );
  if (skew > clockTolerance)
    wrong(
      `its clock and the one of this machine differ by ${Math.round(skew)} s`,
      'let a time service (chrony, systemd-timesyncd) set both',
    );
  if (server.has_shop) {
    const demo = await findDemoData(db);
    if (demo.accounts + demo.codes > 0)
      wrong(describeDemoData(demo), 'use an empty database, or run "npm run shop -- demo remove"');
  }
  return findings;
}
