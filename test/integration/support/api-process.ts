import { randomBytes } from 'node:crypto';
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
