import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FigureStep, Figures, Ranking } from '#core/model/figures.ts';
import type { CalendarDay, Locale } from '#core/model/values.ts';
import {
  type DailySum,
  type DayRange,
  measure,
  periodsOf,
  rangeBefore,
} from '#core/rules/operations/measure-figures.ts';
import type { Database } from '#server/platform/database/schema.ts';

/** Rows of a ranking. */
const ranked = 10;

/**
 * Reads the figures of a range of days and of the range before it from the daily sums
 * (docs/behaviour/operations.md#figures).
 */
export async function readFigures(
  db: Kysely<Database>,
  range: DayRange,
  step: FigureStep,
  locale: Locale,
): Promise<Figures> {
  const before = rangeBefore(range);
  const [sums, opening, rankings] = await Promise.all([
    readSums(db, before.from, range.to),
    readOpening(db, before.from),
    readRankings(db, range, locale),
  ]);
  return {
    ...range,
    step,
    before,
    periods: [...periodsOf(range, step)],
    measures: [...measure(range, step, sums, opening)],
    rankings,
  };
}

async function readSums(
  db: Kysely<Database>,
  from: CalendarDay,
  to: CalendarDay,
): Promise<readonly DailySum[]> {
  // Coupons are added up: there are many, and the figures need only their sum.
  const { rows } = await sql<DailySum>`
    select day, kind, case when kind = 'coupon' then '' else subject end as subject,
      sum(amount_cents)::bigint as amount, sum(vat_cents)::bigint as vat, sum(count)::bigint as count
    from daily_sums
    where kind in ('sale', 'coupon', 'refund', 'member_new', 'member_ended', 'dunning', 'checkout', 'watched')
      and day between ${from} and ${to}
    group by 1, 2, 3`.execute(db);
  return rows;
}

async function readOpening(db: Kysely<Database>, day: CalendarDay) {
  const { rows } = await sql<{ recurring: number; members: number }>`
    select coalesce(sum(case kind when 'member_new' then amount_cents else -amount_cents end), 0)::bigint as recurring,
      coalesce(sum(case kind when 'member_new' then count else -count end), 0)::bigint as members
    from daily_sums where kind in ('member_new', 'member_ended') and day < ${day}`.execute(db);
  return rows[0] ?? { recurring: 0, members: 0 };
}

interface RankingKind {
  readonly name: Ranking['name'];
  readonly kind: string;
  /** SQL for the title of a subject; null: the subject itself. */
  readonly title: (locale: Locale) => RawBuilder<unknown>;
}

const rankingKinds: readonly RankingKind[] = [
  {
    name: 'products',
    kind: 'product',
    title: (locale) =>
      sql`(select texts -> ${locale}::text ->> 'title' from products where products.id = subject)`,
  },
  {
    name: 'coupons',
    kind: 'coupon',
    title: () => sql`(select min(code) || case when count(*) > 1 then ' +' || count(*) - 1 else '' end
      from coupon_codes where promotion_id = subject)`,
  },
  // Affiliate codes come from shoppers, so that one may equal the id of a product or coupon.
  { name: 'origins', kind: 'origin', title: () => sql`subject` },
];

function readRankings(db: Kysely<Database>, { from, to }: DayRange, locale: Locale): Promise<Ranking[]> {
  return Promise.all(
    rankingKinds.map(async ({ name, kind, title }) => {
      // Texts are long, so titles are read for the shown rows only.
      const { rows } = await sql<Ranking['rows'][number]>`
        select subject, coalesce(${title(locale)}, subject) as title, best.count, amount
        from (
          select subject, sum(count)::bigint as count, sum(amount_cents)::bigint as amount
          from daily_sums where kind = ${kind} and day between ${from} and ${to}
          group by subject order by amount desc, subject limit ${ranked}
        ) best
        order by amount desc, subject`.execute(db);
      return { name, rows };
    }),
  );
}
