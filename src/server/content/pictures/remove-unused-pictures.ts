import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { lockCatalogue } from '#server/content/records/stored-records.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

const day = 24 * 60 * 60 * 1_000;

/** Each picture is looked at once in this time, the first time when it is as old: until then a record can name it. */
const pause = day;

/** For so long an earlier version of a record keeps its picture. */
const keptForVersions = 90 * day;

/** Pictures of one run. */
const batch = 50;

/**
 * Removes uploaded pictures that nothing names any more, with their files and what was rendered of them
 * (docs/behaviour/catalogue.md#uploaded-pictures).
 * @returns how many pictures were looked at
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
    // A record that is being saved may name one.
    await lockCatalogue(trx);
    const gone = await sql`
      delete from pictures where name in (${sql.join(names)}) and ${isDue}
        and not exists (select from catalogue_records
          where pictures.name in (published ->> 'picture', draft ->> 'picture', loaded ->> 'picture'))
        and not exists (select from catalogue_versions where value ->> 'picture' = pictures.name
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

/** Removes what this server has rendered of pictures that are gone. */
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
