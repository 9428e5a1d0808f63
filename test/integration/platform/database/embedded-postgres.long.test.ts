import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RunningPostgres, startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import { runProgram, type TestProcess } from '#test/integration/support/test-process.ts';

let parent: string;
let dataDir: string;
let messages: string[];
let running: RunningPostgres | null;
let other: TestProcess | null;

beforeEach(() => {
  // The parent folder can be opened by its owner only, as on a build server whose user is root.
  parent = mkdtempSync(join(tmpdir(), 'meisterhand-postgres-'));
  dataDir = join(parent, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  messages = [];
  running = null;
  other = null;
});

afterEach(async () => {
  await other?.kill('SIGKILL');
  await running?.stop();
  rmSync(clusterFolder(), { recursive: true, force: true });
  rmSync(parent, { recursive: true, force: true });
});

function clusterFolder(): string {
  return JSON.parse(readFileSync(join(dataDir, 'postgres-location.json'), 'utf8')).folder;
}

async function start(): Promise<RunningPostgres> {
  running = await startPostgres({ dataDir, log: (message) => messages.push(message) });
  return running;
}

/** Starts PostgreSQL from another process and returns the process id of PostgreSQL. */
async function startInOtherProcess(): Promise<number> {
  other = runProgram('test/integration/platform/database/run-postgres.ts', dataDir);
  return Number(await other.line('up'));
}

async function query(server: RunningPostgres, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function serversOnThisData(): number {
  const commands = execFileSync('ps', ['-ww', '-eo', 'args='], { encoding: 'utf8' }).split('\n');
  return commands.filter((command) => command.includes(`-D ${clusterFolder()}/data`)).length;
}

test('keeps its data over a restart, and reports a folder outside the data directory', async () => {
  const first = await start();
  await query(first, `create table kept as select 'ä'::text as letter`);
  await first.stop();
  expect(serversOnThisData()).toBe(0);
  const second = await start();
  expect(await query(second, 'select letter from kept')).toEqual([{ letter: 'ä' }]);
  expect(second.folder).toBe(first.folder);
  if (process.getuid?.() === 0) {
    expect(second.folder.startsWith(parent)).toBe(false);
    expect(messages.join('\n')).toContain(second.folder);
  } else {
    expect(second.folder).toBe(join(dataDir, 'postgres'));
  }
});

test('writes its location file once, and reports a truncated one with the cure', async () => {
  const file = join(dataDir, 'postgres-location.json');
  await (await start()).stop();
  const written = readFileSync(file, 'utf8');
  utimesSync(file, 1, 1);
  await (await start()).stop();
  running = null;
  expect(statSync(file).mtimeMs).toBe(1_000);
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  for (const text of ['', written.slice(0, 9)]) {
    writeFileSync(file, text);
    await expect(start()).rejects.toThrow(`${file} does not name the folder of the database. Restore it`);
  }
  writeFileSync(file, written);
});

test('accepts only the password of the data directory, and only local connections', async () => {
  const server = await start();
  const stranger = new URL(server.connectionString);
  stranger.password = 'guess';
  const client = new pg.Client({ connectionString: stranger.href });
  await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await query(server, 'show fsync')).toEqual([{ fsync: 'on' }]);
});

test('ends with the shop’s server, also if that is killed', async () => {
  const pid = await startInOtherProcess();
  expect(isAlive(pid)).toBe(true);
  await other?.kill('SIGKILL');
  await vi.waitUntil(() => !isAlive(pid), { timeout: 120_000 });
});

test('a PostgreSQL that outlived its server is stopped at the next start, so that none runs twice', async () => {
  const pid = await startInOtherProcess();
  const watcher = execFileSync('pgrep', ['-f', `meisterhand-postgres-watcher ${pid}$`], { encoding: 'utf8' });
  process.kill(Number(watcher), 'SIGKILL');
  await other?.kill('SIGKILL');
  expect(isAlive(pid)).toBe(true);
  const server = await start();
  expect(isAlive(pid)).toBe(false);
  expect(serversOnThisData()).toBe(1);
  expect(messages.join('\n')).toContain('killed start');
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a stale process id that another program uses does not prevent the start', async () => {
  const first = await start();
  await first.stop();
  writeFileSync(join(first.folder, 'data', 'postmaster.pid'), `${process.pid}\n`);
  const second = await start();
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('logs an error without the row and the statement that caused it, and empties its log at each start', async () => {
  const logged = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  const first = await start();
  await query(first, 'create table people (email text unique, age int check (age > 0))');
  await query(first, `insert into people values ('ada@example.org', 36)`);
  for (const row of [`'ada@example.org', 37`, `'clara@example.org', -1`])
    await expect(query(first, `insert into people values (${row})`)).rejects.toThrow('violates');
  expect(logged()).toContain('people_email_key');
  expect(logged()).toContain('people_age_check');
  expect(logged()).not.toContain('example.org');
  await first.stop();
  await start();
  expect(logged()).not.toContain('people_email_key');
});

test('reports an unexpected end of PostgreSQL', async () => {
  const server = await start();
  process.kill(
    Number(readFileSync(join(server.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGQUIT',
  );
  expect(await server.failure).toContain('postgres.log');
  running = null;
});

test('a missing password file is reported as the cause', async () => {
  await (await start()).stop();
  rmSync(join(dataDir, 'postgres-password'));
  await expect(start()).rejects.toThrow(/postgres-password/);
  running = null;
  await vi.waitUntil(() => serversOnThisData() === 0, { timeout: 120_000 });
});
