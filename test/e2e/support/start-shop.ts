import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endWithThisProcess } from '#test/support/end-with-this-process.ts';
import { paymentEnvironment } from './payment-provider.ts';

export interface ShopOptions {
  readonly port: number;
  readonly sandboxPort: number;
  readonly dataDir: string;
  /** Further settings, which replace others of the same name. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A running shop. `npm start` runs in its own process group, as in a terminal. */
export interface ShopProcess {
  /** Returns everything the shop has printed so far. */
  output(): string;
  /** Sends a signal to npm and the shop, as Ctrl-C does, waits for the end and returns the exit code. */
  stop(signal: NodeJS.Signals): Promise<{ readonly code: number | null }>;
}

const root = resolve(import.meta.dirname, '../../..');
const startMs = 600_000;
const pollMs = 100;

/** Starts the shop and waits until it is ready. Throws with the shop's output when it ends before that. */
export async function startShop(options: ShopOptions): Promise<ShopProcess> {
  const shop = spawnShop(options);
  for (let waited = 0; waited < startMs; waited += pollMs) {
    if (shop.exitCode() !== undefined)
      throw new Error(`The shop did not start and printed:\n${shop.output()}`);
    if (await isReady(options.port)) return shop;
    await new Promise((resume) => setTimeout(resume, pollMs));
  }
  await shop.stop('SIGKILL');
  throw new Error(`The shop was not ready after ${startMs / 1000} s and printed:\n${shop.output()}`);
}

/** Starts the shop and returns at once. `exitCode()` returns undefined while the shop runs. */
export function spawnShop(options: ShopOptions): ShopProcess & { exitCode(): number | null | undefined } {
  const { port, dataDir } = options;
  const child = spawn('npm', ['start'], {
    detached: true,
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      // An empty URL makes the shop start and stop its own PostgreSQL.
      DATABASE_URL: '',
      HOST: '127.0.0.1',
      SITE_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'warn',
      PICTURES: 'on-demand',
      // Loaded only after consent, which the visitors of most tests refuse.
      GA4_ID: 'G-JOURNEYS',
      GTM_ID: 'GTM-JOURNEYS',
      META_PIXEL_ID: '1234567890',
      ...paymentEnvironment(options),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const group = child.pid;
  if (group === undefined) throw new Error('npm could not be started.');
  endWithThisProcess(child);
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
    output: () => output,
    exitCode: () => exitCode,
    stop: async (signal) => {
      if (exitCode === undefined) process.kill(-group, signal);
      await ended;
      return { code: exitCode ?? null };
    },
  };
}

/** Deletes a data directory, and the database folder that a shop started as root keeps outside it. */
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
