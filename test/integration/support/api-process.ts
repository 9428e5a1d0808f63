import { randomBytes } from 'node:crypto';
import { runSource } from './host-process.ts';

interface ApiProcessParts {
  readonly connectionString: string;
  readonly gatewayUrl: string;
  readonly gatewaySecret: string;
  /** The same for all hosts of one shop. */
  readonly tokenSecret: string;
  readonly dataDir: string;
}

/** An API host in a process of its own, with background jobs and a pool of twenty connections, as in production. */
export interface ApiProcess {
  readonly url: string;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a host on a database that has its content already; several may share one database and one gateway. */
export async function startApiProcess(parts: ApiProcessParts): Promise<ApiProcess> {
  const process = runSource(`
    import { createPinoLog } from '#server/adapters/pino-log.ts';
    import { createDatabase } from '#server/database/connection.ts';
    import { createHost } from '#app/host.ts';
    import { readConfig } from '#app/config.ts';
    import { serve } from '@hono/node-server';

    const parts = ${JSON.stringify(parts)};
    const config = readConfig({ DATABASE_URL: parts.connectionString, DATA_DIR: parts.dataDir });
    if (!config.ok) throw new Error(config.error.join());
    const db = createDatabase(parts.connectionString, { max: 20 });
    const host = createHost({
      config: config.value,
      secrets: { token: parts.tokenSecret, sandbox: parts.gatewaySecret },
      db,
      connectionString: parts.connectionString,
      gatewayUrl: parts.gatewayUrl,
      log: createPinoLog({ level: 'silent' }),
    });
    const jobs = await host.startJobs();
    const server = serve({ fetch: host.routes.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      console.log('listening ' + port);
    });
    process.on('SIGTERM', async () => {
      server.close();
      await jobs.stop();
      await db.destroy();
      process.exit(0);
    });
  `);
  const port = await process.line('listening');
  return { url: `http://127.0.0.1:${port}`, kill: process.kill };
}

/** A secret for one test shop. */
export function newSecret(): string {
  return randomBytes(32).toString('hex');
}
