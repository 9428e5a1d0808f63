import type { Kysely } from 'kysely';
import { claimDataDirectory } from '#host/data-directory/claim-data-directory.ts';
import { createDatabase } from '#host/database/connection.ts';
import { migrate } from '#host/database/migrate.ts';
import type { Database } from '#host/database/schema.ts';
import { runningPostgresAddress, startPostgres } from '#host/embedded-postgres/start-postgres.ts';
import type { Config } from './config.ts';

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
