import { mkdirSync } from 'node:fs';
import { createPinoLog } from '#adapters/log/pino-log.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { Config } from './config.ts';
import { withOperatorDatabase } from './operator-database.ts';
import { readSecrets } from './secrets.ts';
import { createServerContext } from './server-context.ts';

/**
 * Runs an operator's command with what the shop's own services work with: its database, its clock (moved as far as in the
 * running shop), its secrets.
 */
export function withOperatorContext<Value>(
  config: Config,
  work: (context: ServerContext) => Promise<Value>,
): Promise<Value> {
  return withOperatorDatabase(config, async (db) => {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    const { context, testClock } = createServerContext({
      config,
      secrets: readSecrets(config),
      db,
      gatewayUrl: config.sandbox.gatewayUrl ?? `http://127.0.0.1:${config.sandbox.port}`,
      // Standard output belongs to the command's answer.
      log: createPinoLog({ level: 'error', destination: { write: (line) => process.stderr.write(line) } }),
    });
    await testClock?.refresh();
    return work(context);
  });
}
