import type { Kysely } from 'kysely';
import { createDatabase } from '#host/database/connection.ts';
import type { Database } from '#host/database/schema.ts';
import { runningPostgresAddress } from '#host/embedded-postgres/start-postgres.ts';
import { ownShop } from './shop-places.ts';

/** Works on the database of this worker's running shop, for states that no visitor and no operator can bring about. */
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
