import { type Kysely, type RawBuilder, sql } from 'kysely';
import { courseOfTrailer, isTrailer } from '#core/rules/catalogue/trailers.ts';
import type { Database } from '#server/platform/database/schema.ts';

/**
 * Whether a lesson needs films: its course contains it (even off sale, because owners keep watching), or a draft or
 * plan of the course does, so that films are ready when the lesson is published.
 */
export const needsFilm = sql<boolean>`(lessons.is_active or exists (
  select from catalogue_records record
  where record.type = 'course' and record.slug = substr(lessons.course_id, length('course-') + 1)
    and (${names(sql.ref('record.draft'))} or exists (
      select from catalogue_versions planned
      where planned.type = record.type and planned.slug = record.slug and planned.state = 'planned'
        and ${names(sql.ref('planned.value'))}
    ))
))`;

/** Whether a product is a course that needs a trailer: it is published, a draft or planned. */
export const needsTrailer = sql<boolean>`(products.kind = 'course' and exists (
  select from catalogue_records record
  where record.type = 'course' and record.slug = substr(products.id, length('course-') + 1)
))`;

/** Returns whether a lesson or trailer of this name exists and needs films. */
export async function isFilmNeeded(db: Kysely<Database>, film: string): Promise<boolean> {
  const lessons = db.selectFrom('lessons').select('id').where('id', '=', film).where(needsFilm);
  const courses = db
    .selectFrom('products')
    .select('id')
    .where('id', '=', courseOfTrailer(film))
    .where(needsTrailer);
  return (await (isTrailer(film) ? courses : lessons).executeTakeFirst()) !== undefined;
}

function names(value: RawBuilder<unknown>): RawBuilder<boolean> {
  const path = '$.parts[*].lessons[*].id ? (@ == $id)';
  return sql`coalesce(jsonb_path_exists(${value}, ${sql.lit(path)}, jsonb_build_object('id', lessons.id)), false)`;
}
