import { sql, type Transaction } from 'kysely';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { findGiveaway, readMarketing } from '#server/content/contents.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { enqueueMails } from '#server/platform/outbox/enqueue-mail.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { digestOf, entryList, rankEntries } from './rank-entries.ts';

/** Returns the seed of a giveaway, which is created if missing and locked until the transaction ends. */
export async function readSeed(
  trx: Transaction<Database>,
  { clock, ids }: Pick<ServerContext, 'clock' | 'ids'>,
  giveaway: string,
  lock: 'share' | 'update',
) {
  await trx
    .insertInto('giveaway_draws')
    .values({ giveaway, seed: ids.token(32), noted_at: new Date(clock.now()) })
    .onConflict((conflict) => conflict.column('giveaway').doNothing())
    .execute();
  return trx
    .selectFrom('giveaway_draws')
    .select(['seed', 'drawn_at'])
    .where('giveaway', '=', giveaway)
    .modifyEnd(lock === 'share' ? sql`for share` : sql`for update`)
    .executeTakeFirstOrThrow();
}

interface WantedPlaces {
  readonly winners: number;
  /** Further places, for prizes that winners do not take. */
  readonly reserves: number;
}

/**
 * Draws a giveaway that is over, once, and informs the winners by mail (docs/behaviour/gifts.md#draw-of-a-giveaway).
 * `NOT_POSSIBLE`: it is still running, or has no entries; `RECORD_CHANGED`: it was drawn already.
 */
export async function drawGiveaway(
  context: ServerContext,
  giveaway: string,
  { winners, reserves }: WantedPlaces,
): Promise<Result<null, DomainFailure>> {
  const state = await findGiveaway(context, giveaway);
  const found = (await readMarketing(context)).giveaways.find(({ key }) => key === giveaway);
  if (state === null || found === undefined) return err(domainFailure('NOT_FOUND'));
  if (state !== 'over') return err(domainFailure('NOT_POSSIBLE'));
  return inTransaction(context.db, async (trx) => {
    const { seed, drawn_at } = await readSeed(trx, context, giveaway, 'update');
    if (drawn_at !== null) return err(domainFailure('RECORD_CHANGED'));
    const rows = await trx
      .selectFrom('giveaway_entries')
      .select(['email', 'locale'])
      .where('giveaway', '=', giveaway)
      .execute();
    const emails = rows.map(({ email }) => email);
    if (emails.length === 0) return err(domainFailure('NOT_POSSIBLE'));
    const drawn = rankEntries(seed, emails).slice(0, winners + reserves);
    await sql`update giveaway_entries set place = drawn.place
      from unnest(${drawn}::text[]) with ordinality as drawn (email, place)
      where giveaway = ${giveaway} and giveaway_entries.email = drawn.email`.execute(trx);
    const draw = {
      winners: Math.min(winners, drawn.length),
      entries: emails.length,
      entries_digest: digestOf(entryList(emails)),
    };
    await trx
      .updateTable('giveaway_draws')
      .set({ ...draw, drawn_at: new Date(context.clock.now()) })
      .where('giveaway', '=', giveaway)
      .execute();
    const { title } = found;
    await enqueueMails(
      trx,
      context,
      drawn.slice(0, winners).map((recipient, index) => {
        const entry = rows.find(({ email }) => email === recipient);
        const locale = isLocale(entry?.locale) ? entry.locale : defaultLocale;
        return {
          ...{ template: 'giveaway_won' as const, recipient, locale },
          facts: { title: title[locale] },
          dedupe_key: `giveaway_won:${giveaway}:${index + 1}`,
        };
      }),
    );
    await recordChange(trx, context, {
      action: 'giveaway.drawn',
      record: { type: 'giveaways', id: giveaway },
      after: { ...draw, seed, places: drawn.length },
    });
    return ok(null);
  });
}
