import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { runSandboxGateway } from '#sandbox/src/server/run-gateway.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { reservePort } from '#test/support/reserve-ports.ts';
import { benchIds } from './fill-shop.ts';
import type { LoadOptions, Measured } from './load.ts';
import { type ProcessUse, processorOfPostgres } from './process-use.ts';
import { readBytes } from './read-bytes.ts';
import { optionsIn, startWorker, type WorkerProcess } from './worker-process.ts';

/** A process of the shop. */
export interface BenchServer {
  readonly url: string;
  readonly process: WorkerProcess<object, ProcessUse>;
}

/** A shop with its own database, and the process of `run-floors.ts`, which uses the same database. */
export interface BenchShop {
  readonly db: Kysely<Database>;
  readonly serverUrl: string;
  readonly floorUrl: string;
  readonly server: WorkerProcess<object, ProcessUse>;
  readonly floors: WorkerProcess<object, ProcessUse>;
  readonly tokenSecret: string;
  /** Starts another process of the same shop. */
  startServer(): Promise<BenchServer>;
  /** Starts a Hono server that sends what the shop sends for these paths, from memory. Returns its URL. */
  startMemoryFloor(paths: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/**
 * The processes of the benchmark: PostgreSQL, the payment gateway, the load generator, and one shop at a
 * time.
 */
export interface BenchWorld {
  readonly load: WorkerProcess<LoadOptions, Measured>;
  /** Processor time of PostgreSQL so far, in microseconds. */
  databaseProcessor(): number;
  openShop(name: string): Promise<BenchShop>;
  close(): Promise<void>;
}

const startMs = 60_000;

/**
 * Starts PostgreSQL with the shop's own settings (fsync on), the sandbox gateway with its ledger on disk, and
 * the load generator.
 */
export async function openBenchWorld(): Promise<BenchWorld> {
  buildShop();
  const folder = mkdtempSync(join(tmpdir(), 'meisterhand-bench-'));
  const place = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  const postgres = await startPostgres({ dataDir: place('postgres'), log: () => {} });
  const secret = benchIds.token(32);
  const gateway = await runSandboxGateway({
    port: 0,
    dataDir: place('gateway'),
    secret,
    siteUrl: 'http://localhost',
    publicUrl: null,
    log: (message) => console.error(message),
  });
  const load = startWorker<LoadOptions, Measured>({
    entry: 'test/bench/support/run-load.ts',
    logFile: join(folder, 'load.log'),
  });

  return {
    load,
    databaseProcessor: () => processorOfPostgres(postgres.folder),
    async openShop(name) {
      const databaseUrl = await createDatabaseCalled(postgres.connectionString, name);
      const tokenSecret = benchIds.token(32);
      const floorPort = await reservePort();
      const floorUrl = `http://127.0.0.1:${floorPort}`;
      const ended: (() => Promise<void>)[] = [];
      const startServer = async (): Promise<BenchServer> => {
        const port = await reservePort();
        const url = `http://127.0.0.1:${port}`;
        const server = startWorker<object, ProcessUse>({
          entry: 'test/bench/support/run-measured-server.ts',
          flags: startOptions(),
          logFile: join(folder, `server-${name}.log`),
          env: {
            PORT: String(port),
            DATA_DIR: join(folder, `server-${name}-${port}`),
            PICTURES: 'on-demand',
            DATABASE_URL: databaseUrl,
            SANDBOX_GATEWAY_URL: gateway.url,
            SANDBOX_SECRET: secret,
            TOKEN_SECRET: tokenSecret,
            CLIENT_ADDRESS_HEADER: 'X-Real-IP',
            LOG_LEVEL: 'info',
          },
        });
        ended.push(() => server.end());
        await untilReady(`${url}/readyz`, server);
        return { url, process: server };
      };
      const { url: serverUrl, process: server } = await startServer();
      const floors = startWorker<object, ProcessUse>({
        entry: 'test/bench/support/run-floors.ts',
        logFile: join(folder, `floors-${name}.log`),
        env: { PORT: String(floorPort), DATABASE_URL: databaseUrl },
      });
      await untilReady(`${floorUrl}/bare`, floors);
      const db = createDatabase(databaseUrl, { max: 1 });
      // Filling the database takes longer than the shop's limits for a statement and a lock. There is one connection.
      await sql`set statement_timeout = 0`.execute(db);
      await sql`set lock_timeout = 0`.execute(db);
      return {
        db,
        serverUrl,
        floorUrl,
        server,
        floors,
        tokenSecret,
        startServer,
        async startMemoryFloor(paths) {
          const port = await reservePort();
          const file = join(folder, `bytes-${port}.json`);
          writeFileSync(file, JSON.stringify(await readBytes(serverUrl, paths)));
          const floor = startWorker<object, object>({
            entry: 'test/bench/support/run-memory-floor.ts',
            logFile: join(folder, 'memory-floor.log'),
            env: { PORT: String(port), BYTES: file },
          });
          ended.push(() => floor.end());
          const url = `http://127.0.0.1:${port}`;
          await untilReady(`${url}${paths[0]}`, floor);
          return url;
        },
        async close() {
          await db.destroy();
          await floors.end();
          await Promise.all(ended.map((end) => end()));
        },
      };
    },
    async close() {
      await load.end();
      await gateway.stop();
      await postgres.stop();
      rmSync(postgres.folder, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the options of Node with which `npm start` runs the shop. */
function startOptions(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  return optionsIn(scripts.start);
}

/** Builds the storefront unless the build is up to date. */
function buildShop(): void {
  const built = spawnSync(process.execPath, [join(projectRoot, 'src/app/start.ts'), '--build'], {
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('The shop could not be built');
}

async function createDatabaseCalled(serverUrl: string, name: string): Promise<string> {
  const server = createDatabase(serverUrl, { max: 1 });
  await sql`create database ${sql.id(name)}`.execute(server);
  await server.destroy();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function untilReady(url: string, { hasEnded }: { hasEnded(): boolean }): Promise<void> {
  for (let waited = 0; waited < startMs && !hasEnded(); waited += 50) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // The server does not accept connections yet.
    }
    await pause(50);
  }
  throw new Error(`${url} did not respond; see the output of its process above`);
}
