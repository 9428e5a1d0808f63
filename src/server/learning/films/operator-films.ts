import { type Kysely, sql } from 'kysely';
import { filmJobStates, type OperatorFilm } from '#core/model/film-job.ts';
import type { Locale } from '#core/model/values.ts';
import { trailerName } from '#core/rules/catalogue/trailers.ts';
import { isUnderWay } from '#core/rules/learning/film-job-states.ts';
import { needsFilm, needsTrailer } from '#server/content/needs-film.ts';
import { posterOfDraft } from '#server/content/records/draft-film.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type FilmFacts, filmFacts } from '#server/platform/media/packaged-film.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { describeJob, jobColumns } from './film-jobs.ts';

/** Filters of the film list; an absent filter matches everything. */
interface WantedFilms {
  readonly q?: string | undefined;
  readonly state?: 'shown' | 'missing' | 'under_way' | 'failed' | undefined;
  /** Last lesson or trailer of the previous page. */
  readonly after?: string | undefined;
  readonly size: number;
}

interface FilmPage {
  readonly films: readonly OperatorFilm[];
  /** Value of `after` for the next page; null at the end. */
  readonly next: string | null;
}

type Needs = Pick<ServerContext, 'db' | 'clock' | 'settings'>;

/** Lists lessons and trailers with their films, by course, the trailer of each first. */
export async function listOperatorFilms(
  context: Needs,
  { q = '', state, after, size }: WantedFilms,
  locale: Locale,
): Promise<FilmPage> {
  const { db } = context;
  // Selects the names of a page before reading its texts, because texts are long.
  let wanted = db
    .with('filmed', filmedOf)
    .selectFrom('filmed')
    .innerJoin('products', 'products.id', 'filmed.course_id')
    .select('filmed.name');
  if (q !== '') {
    const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
    wanted = wanted.where((where) =>
      where.or([
        where('filmed.name', 'ilike', pattern),
        where('products.slug', 'ilike', pattern),
        where(titleOf('filmed', locale), 'ilike', pattern),
        where(titleOf('products', locale), 'ilike', pattern),
      ]),
    );
  }
  if (state === 'shown') wanted = wanted.where(isShown);
  if (state === 'missing') wanted = wanted.where(sql<boolean>`not ${isShown}`);
  if (state === 'failed') wanted = wanted.where(lastJobState, '=', 'failed');
  if (state === 'under_way') wanted = wanted.where(lastJobState, 'in', filmJobStates.filter(isUnderWay));
  if (after !== undefined) {
    wanted = wanted.where(
      sql<boolean>`(products.position, filmed.position, filmed.name) > (
        select course.position, last.position, last.name
        from filmed last join products course on course.id = last.course_id where last.name = ${after}
      )`,
    );
  }
  const page = await wanted
    .orderBy('products.position')
    .orderBy('filmed.position')
    .orderBy('filmed.name')
    .limit(size + 1)
    .execute();
  const names = page.map(({ name }) => name);
  const rows = await filmRows(db, locale)
    .where(sql<boolean>`filmed.name = any(${names})`)
    .orderBy('products.position')
    .orderBy('filmed.position')
    .orderBy('filmed.name')
    .execute();
  const films = rows.slice(0, size).map((row) => toFilm(context, row));
  return { films, next: rows.length > size ? (films.at(-1)?.id ?? null) : null };
}

/** Returns a lesson or trailer with its film; null if it needs none. */
export async function findOperatorFilm(
  context: Needs,
  film: string,
  locale: Locale,
): Promise<OperatorFilm | null> {
  const row = await filmRows(context.db, locale).where('filmed.name', '=', film).executeTakeFirst();
  return row === undefined ? null : toFilm(context, row);
}

const isShown = sql<boolean>`exists (select from films where name = filmed.name and replaced_at is null)`;

const lastJobState = sql<string | null>`(
  select state from film_jobs where lesson_id = filmed.name order by created_at desc, id desc limit 1
)`;

function titleOf(table: 'filmed' | 'products', locale: Locale) {
  return sql<string>`${sql.ref(`${table}.texts`)} -> ${sql.lit(locale)} ->> 'title'`;
}

/** Selects lessons and trailers that need films: trailers have no texts and precede the lessons of their course. */
function filmedOf(db: Pick<Kysely<Database>, 'selectFrom'>) {
  return db
    .selectFrom('lessons')
    .select(['lessons.id as name', 'course_id', 'position', 'texts'])
    .where(needsFilm)
    .unionAll(
      db
        .selectFrom('products')
        .select([
          sql<string>`${trailerName('')}::text || substr(products.id, length('course-') + 1)`.as('name'),
          'products.id as course_id',
          sql<number>`0`.as('position'),
          sql<unknown>`null::jsonb`.as('texts'),
        ])
        .where(needsTrailer),
    );
}

/** Selects the id of the film that a record names; null for none. */
function namedBy(value: 'draft' | 'published') {
  return sql<string | null>`${sql.ref(`record.${value}`)} -> 'films' ->> filmed.name`;
}

function filmRows(db: Kysely<Database>, locale: Locale) {
  return db
    .with('filmed', filmedOf)
    .selectFrom('filmed')
    .innerJoin('products', 'products.id', 'filmed.course_id')
    .leftJoin('films', (join) =>
      join.onRef('films.name', '=', 'filmed.name').on('films.replaced_at', 'is', null),
    )
    .leftJoin('catalogue_records as record', (join) =>
      join
        .on('record.type', '=', 'course')
        .on(sql<boolean>`record.slug = substr(products.id, length('course-') + 1)`)
        .on(
          sql<boolean>`record.draft is not null and ${namedBy('draft')} is distinct from ${namedBy('published')}`,
        ),
    )
    .leftJoin('films as drafted', (join) =>
      join.onRef('drafted.name', '=', 'filmed.name').on(sql<boolean>`drafted.id::text = ${namedBy('draft')}`),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('film_jobs')
          .select(jobColumns)
          .whereRef('film_jobs.lesson_id', '=', 'filmed.name')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('job'),
      (join) => join.onTrue(),
    )
    .select([
      'filmed.name as film',
      sql<string | null>`${titleOf('filmed', locale)}`.as('title'),
      titleOf('products', locale).as('course'),
      'films.origin',
      'films.facts',
      'films.published_at',
      'record.slug as draft',
      'drafted.id as drafted_id',
      'drafted.facts as drafted_facts',
    ])
    .selectAll('job');
}

type Row = Awaited<ReturnType<ReturnType<typeof filmRows>['execute']>>[number];

function toFilm(
  context: Needs,
  { film, title, course, origin, facts, published_at, draft, drafted_id, drafted_facts, ...job }: Row,
): OperatorFilm {
  const drafted = drafted_id === null ? null : draftedOf(context, drafted_id, drafted_facts);
  return {
    ...{ id: film, title, course, shown: shownOf({ origin, facts, published_at }) },
    draft: draft === null ? null : { course: draft, film: drafted },
    job: jobOf(job),
  };
}

function draftedOf(context: Needs, id: string, stored: unknown) {
  const facts = filmFacts.parse(stored);
  return { ...readyOf(facts), id, poster: facts.has_poster ? posterOfDraft(context, id) : null };
}

function readyOf({ seconds, pictures, sound }: FilmFacts) {
  const lines = [...new Set(pictures.map(({ height }) => height))];
  return { seconds, lines, has_sound: sound !== null };
}

function shownOf({
  origin,
  facts,
  published_at,
}: Pick<Row, 'origin' | 'facts' | 'published_at'>): OperatorFilm['shown'] {
  if (published_at === null) return null;
  return {
    ...readyOf(filmFacts.parse(facts)),
    origin: origin === 'content' ? 'content' : 'added',
    published_at: published_at.toISOString(),
  };
}

type LastJob = Pick<Row, (typeof jobColumns)[number]>;

/** Converts the joined job columns; all are null for a film without a job. */
function jobOf(job: LastJob): OperatorFilm['job'] {
  return job.id === null ? null : describeJob(job as Parameters<typeof describeJob>[0]);
}
