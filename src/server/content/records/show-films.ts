import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { changedFilms, filmsOf, type RecordFilms, withFilms } from '#core/rules/catalogue/record-films.ts';
import { courseOfTrailer, trailerName } from '#core/rules/catalogue/trailers.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { FileRecord, RecordValue } from './merge-records.ts';

const day = 24 * 60 * 60_000;

/** Milliseconds for which viewers can keep watching a replaced film. */
export const replacedFilmLifetime = day;

/** Replaced films that an earlier version of a record names are kept for this time. */
const keptForVersions = 90 * day;

/** Parts of the `name` of a film or file (`fileName`): lesson or trailer, and extension; a film's extension is ''. */
const lessonOfName = sql`split_part(name, '.', 1)`;
const endingOfName = sql`substr(name, length(${lessonOfName}) + 2)`;

interface Change {
  readonly before: RecordValue | null;
  readonly after: RecordValue;
  readonly now: Date;
}

/**
 * Replaces the shown films and files of a course by those that it names now. Where it no longer names one, the one from
 * the content folder is used again. Those of lessons that moved to another course stay.
 */
export async function showFilms(trx: Transaction<Database>, { before, after, now }: Change): Promise<void> {
  const films = filmsOf(after);
  const changed = changedFilms(filmsOf(before), films);
  if (changed.length === 0) return;
  const named = sql`${JSON.stringify(films)}::jsonb ->> name`;
  const ofChanged = trx.updateTable('films').where('name', 'in', changed);
  await ofChanged
    .set({ replaced_at: now })
    .where('replaced_at', 'is', null)
    .where(sql<boolean>`id::text is distinct from ${named}`)
    .execute();
  await ofChanged
    .set({ replaced_at: null, published_at: now })
    .where('replaced_at', 'is not', null)
    .where(sql<boolean>`id::text = ${named}`)
    .execute();
  await trx
    .updateTable('uploaded_lesson_files')
    .set({ replaced_at: sql`case when id::text = ${named} then null else coalesce(replaced_at, ${now}) end` })
    .where('name', 'in', changed)
    .execute();
  await sql`delete from lesson_files using unnest(${changed}::text[]) name
    where lesson_id = ${lessonOfName} and ending = ${endingOfName}`.execute(trx);
  await sql`insert into lesson_files (lesson_id, ending, content, digest, uploaded_at)
    select ${lessonOfName}, ${endingOfName}, content, digest, uploaded_at
    from uploaded_lesson_files where name = any(${changed}) and replaced_at is null`.execute(trx);
}

/** Returns the films and files of a record that still exist. */
export async function existingFilms(
  db: Kysely<Database>,
  value: RecordValue,
  now: Date,
): Promise<RecordFilms> {
  const films = filmsOf(value);
  const names = Object.keys(films);
  if (names.length === 0) return {};
  const { rows } = await sql<{ name: string; id: string }>`
    select name, id from films where name = any(${names}) and origin = 'added' and ${isKept('films', now)}
    union all select name, id from uploaded_lesson_files
    where name = any(${names}) and ${isKept('uploaded_lesson_files', now)}`.execute(db);
  return Object.fromEntries(
    rows.filter(({ name, id }) => films[name] === id).map(({ name, id }) => [name, id]),
  );
}

/** Tables that `films` of a record refers to. */
type BroughtTable = 'films' | 'uploaded_lesson_files';

const named = (table: BroughtTable, value: string) =>
  sql`${sql.ref(value)} -> 'films' ->> ${sql.ref(`${table}.name`)} = ${sql.ref(`${table}.id`)}::text`;

/** Whether the draft of a course names a film. */
export const isDrafted = sql<boolean>`exists (select from catalogue_records where type = 'course'
  and ${named('films', 'draft')})`;

/**
 * Whether a row is shown, was replaced less than a day ago, or is named by a record, a plan, or a version saved in the
 * last 90 days.
 */
function isKept(table: BroughtTable, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(replaced_at is null or replaced_at >= ${new Date(now.getTime() - replacedFilmLifetime)}
    or exists (select from catalogue_records where type = 'course'
      and (${named(table, 'published')} or ${named(table, 'draft')}))
    or exists (select from catalogue_versions where type = 'course' and ${named(table, 'value')}
      and (state in ('planned', 'refused')
        or replaced_at >= ${new Date(now.getTime() - keptForVersions)})))`;
}

/**
 * Checks some rows that were replaced over a day ago, each once a day. Returns the ids of those that nothing names any
 * more.
 */
export async function findUnnamed(
  db: Kysely<Database>,
  table: BroughtTable,
  now: Date,
): Promise<readonly string[]> {
  const aDayAgo = new Date(now.getTime() - replacedFilmLifetime);
  const due = await db
    .selectFrom(table)
    .select('id')
    .where('replaced_at', '<', aDayAgo)
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<=', aDayAgo)]))
    .limit(10)
    .execute();
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const old = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .where(sql<boolean>`not ${isKept(table, now)}`)
    .execute();
  await db.updateTable(table).set({ checked_at: now }).where('id', 'in', ids).execute();
  return old.map(({ id }) => id);
}

/** Adds to courses from files their shown films and files that operators uploaded. */
export async function withShownFilms(
  db: Kysely<Database>,
  records: readonly FileRecord[],
): Promise<readonly FileRecord[]> {
  const courseOf = sql`case when ${isTrailerName} then ${sql.lit(courseOfTrailer(trailerName('')))}
    || substr(${lessonOfName}, length(${sql.lit(trailerName(''))}) + 1) else lessons.course_id end`;
  const { rows } = await sql<{ course: string; films: RecordFilms }>`
    select ${courseOf} as course, jsonb_object_agg(name, brought.id) as films
    from (
      select name, id from films where origin = 'added' and replaced_at is null
      union all select name, id from uploaded_lesson_files where replaced_at is null
    ) brought left join lessons on lessons.id = ${lessonOfName} group by 1`.execute(db);
  const shown = new Map(rows.map(({ course, films }) => [course, films]));
  return records.map((record) => {
    if (record.type !== 'course') return record;
    const films = shown.get(courseOfTrailer(trailerName(record.slug))) ?? {};
    return { ...record, value: withFilms(record.value, films) };
  });
}

const isTrailerName = sql`starts_with(name, ${sql.lit(trailerName(''))})`;
