import { mkdirSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { createPinoLog } from '#adapters/log/pino-log.ts';
import { createDatabase } from '#server/database/connection.ts';
import { claimDataDirectory } from '#server/database/embedded/claim-data-directory.ts';
import { runningPostgresAddress, startPostgres } from '#server/database/embedded/start-postgres.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Database } from '#server/database/schema.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { Config } from './config.ts';
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

/**
 * Runs an operator's command on the shop's database: the one of `DATABASE_URL`, the one of the shop that is running on
 * this data directory, or, when none runs, one started for the command and stopped after it.
 */
export async function withOperatorDatabase<Value>(
  config: Config,
  work: (db: Kysely<Database>) => Promise<Value>,
): Promise<Value> {
  if (config.databaseUrl !== null) return connect(config.databaseUrl, work);
  const claim = claimDataDirectory(config.dataDir);
  if (!claim.ok) {
    const address = runningPostgresAddress(config.dataDir);
    if (address === null)
      throw new Error('The shop is starting on this data directory: try again in a moment.');
    return connect(address, work);
  }
  try {
    const postgres = await startPostgres({
      dataDir: claim.value.directory,
      log: (line) => console.error(line),
    });
    try {
      return await connect(postgres.connectionString, work);
    } finally {
      await postgres.stop();
    }
  } finally {
    claim.value.release();
  }
}

async function connect<Value>(
  connectionString: string,
  work: (db: Kysely<Database>) => Promise<Value>,
): Promise<Value> {
  await migrate(connectionString);
  const db = createDatabase(connectionString, { max: 2 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
