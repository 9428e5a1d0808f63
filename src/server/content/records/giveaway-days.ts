import type { Transaction } from 'kysely';
import type { RecordFault } from '#core/model/catalogue-record.ts';
import type { ContentFault } from '#server/content/sources/read-files.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { FileRecord, RecordValue, StoredRecord } from './merge-records.ts';
import { fileOfRecord } from './record-types.ts';

/**
 * Checks that a drawn giveaway keeps its days: nobody can enter it any more
 * (docs/behaviour/gifts.md#draw-of-a-giveaway).
 */
export async function checkDrawnDays(
  trx: Transaction<Database>,
  {
    slug,
    published,
    value,
  }: { readonly slug: string; readonly published: RecordValue; readonly value: RecordValue },
): Promise<readonly RecordFault[]> {
  const moved = (['from', 'until'] as const).filter((name) => published[name] !== value[name]);
  if (moved.length === 0) return [];
  const draw = await trx
    .selectFrom('giveaway_draws')
    .select('giveaway')
    .where('giveaway', '=', slug)
    .where('drawn_at', 'is not', null)
    .executeTakeFirst();
  return draw === undefined ? [] : moved.map((path) => ({ path, code: 'drawn', limit: null }));
}

/** Finds files that would change the days of a drawn giveaway. */
export async function findMovedDays(
  trx: Transaction<Database>,
  taken: readonly FileRecord[],
  stored: readonly StoredRecord[],
): Promise<readonly ContentFault[]> {
  const faults: ContentFault[] = [];
  for (const { type, slug, value } of taken.filter((record) => record.type === 'giveaway')) {
    const published = stored.find((row) => row.type === type && row.slug === slug)?.published ?? null;
    const moved = published === null ? [] : await checkDrawnDays(trx, { slug, published, value });
    for (const { path } of moved)
      faults.push({
        file: fileOfRecord({ type, slug }),
        field: path,
        line: null,
        problem: 'is another day than when the giveaway was drawn',
        cure: 'restore it',
      });
  }
  return faults;
}
