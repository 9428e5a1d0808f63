import type { Kysely } from 'kysely';
import { createDatabase } from '#server/platform/database/connection.ts';
import { runningPostgresAddress } from '#server/platform/database/embedded/start-postgres.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { ownShop } from './shop-places.ts';

/** Runs `work` on the database of this worker's shop, to create states that visitors and operators cannot create. */
export async function withShopDatabase(work: (db: Kysely<Database>) => Promise<unknown>): Promise<void> {
  const address = runningPostgresAddress(ownShop().dataDir);
  if (address === null) throw new Error('The shop of this worker has no running database.');
  const db = createDatabase(address, { max: 1 });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
