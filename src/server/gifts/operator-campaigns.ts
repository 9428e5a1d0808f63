import type { Kysely } from 'kysely';
import type { OperatorCampaign, OperatorGiveaway } from '#core/model/giveaway.ts';
import type { CalendarDay, Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { readMarketing } from '#server/content/contents.ts';
import { daysOf, selectCoupons } from '#server/coupons/operator-coupons.ts';
import { readHistory } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { digestOf, entryList, rankEntries } from './rank-entries.ts';

type Reading = Pick<ServerContext, 'db' | 'clock'>;

/**
 * Lists campaign pages in the order of their file, then giveaways without a page
 * (docs/behaviour/gifts.md#campaigns-for-operators).
 */
export async function listOperatorCampaigns(
  context: Reading,
  locale: Locale,
): Promise<readonly OperatorCampaign[]> {
  const { campaigns = [], giveaways } = await readMarketing(context);
  const [coupons, facts] = await Promise.all([
    readCampaignCoupons(
      context,
      campaigns.flatMap(({ coupon }) => (coupon === null ? [] : [coupon.code])),
    ),
    readEntryFacts(context),
  ]);
  const today = calendarDay(context.clock.now());
  const giveawayParts = (key: string | null) => {
    const giveaway = giveaways.find((one) => one.key === key);
    if (giveaway === undefined) return null;
    const { from, until } = giveaway;
    const entries = facts.find((one) => one.key === key);
    return {
      kind: 'giveaway' as const,
      ...{ from, until, coupon: null, state: stateOf(giveaway, today) },
      giveaway: {
        key: giveaway.key,
        entries: Number(entries?.entries ?? 0),
        is_drawn: Number(entries?.drawn ?? 0) > 0,
      },
    };
  };
  const pages = campaigns.map(({ slug, place, title, coupon, giveaway }): OperatorCampaign => {
    const page = { id: slug, title: title[locale], place };
    const parts = giveawayParts(giveaway);
    if (parts !== null) return { ...page, ...parts };
    const found = coupons.find(({ code }) => code === coupon?.code);
    const days = found === undefined ? null : daysOf(found);
    return {
      ...{ ...page, kind: 'offer', giveaway: null },
      state: found?.state === 'running' || found?.state === 'planned' ? found.state : 'over',
      ...{ from: days?.first_day ?? null, until: days?.last_day ?? null },
      coupon: found === undefined ? null : { id: found.id, code: found.code, used: found.used },
    };
  });
  const others = giveaways
    .filter(({ key }) => !campaigns.some(({ giveaway }) => giveaway === key))
    .flatMap(({ key, title }) => {
      const parts = giveawayParts(key);
      return parts === null ? [] : [{ id: key, title: title[locale], place: null, ...parts }];
    });
  return [...pages, ...others];
}

interface Period {
  readonly from: CalendarDay;
  readonly until: CalendarDay;
}

function stateOf({ from, until }: Period, today: CalendarDay): OperatorCampaign['state'] {
  if (today < from) return 'planned';
  return today <= until ? 'running' : 'over';
}

function readCampaignCoupons(context: Reading, codes: readonly string[]) {
  return context.db
    .selectFrom(selectCoupons(context).as('coupon'))
    .innerJoin('coupon_codes', 'coupon_codes.promotion_id', 'coupon.id')
    .selectAll('coupon')
    .select('coupon_codes.code')
    .where('coupon_codes.code', 'in', codes.length === 0 ? [''] : codes)
    .execute();
}

function readEntryFacts({ db }: Reading) {
  return db
    .selectFrom('giveaway_entries')
    .fullJoin('giveaway_draws', 'giveaway_draws.giveaway', 'giveaway_entries.giveaway')
    .select((where) => [
      where.fn.coalesce('giveaway_entries.giveaway', 'giveaway_draws.giveaway').as('key'),
      where.fn.count<number>('giveaway_draws.drawn_at').as('drawn'),
      where.fn.count<number>('email').as('entries'),
    ])
    .groupBy('key')
    .execute();
}

/** Loads a giveaway with its draw; null when the content files do not contain it. */
export async function readOperatorGiveaway(
  context: Reading,
  key: string,
  locale: Locale,
): Promise<OperatorGiveaway | null> {
  const { db } = context;
  const giveaway = (await readMarketing(context)).giveaways.find((one) => one.key === key);
  if (giveaway === undefined) return null;
  const [draw, { entries }, history] = await Promise.all([
    db.selectFrom('giveaway_draws').selectAll().where('giveaway', '=', key).executeTakeFirst(),
    db
      .selectFrom('giveaway_entries')
      .select(({ fn }) => fn.countAll<number>().as('entries'))
      .where('giveaway', '=', key)
      .executeTakeFirstOrThrow(),
    readHistory(db, { type: 'giveaways', id: key }),
  ]);
  const { from, until, title } = giveaway;
  return {
    id: key,
    ...{ title: title[locale], from, until, history, entries },
    state: stateOf(giveaway, calendarDay(context.clock.now())),
    seed_digest: draw === undefined ? null : digestOf(draw.seed),
    seed_noted_at: draw?.noted_at.toISOString() ?? null,
    draw: draw === undefined ? null : await describeDraw(db, draw, entries),
  };
}

interface DrawRow {
  readonly giveaway: string;
  readonly seed: string;
  readonly drawn_at: Date | null;
  readonly winners: number | null;
  readonly entries: number | null;
  readonly entries_digest: string | null;
}

/**
 * Repeats the draw to verify it. If entries were deleted since, it cannot be repeated, and only winning entries are
 * read.
 */
async function describeDraw(
  db: Kysely<Database>,
  draw: DrawRow,
  stored: number,
): Promise<OperatorGiveaway['draw']> {
  const { giveaway, seed, drawn_at, winners, entries, entries_digest } = draw;
  if (drawn_at === null || winners === null || entries === null || entries_digest === null) return null;
  const isWhole = stored === entries;
  const rows = await db
    .selectFrom('giveaway_entries')
    .select(['email', 'place'])
    .where('giveaway', '=', giveaway)
    .$if(!isWhole, (query) => query.where('place', 'is not', null))
    .orderBy('place')
    .execute();
  const places = rows.flatMap(({ email, place }) => (place === null ? [] : [{ place, email }]));
  const emails = rows.map(({ email }) => email);
  const isComplete = isWhole && digestOf(entryList(emails)) === entries_digest;
  const drawn = places.map(({ email }) => email).join('\n');
  return {
    ...{ seed, winners, entries, entries_digest, places, drawn_at: drawn_at.toISOString() },
    is_reproduced: isComplete ? rankEntries(seed, emails).slice(0, places.length).join('\n') === drawn : null,
  };
}
