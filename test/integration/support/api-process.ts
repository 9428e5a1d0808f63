import { randomBytes } from 'node:crypto';
import { runProgram } from './test-process.ts';

export interface ApiProcessOptions {
  readonly connectionString: string;
  readonly gatewayUrl: string;
  readonly gatewaySecret: string;
  /** The same for all servers of one shop. */
  readonly tokenSecret: string;
  readonly dataDir: string;
}

/** An API server in a process of its own, with background jobs and a pool of twenty connections, as in production. */
export interface ApiProcess {
  readonly url: string;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a server on a database that has its content already; several may share one database and one gateway. */
export async function startApiProcess(options: ApiProcessOptions): Promise<ApiProcess> {
  const api = runProgram('test/integration/support/run-api.ts', options);
  const port = await api.line('listening');
  return { url: `http://127.0.0.1:${port}`, kill: api.kill };
}

/** A secret for one test shop. */
export function newSecret(): string {
  return randomBytes(32).toString('hex');
}
