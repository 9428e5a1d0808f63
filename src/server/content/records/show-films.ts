import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { changedFilms, filmsOf, type RecordFilms, withFilms } from '#core/rules/catalogue/record-films.ts';
import { courseOfTrailer, trailerName } from '#core/rules/catalogue/trailers.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { FileRecord, RecordValue } from './merge-records.ts';

const day = 24 * 60 * 60_000;

/** Milliseconds for which somebody who watches a film that was replaced can go on. */
export const keptForViewers = day;

/** For so long after it was replaced a film is kept that an earlier version of a record names. */
const keptForVersions = 90 * day;

interface Change {
  readonly before: RecordValue | null;
  readonly after: RecordValue;
  readonly now: Date;
}

/**
 * Shows the films that a course names from now on, in place of those that it named before. Where it names none any
 * more, the film of the content counts again. Films of lessons that moved to another course stay.
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
}

/** Of the films that a record names those that are still there, of their lessons and trailers. */
export async function keptFilms(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  value: RecordValue,
  now: Date,
): Promise<RecordFilms> {
  const films = filmsOf(value);
  if (Object.keys(films).length === 0) return {};
  const found = await db
    .selectFrom('films')
    .select(['name', sql<string>`id::text`.as('id')])
    .where('name', 'in', Object.keys(films))
    .where('origin', '=', 'added')
    .where(isKept(now))
    .execute();
  return Object.fromEntries(
    found.filter(({ name, id }) => films[name] === id).map(({ name, id }) => [name, id]),
  );
}

const named = (value: string) => sql`${sql.ref(value)} -> 'films' ->> films.name = films.id::text`;

/** Whether the draft of a course names a film. */
export const isDrafted = sql<boolean>`exists (select from catalogue_records where type = 'course'
  and ${named('draft')})`;

/** Whether a film is shown, was shown until a day ago, or is named by a record, a plan or a version that counts. */
export function isKept(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(replaced_at is null or replaced_at >= ${new Date(now.getTime() - keptForViewers)}
    or exists (select from catalogue_records where type = 'course'
      and (${named('published')} or ${named('draft')}))
    or exists (select from catalogue_versions where type = 'course' and ${named('value')}
      and (state in ('planned', 'refused')
        or replaced_at >= ${new Date(now.getTime() - keptForVersions)})))`;
}

/** Courses from files, each with those of its films that operators have brought and that are shown. */
export async function withShownFilms(
  db: Kysely<Database>,
  records: readonly FileRecord[],
): Promise<readonly FileRecord[]> {
  const courseOf = sql`case when ${isTrailerName} then ${sql.lit(courseOfTrailer(trailerName('')))}
    || substr(name, length(${sql.lit(trailerName(''))}) + 1) else lessons.course_id end`;
  const { rows } = await sql<{ course: string; films: RecordFilms }>`
    select ${courseOf} as course, jsonb_object_agg(name, films.id) as films
    from films left join lessons on lessons.id = name
    where origin = 'added' and replaced_at is null group by 1`.execute(db);
  const shown = new Map(rows.map(({ course, films }) => [course, films]));
  return records.map((record) => {
    if (record.type !== 'course') return record;
    const films = shown.get(courseOfTrailer(trailerName(record.slug))) ?? {};
    return { ...record, value: withFilms(record.value, films) };
  });
}

const isTrailerName = sql`starts_with(name, ${sql.lit(trailerName(''))})`;
