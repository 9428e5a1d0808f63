import { randomBytes } from 'node:crypto';
import { type Child, startChild } from '#test/faults/support/processes.ts';
import { reservePort } from '#test/support/reserve-ports.ts';
import { runProgram } from './test-process.ts';

export interface ApiProcessOptions {
  readonly connectionString: string;
  readonly gatewayUrl: string;
  readonly gatewaySecret: string;
  /** All servers of one shop have the same secret. */
  readonly tokenSecret: string;
  readonly dataDir: string;
}

/** An API server in its own process, with background jobs and a pool of 20 connections, as in production. */
export interface ApiProcess {
  readonly url: string;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a server on a database that already contains the shop's content. Several servers may share one
 * database and one gateway.
 */
export async function startApiProcess(options: ApiProcessOptions): Promise<ApiProcess> {
  const api = runProgram('test/integration/support/run-api.ts', options);
  const port = await api.line('listening');
  return { url: `http://127.0.0.1:${port}`, kill: api.kill };
}

/** Returns a random secret for one test shop. */
export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

interface ShopProcess {
  readonly connectionString: string;
  readonly dataDir: string;
  /** Added to the usual settings, or in their place. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the process of `npm start`, by default a demo with the sandbox that logs errors; returns when it is ready. */
export async function startShop({ connectionString, dataDir, settings = {} }: ShopProcess): Promise<Child> {
  const [port, sandboxPort] = [await reservePort(), await reservePort()];
  const sandbox: Readonly<Record<string, string>> =
    settings.SHOP_MODE === 'live' ? {} : { SANDBOX_PORT: String(sandboxPort) };
  const places = { DATABASE_URL: connectionString, DATA_DIR: dataDir, PORT: String(port) };
  return startChild({
    entry: 'test/faults/support/run-test-server.ts',
    env: { ...places, ...sandbox, LOG_LEVEL: 'error', ...settings },
    url: `http://127.0.0.1:${port}`,
    readyPath: '/readyz',
  });
}

/** Settings of a live shop whose mail server and payment provider cannot be reached. */
export const liveSettings = {
  SHOP_MODE: 'live',
  SITE_URL: 'https://shop.example',
  TOKEN_SECRET: 'a secret of thirty-two characters',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PAYMENT_MODULES: 'braintree',
  BRAINTREE_ENVIRONMENT: 'production',
  BRAINTREE_MERCHANT_ID: 'merchant',
  BRAINTREE_PUBLIC_KEY: 'public',
  BRAINTREE_PRIVATE_KEY: 'private',
  BRAINTREE_TIME_LIMIT: '500',
  CLIENT_ADDRESS_HEADER: 'none',
};
