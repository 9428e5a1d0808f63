import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  choosePostgresFolders,
  findPostgresBinaries,
} from '#server/platform/database/embedded/postgres-folders.ts';
import { type RunningPostgres, startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import { reservePort } from '#test/support/reserve-ports.ts';
import { openRelay } from './processes.ts';

/** A PostgreSQL with the data directory that it was started with. */
export interface DatabaseServer {
  readonly dataDir: string;
  readonly postgres: RunningPostgres;
}

export interface Standby extends DatabaseServer {
  /** Disconnects the standby from the primary for ever. */
  cutOff(): Promise<void>;
}

const pollMs = 50;
const longestMs = 60_000;

/** Folders that a base backup leaves empty (PostgreSQL's manual, "Making a Base Backup Using the Low Level API"). */
const withoutContents = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const without = ['postmaster.pid', 'postmaster.opts'];

/**
 * Starts a standby of a running primary in a new data directory, and returns when every commit waits for it
 * (`synchronous_standby_names`). The copy is made by PostgreSQL's own calls, so that the binaries from npm suffice,
 * which have no `pg_basebackup`.
 */
export async function startStandby(primary: DatabaseServer, dataDir: string): Promise<Standby> {
  mkdirSync(dataDir);
  copyFileSync(join(primary.dataDir, 'postgres-password'), join(dataDir, 'postgres-password'));
  const place = choosePostgresFolders(dataDir, await findPostgresBinaries());
  const data = join(place.folder, 'data');
  const address = new URL(primary.postgres.connectionString);
  const linePort = await reservePort();
  const line = await openRelay(linePort, Number(address.port));
  await withClient(primary.postgres.connectionString, async (client) => {
    // A standby that begins from a copy fetches everything written since.
    await client.query(`alter system set wal_keep_size = '2GB'`);
    await client.query('select pg_reload_conf()');
    await client.query(`select pg_backup_start('standby', true)`);
    copyData(join(primary.postgres.folder, 'data'), data);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const own = (file: string, text: string) => {
      appendFileSync(join(data, file), text, { mode: 0o600 });
      if (place.user !== null) chownSync(join(data, file), place.user.uid, place.user.gid);
    };
    own('backup_label', rows[0]?.labelfile ?? '');
    own('standby.signal', '');
    // Of two lines the later one counts. A promoted standby has no standby of its own to wait for.
    const { username, password } = address;
    own(
      'postgresql.auto.conf',
      `primary_conninfo = 'host=127.0.0.1 port=${linePort} user=${username} password=${password}'\n` +
        `synchronous_standby_names = ''\n`,
    );
  });
  const postgres = await startPostgres({ dataDir, log: () => {} });
  await makeSynchronous(primary.postgres.connectionString);
  let cut: Promise<void> | null = null;
  const cutOff = () => {
    cut ??= line.refuse();
    return cut;
  };
  return { dataDir, postgres, cutOff };
}

function copyData(from: string, to: string): void {
  const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  // PostgreSQL deletes files while they are copied; recovery restores their content from the log.
  const wrong = copied.stderr
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith('No such file or directory'));
  if (copied.error !== undefined || wrong.length > 0)
    throw new Error(`${from} could not be copied: ${copied.error?.message ?? wrong.join('; ')}`);
  for (const name of without) rmSync(join(to, name), { force: true });
  for (const name of withoutContents)
    for (const entry of existsSync(join(to, name)) ? readdirSync(join(to, name)) : [])
      rmSync(join(to, name, entry), { recursive: true });
}

/** Lets every commit wait for the standby, and returns when the standby has everything that was committed before. */
async function makeSynchronous(primary: string): Promise<void> {
  await withClient(primary, async (client) => {
    const isTrue = async (condition: string) =>
      (
        await client.query<{ is: boolean }>(
          `select exists (select from pg_stat_replication where ${condition}) as is`,
        )
      ).rows[0]?.is === true;
    await until(() => isTrue(`state = 'streaming'`), 'The standby did not follow its primary');
    await client.query(`alter system set synchronous_standby_names = '*'`);
    await client.query('select pg_reload_conf()');
    await until(() => isTrue(`sync_state = 'sync'`), 'The standby did not become synchronous');
    const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
    await until(() => isTrue(`flush_lsn >= '${rows[0]?.lsn}'`), 'The standby did not catch up');
  });
}

/** Kills a PostgreSQL with all of its processes, as the end of its machine would. */
export async function killDatabase({ postgres }: DatabaseServer): Promise<void> {
  const postmaster = Number.parseInt(readFileSync(join(postgres.folder, 'data/postmaster.pid'), 'utf8'), 10);
  const listed = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  const children = listed.stdout.split('\n').map(Number).filter(Boolean);
  // The first one, so that it starts no new ones.
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // A connection that has ended by itself meanwhile.
    }
  }
  await postgres.failure;
}

/** Makes a standby the primary; returns when it can be written. */
export async function promote({ postgres }: DatabaseServer): Promise<void> {
  await withClient(postgres.connectionString, async (client) => {
    const { rows } = await client.query<{ done: boolean }>('select pg_promote(true, 60) as done');
    if (rows[0]?.done !== true) throw new Error('The standby was not promoted');
  });
}

async function withClient<Value>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const deadline = performance.now() + longestMs; !(await isSo()); await pause(pollMs))
    if (performance.now() > deadline) throw new Error(`${otherwise} within ${longestMs / 1000} s`);
}
