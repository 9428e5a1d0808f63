import { type Kysely, sql } from 'kysely';
import { filmJobStates, type OperatorFilm } from '#core/model/film-job.ts';
import type { Locale } from '#core/model/values.ts';
import { isUnderWay } from '#core/rules/learning/film-job-states.ts';
import { getsFilm } from '#server/content/gets-film.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { filmFacts } from '#server/platform/media/packaged-film.ts';
import { describeJob, jobColumns } from './film-jobs.ts';

/** What an operator wants to see; absent filters let everything through. */
interface WantedFilms {
  readonly q?: string | undefined;
  readonly state?: 'shown' | 'missing' | 'under_way' | 'failed' | undefined;
  /** The lesson at which the page before ended. */
  readonly after?: string | undefined;
  readonly size: number;
}

interface FilmPage {
  readonly films: readonly OperatorFilm[];
  /** For `after` of the next page; null at the end. */
  readonly next: string | null;
}

/** Lessons with their films, in the order of the courses. */
export async function listOperatorFilms(
  db: Kysely<Database>,
  { q = '', state, after, size }: WantedFilms,
  locale: Locale,
): Promise<FilmPage> {
  let wanted = filmRows(db, locale);
  if (q !== '') {
    const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
    wanted = wanted.where((where) =>
      where.or([
        where('lessons.id', 'ilike', pattern),
        where('products.slug', 'ilike', pattern),
        where(titleOf('lessons', locale), 'ilike', pattern),
        where(titleOf('products', locale), 'ilike', pattern),
      ]),
    );
  }
  if (state === 'shown') wanted = wanted.where('films.id', 'is not', null);
  if (state === 'missing') wanted = wanted.where('films.id', 'is', null);
  if (state === 'failed') wanted = wanted.where('job.state', '=', 'failed');
  if (state === 'under_way') wanted = wanted.where('job.state', 'in', filmJobStates.filter(isUnderWay));
  if (after !== undefined) {
    wanted = wanted.where(
      sql<boolean>`(products.position, lessons.position, lessons.id) > (
        select course.position, last.position, last.id
        from lessons last join products course on course.id = last.course_id where last.id = ${after}
      )`,
    );
  }
  // Only the texts of a page are read, because they are long: sorting all rows with their titles would read all.
  const page = wanted
    .clearSelect()
    .select('lessons.id')
    .orderBy('products.position')
    .orderBy('lessons.position')
    .orderBy('lessons.id')
    .limit(size + 1);
  const rows = await filmRows(db, locale)
    .where('lessons.id', 'in', page)
    .orderBy('products.position')
    .orderBy('lessons.position')
    .orderBy('lessons.id')
    .execute();
  const films = rows.slice(0, size).map(toFilm);
  return { films, next: rows.length > size ? (films.at(-1)?.id ?? null) : null };
}

/** One lesson with its film; null when it gets none. */
export async function findOperatorFilm(
  db: Kysely<Database>,
  lesson: string,
  locale: Locale,
): Promise<OperatorFilm | null> {
  const row = await filmRows(db, locale).where('lessons.id', '=', lesson).executeTakeFirst();
  return row === undefined ? null : toFilm(row);
}

function titleOf(table: 'lessons' | 'products', locale: Locale) {
  return sql<string>`${sql.ref(`${table}.texts`)} -> ${sql.lit(locale)} ->> 'title'`;
}

function filmRows(db: Kysely<Database>, locale: Locale) {
  return db
    .selectFrom('lessons')
    .innerJoin('products', 'products.id', 'lessons.course_id')
    .leftJoin('films', (join) =>
      join.onRef('films.name', '=', 'lessons.id').on('films.replaced_at', 'is', null),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('film_jobs')
          .select(jobColumns)
          .whereRef('film_jobs.lesson_id', '=', 'lessons.id')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('job'),
      (join) => join.onTrue(),
    )
    .where(getsFilm)
    .select([
      'lessons.id as lesson',
      titleOf('lessons', locale).as('title'),
      titleOf('products', locale).as('course'),
      'films.origin',
      'films.facts',
      'films.published_at',
    ])
    .selectAll('job');
}

type Row = Awaited<ReturnType<ReturnType<typeof filmRows>['execute']>>[number];

function toFilm({ lesson, title, course, origin, facts, published_at, ...job }: Row): OperatorFilm {
  return { id: lesson, title, course, shown: shownOf({ origin, facts, published_at }), job: jobOf(job) };
}

function shownOf({
  origin,
  facts,
  published_at,
}: Pick<Row, 'origin' | 'facts' | 'published_at'>): OperatorFilm['shown'] {
  if (published_at === null) return null;
  const { seconds, pictures, sound } = filmFacts.parse(facts);
  return {
    origin: origin === 'content' ? 'content' : 'added',
    seconds,
    lines: [...new Set(pictures.map(({ height }) => height))],
    has_sound: sound !== null,
    published_at: published_at.toISOString(),
  };
}

type LastJob = Pick<Row, (typeof jobColumns)[number]>;

/** A lesson without a job has nulls in place of its columns. */
function jobOf(job: LastJob): OperatorFilm['job'] {
  return job.id === null ? null : describeJob(job as Parameters<typeof describeJob>[0]);
}
