import type { Transaction } from 'kysely';
import type { RecordFault } from '#core/model/catalogue-record.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { RecordValue } from './merge-records.ts';

/**
 * A giveaway that was drawn keeps its days: nobody can enter it any more (docs/behaviour/gifts.md#draw-of-a-giveaway).
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
