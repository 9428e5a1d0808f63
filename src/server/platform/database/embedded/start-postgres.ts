import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createCluster, databaseName, postgresEnvironment } from './create-cluster.ts';
import { choosePostgresFolders, findPostgresBinaries, type PostgresFolders } from './postgres-folders.ts';

interface StartPostgresOptions {
  /** The data directory, already claimed by the caller (`claim-data-directory.ts`). */
  readonly dataDir: string;
  /** Receives progress as sentences: the location of the data, a stopped leftover process. */
  log(message: string): void;
}

export interface RunningPostgres {
  /** Connects to one database on 127.0.0.1. Contains the password: never log it. */
  readonly connectionString: string;
  /** The folder that holds the database's files. */
  readonly folder: string;
  /** Resolves with a sentence when PostgreSQL ends unexpectedly. */
  readonly failure: Promise<string>;
  /** Stops PostgreSQL with all its connections; resolves when it has ended. */
  stop(): Promise<void>;
}

/** Contains the connection string of the running server, for the commands of operators; readable for its owner only. */
const addressFile = 'postgres-address';
const attempts = 5;
const pollMs = 50;
const startTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;

/**
 * Starts the PostgreSQL that npm installed, on 127.0.0.1 and a free port, and creates the database at the first start.
 * A PostgreSQL left running by a killed server is stopped first, so two never share the data. A small watcher process
 * stops it when this process ends (`kill -9` too).
 *
 * Throws with place, cause and cure when it cannot start.
 */
export async function startPostgres({ dataDir, log }: StartPostgresOptions): Promise<RunningPostgres> {
  const place = choosePostgresFolders(dataDir, await findPostgresBinaries());
  if (place.user !== null) {
    log(
      `PostgreSQL does not run as root: it runs as user ${place.user.uid} with its data in ${place.folder}`,
    );
  }
  const password = readOrMakePassword(dataDir);
  const data = createCluster(place, password);
  if (await stopLeftover(data)) log('Stopped a PostgreSQL that an earlier, killed start had left running');
  const logFile = join(dataDir, 'postgres.log');
  writeFileSync(logFile, '', { mode: 0o600 });
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const child = spawnServer(place, data, port, logFile);
    const address = `postgres://${databaseName}:${password}@127.0.0.1:${port}`;
    if (await waitUntilReady(child, `${address}/postgres`)) {
      await createDatabase(`${address}/postgres`);
      writeFileSync(join(dataDir, addressFile), `${address}/${databaseName}\n`, { mode: 0o600 });
      return {
        connectionString: `${address}/${databaseName}`,
        folder: place.folder,
        ...watch(child, logFile),
      };
    }
    // The port was taken meanwhile, or child processes of a killed PostgreSQL still hold its shared memory.
    if (attempt === attempts)
      throw new Error(`PostgreSQL does not start. Its last words, in ${logFile}: ${lastWords(logFile)}`);
    await pause(pollMs * 2 ** attempt);
  }
}

function spawnServer(place: PostgresFolders, data: string, port: number, logFile: string): ChildProcess {
  const output = openSync(logFile, 'a', 0o600);
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    password_encryption: 'scram-sha-256',
    log_min_messages: 'warning',
    // Error details and failed statements are not logged: they contain row values, such as e-mail addresses.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
  // Detached: Ctrl-C reaches only the shop, which finishes its requests before it stops the database.
  const child = spawn(
    join(place.home, 'bin', 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...(place.user ?? {}),
      cwd: place.folder,
      env: postgresEnvironment(),
      detached: true,
      stdio: ['ignore', output, output],
    },
  );
  closeSync(output);
  if (child.pid !== undefined) stopWithThisProcess(child, child.pid);
  return child;
}

/** Starts a shell that stops the server when its input ends, which happens however this process ends. */
function stopWithThisProcess(server: ChildProcess, pid: number): void {
  if (process.platform === 'win32') return;
  const script = 'read -r _; kill -INT "$1" 2>/dev/null';
  const watcher = spawn('/bin/sh', ['-c', script, 'meisterhand-postgres-watcher', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  server.once('exit', () => watcher.kill('SIGKILL'));
  watcher.unref();
}

/** Waits until the server accepts connections (true) or has ended (false). */
async function waitUntilReady(child: ChildProcess, connectionString: string): Promise<boolean> {
  let ended = false;
  child.once('error', () => {
    ended = true;
  });
  child.once('exit', () => {
    ended = true;
  });
  for (let waited = 0; !ended; waited += pollMs) {
    if (waited > startTimeoutMs) {
      child.kill('SIGQUIT');
      throw new Error(`PostgreSQL did not answer within ${startTimeoutMs / 1000} s of its start.`);
    }
    await pause(pollMs);
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      if (isWrongPassword(error)) {
        child.kill('SIGINT');
        throw new Error(
          'PostgreSQL refuses the password in the data directory (postgres-password). ' +
            'Restore that file from a backup, or set DATA_DIR to another folder.',
          { cause: error },
        );
      }
    }
  }
  return false;
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '28P01';
}

/**
 * Reads the connection string of a PostgreSQL that another process of this shop runs; null if none was ever started.
 */
export function runningPostgresAddress(dataDir: string): string | null {
  const file = join(dataDir, addressFile);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

async function createDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

function watch(child: ChildProcess, logFile: string): Pick<RunningPostgres, 'failure' | 'stop'> {
  let stopping = false;
  const ended = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  const failure = new Promise<string>((resolve) => {
    void ended.then(() => {
      if (!stopping)
        resolve(`PostgreSQL ended by itself. Its last words, in ${logFile}: ${lastWords(logFile)}`);
    });
  });
  return {
    failure,
    stop: async () => {
      stopping = true;
      child.kill('SIGINT');
      const forcedStop = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
      await ended;
      clearTimeout(forcedStop);
    },
  };
}

function readOrMakePassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = randomBytes(24).toString('hex');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return password;
}

function lastWords(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' / ');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}

const pidFile = 'postmaster.pid';

/**
 * Stops a PostgreSQL that a killed server left running on `data`; returns whether there was one. The caller has claimed
 * the data directory, so no other process uses it.
 *
 * The process id in `postmaster.pid` may belong to another program by now (reboot, new container). Such a process is
 * not touched; only the stale file, because of which PostgreSQL would refuse to start, is removed.
 */
async function stopLeftover(data: string, timeoutMs = 20_000): Promise<boolean> {
  const pid = readPid(data);
  if (pid === null || !isAlive(pid)) return false;
  if (!servesData(pid, data)) {
    rmSync(join(data, pidFile), { force: true });
    return false;
  }
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isAlive(pid); waited += pollMs) {
    if (waited >= timeoutMs) {
      throw new Error(
        `A PostgreSQL left over from an earlier start (process ${pid}) does not stop. ` +
          `Stop it by hand (kill -QUIT ${pid}) and start again.`,
      );
    }
    await pause(pollMs);
  }
  return true;
}

function readPid(data: string): number | null {
  const file = join(data, pidFile);
  if (!existsSync(file)) return null;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function servesData(pid: number, data: string): boolean {
  const command = commandOf(pid).split(' ');
  return basename(command[0] ?? '').startsWith('postgres') && command.includes(data);
}

function commandOf(pid: number): string {
  const listed = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  if (listed.error === undefined) return listed.stdout.trim();
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
}
