import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { inject } from 'vitest';
import { type Limit, type LimitName, limits } from '#api/rate-limit-policy.ts';
import type { Database } from '#server/platform/database/schema.ts';

/** The limits that services count by themselves; `rate-limit-policy.test.ts` uses up those that count calls. */
const countedByServices = (Object.keys(limits) as LimitName[]).filter(
  (name) => (limits[name] as Limit).counts === 'cases',
);

/** Stores which limits the tests of a database have used up, for the check of the whole run. */
export async function storeUsedUpLimits(db: Kysely<Database>): Promise<void> {
  const known = await sql<{
    exists: boolean;
  }>`select to_regclass('rate_limits') is not null as exists`.execute(db);
  if (known.rows[0]?.exists !== true) return;
  const counts = await db.selectFrom('rate_limits').select(['key', 'hits']).execute();
  const usedUp = countedByServices.filter((name) =>
    counts.some(({ key, hits }) => key.startsWith(`${name}:`) && hits >= limits[name].most),
  );
  if (usedUp.length > 0)
    writeFileSync(join(inject('limitsFolder'), `${randomUUID()}.json`), JSON.stringify(usedUp));
}

/** Returns the limits counted by services that no test used up. */
export function findUnusedLimits(folder: string): readonly LimitName[] {
  const usedUp = readdirSync(folder).flatMap(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as LimitName[],
  );
  return countedByServices.filter((name) => !usedUp.includes(name));
}
