import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface ShopOptions {
  readonly port: number;
  readonly sandboxPort: number;
  readonly dataDir: string;
}

/** The shop as a process of its own, started as `npm start` does it. */
export interface ShopProcess {
  readonly pid: number;
  /** Everything it has printed so far. */
  output(): string;
  stop(signal: NodeJS.Signals): Promise<{ readonly code: number | null }>;
}

const root = resolve(import.meta.dirname, '../../..');
const startMs = 120_000;
const pollMs = 100;

/** Starts the shop and answers once it can sell; fails with what it printed when it ends before. */
export async function startShop(options: ShopOptions): Promise<ShopProcess> {
  const shop = spawnShop(options);
  for (let waited = 0; waited < startMs; waited += pollMs) {
    if (shop.exitCode() !== undefined) throw new Error(`The shop did not start; it said:\n${shop.output()}`);
    if (await isReady(options.port)) return shop;
    await new Promise((resume) => setTimeout(resume, pollMs));
  }
  await shop.stop('SIGKILL');
  throw new Error(`The shop was not ready after ${startMs / 1000} s; it said:\n${shop.output()}`);
}

/** Starts the shop without waiting for anything. `exitCode` is undefined while it runs. */
export function spawnShop({ port, sandboxPort, dataDir }: ShopOptions): ShopProcess & {
  exitCode(): number | null | undefined;
} {
  const child = spawn(process.execPath, [join(root, 'src/composition/start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      SITE_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid === undefined) throw new Error('The shop could not be started.');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  let exitCode: number | null | undefined;
  const ended = new Promise<void>((resume) => {
    child.once('close', (code) => {
      exitCode = code;
      resume();
    });
  });
  return {
    pid: child.pid,
    output: () => output,
    exitCode: () => exitCode,
    stop: async (signal) => {
      child.kill(signal);
      await ended;
      return { code: exitCode ?? null };
    },
  };
}

/** Removes a data directory, and the folder outside it where root's start keeps the database. */
export function removeData(dataDir: string): void {
  const location = join(dataDir, 'postgres-location.json');
  if (existsSync(location)) {
    rmSync(JSON.parse(readFileSync(location, 'utf8')).folder, { recursive: true, force: true });
  }
  rmSync(dataDir, { recursive: true, force: true });
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}
