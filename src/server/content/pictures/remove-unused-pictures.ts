import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { lockCatalogue } from '#server/content/records/stored-records.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

const day = 24 * 60 * 60 * 1_000;

/** Interval between checks of one picture. A new picture is first checked after it, so that a record can use it. */
const pause = day;

/** Pictures of earlier versions of a record are kept for this time. */
const keptForVersions = 90 * day;

/** Maximum pictures per run. */
const batch = 50;

/**
 * Removes uploaded pictures that are no longer used, with their files and rendered versions
 * (docs/behaviour/catalogue.md#uploaded-pictures).
 * @returns number of pictures checked
 */
export async function removeUnusedPictures(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  cacheDir: string,
): Promise<number> {
  const now = new Date(clock.now());
  const isDue = sql<boolean>`checked_at <= ${new Date(now.getTime() - pause)}`;
  const due = await db.selectFrom('pictures').select('name').where(isDue).limit(batch).execute();
  if (due.length === 0) return 0;
  const names = due.map(({ name }) => name);
  const removed = await inTransaction(db, async (trx) => {
    // Waits for records that are being saved: they may use a picture.
    await lockCatalogue(trx);
    const gone = await sql`
      delete from pictures where name in (${sql.join(names)}) and ${isDue}
        and not exists (select from catalogue_records
          where pictures.name in (published ->> 'picture', draft ->> 'picture', loaded ->> 'picture')
            or (type = 'shop' and position(pictures.name in concat(published, draft, loaded)) > 0))
        and not exists (select from catalogue_versions
          where (value ->> 'picture' = pictures.name
            or (type = 'shop' and position(pictures.name in value::text) > 0))
          and (state in ('planned', 'refused') or saved_at >= ${new Date(now.getTime() - keptForVersions)}))
        and not exists (select from products where picture = pictures.name)
        and not exists (select from contents where position(pictures.name in value::text) > 0)`.execute(trx);
    await trx.updateTable('pictures').set({ checked_at: now }).where('name', 'in', names).execute();
    await sql`delete from picture_files
      where not exists (select from pictures where pictures.hash = picture_files.hash)`.execute(trx);
    return gone.numAffectedRows ?? 0n;
  });
  if (removed > 0n) await emptyCache(db, cacheDir);
  return due.length;
}

/** Removes this server's rendered versions of deleted pictures. */
async function emptyCache(db: Kysely<Database>, cacheDir: string): Promise<void> {
  const files = await readdir(cacheDir).catch(() => []);
  const rendered = files.flatMap((file) => {
    const name = /^(bild-[0-9a-f]{16})-/.exec(file)?.[1];
    return name === undefined ? [] : [{ file, name }];
  });
  if (rendered.length === 0) return;
  const names = [...new Set(rendered.map(({ name }) => name))];
  const present = await db.selectFrom('pictures').select('name').where('name', 'in', names).execute();
  const known = new Set(present.map(({ name }) => name));
  for (const { file, name } of rendered)
    if (!known.has(name)) await rm(join(cacheDir, file), { force: true });
}
