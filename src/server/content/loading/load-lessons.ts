import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { ContentProduct } from '#server/content/content.ts';
import type { Database } from '#server/database/schema.ts';
import { chunks } from './chunks.ts';

/** Adds and changes lessons; those that are gone keep their rows, because learners' progress hangs on them. */
export async function loadLessons(
  trx: Transaction<Database>,
  products: readonly ContentProduct[],
): Promise<void> {
  const rows = products.flatMap(lessonRows);
  const ids = sql<string[]>`${rows.map((row) => row.id)}::text[]`;
  await sql`update lessons set is_active = false where id <> all(${ids})`.execute(trx);
  for (const portion of chunks(rows)) {
    await trx
      .insertInto('lessons')
      .values(portion)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          course_id: row.ref('excluded.course_id'),
          position: row.ref('excluded.position'),
          part: row.ref('excluded.part'),
          length_seconds: row.ref('excluded.length_seconds'),
          is_free: row.ref('excluded.is_free'),
          is_active: true,
          texts: row.ref('excluded.texts'),
        })),
      )
      .execute();
  }
}

function lessonRows({ id: course_id, details, texts }: ContentProduct) {
  if (details.kind !== 'course') return [];
  const german = texts.de.parts.flatMap((part) => part.lessons);
  const english = texts.en.parts.flatMap((part) => part.lessons);
  return details.lessons.map(({ id, part, length_seconds, is_free }, index) => ({
    id,
    course_id,
    position: index + 1,
    part,
    length_seconds,
    is_free,
    texts: JSON.stringify({
      de: { title: german[index]?.title, summary: german[index]?.summary },
      en: { title: english[index]?.title, summary: english[index]?.summary },
    }),
  }));
}
