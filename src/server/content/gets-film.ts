import { type Kysely, type RawBuilder, sql } from 'kysely';
import { courseOfTrailer, isTrailer } from '#core/rules/catalogue/trailers.ts';
import type { Database } from '#server/platform/database/schema.ts';

/**
 * Whether a lesson gets films: it is part of its course, also of one off sale, whose owners go on watching, or of its
 * draft or plan, so that films are there when the shop shows the lesson.
 */
export const getsFilm = sql<boolean>`(lessons.is_active or exists (
  select from catalogue_records record
  where record.type = 'course' and record.slug = substr(lessons.course_id, length('course-') + 1)
    and (${names(sql.ref('record.draft'))} or exists (
      select from catalogue_versions planned
      where planned.type = record.type and planned.slug = record.slug and planned.state = 'planned'
        and ${names(sql.ref('planned.value'))}
    ))
))`;

/** Whether a product is a course that gets a trailer: the shop, a draft or a plan has it, as for lessons. */
export const getsTrailer = sql<boolean>`(products.kind = 'course' and exists (
  select from catalogue_records record
  where record.type = 'course' and record.slug = substr(products.id, length('course-') + 1)
))`;

/** Whether there is such a lesson, or a course with a trailer of this name, and it gets films. */
export async function doesGetFilm(db: Kysely<Database>, film: string): Promise<boolean> {
  const lessons = db.selectFrom('lessons').select('id').where('id', '=', film).where(getsFilm);
  const courses = db
    .selectFrom('products')
    .select('id')
    .where('id', '=', courseOfTrailer(film))
    .where(getsTrailer);
  return (await (isTrailer(film) ? courses : lessons).executeTakeFirst()) !== undefined;
}

function names(value: RawBuilder<unknown>): RawBuilder<boolean> {
  const path = '$.parts[*].lessons[*].id ? (@ == $id)';
  return sql`coalesce(jsonb_path_exists(${value}, ${sql.lit(path)}, jsonb_build_object('id', lessons.id)), false)`;
}
