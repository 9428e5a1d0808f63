import { mkdirSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { createPinoLog } from '#adapters/log/pino-log.ts';
import { openPayments } from '#app/modules/open-payments.ts';
import type { Config } from '#app/settings/config.ts';
import { readSecrets } from '#app/settings/secrets.ts';
import { refuseOtherMode } from '#server/content/loading/demo-data.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { createDatabase, statementTimeoutMs } from '#server/platform/database/connection.ts';
import { claimDataDirectory } from '#server/platform/database/embedded/claim-data-directory.ts';
import { runningPostgresAddress, startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { createServerContext, createServerTime, openMedia } from './create-server-context.ts';

/**
 * Runs an operator command with the same context as the server: database, clock (with the test clock's offset) and
 * secrets. `queryTimeoutMs`: other time limit of statements, in milliseconds.
 */
export function withOperatorContext<Value>(
  config: Config,
  work: (context: OrderContext) => Promise<Value>,
  queryTimeoutMs?: number,
): Promise<Value> {
  const run = async (db: Kysely<Database>) => {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    const secrets = readSecrets(config);
    const time = createServerTime(config, db);
    // Standard output is reserved for the result of the command.
    const say = (line: string) => process.stderr.write(line);
    const log = createPinoLog({ level: 'error', destination: { write: say } });
    const { clock, ids, testClock } = time;
    const payments = await openPayments(config, {
      clock,
      ids,
      database: db,
      log,
      purpose: 'command',
      secrets,
      say: (message) => say(`${message}\n`),
    });
    try {
      await testClock?.refresh();
      const media = await openMedia(config, log);
      return await work(createServerContext({ config, secrets, db, time, payments, media, log }));
    } finally {
      await payments.stop();
    }
  };
  return withOperatorDatabase(config, run, queryTimeoutMs);
}

/**
 * Runs an operator command on the shop's database: that of `DATABASE_URL`, that of the running shop in this data
 * directory, or one started for the command and stopped after it.
 */
export function withOperatorDatabase<Value>(
  config: Config,
  work: (db: Kysely<Database>) => Promise<Value>,
  queryTimeoutMs = statementTimeoutMs,
): Promise<Value> {
  return withOperatorPostgres(config, async (connectionString) => {
    await migrate(connectionString);
    const db = createDatabase(connectionString, { max: 2, queryTimeoutMs });
    try {
      await refuseOtherMode(db, config.mode);
      return await work(db);
    } finally {
      await db.destroy();
    }
  });
}

/**
 * Runs a command like `withOperatorDatabase`, but without migrating the database; `work` receives the
 * connection string.
 */
export async function withOperatorPostgres<Value>(
  config: Config,
  work: (connectionString: string) => Promise<Value>,
): Promise<Value> {
  if (config.databaseUrl !== null) return work(config.databaseUrl);
  const claim = claimDataDirectory(config.dataDir);
  if (!claim.ok) {
    const address = runningPostgresAddress(config.dataDir);
    if (address === null)
      throw new Error('The shop is starting on this data directory: try again in a moment.');
    return work(address);
  }
  try {
    const postgres = await startPostgres({
      dataDir: claim.value.directory,
      log: (line) => console.error(line),
    });
    try {
      return await work(postgres.connectionString);
    } finally {
      await postgres.stop();
    }
  } finally {
    claim.value.release();
  }
}
