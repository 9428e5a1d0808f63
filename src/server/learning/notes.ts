import { sql } from 'kysely';
import type { NoteResource } from '#api/learning/learning-endpoints.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { lockAccount } from '#server/accounts/lock-account.ts';
import { numberedPage } from '#server/platform/database/list-page.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { findLesson } from './lesson-access.ts';

/** Maximum bookmarks and notes per user. */
export const maxNotes = 1_000;

type Db = ServerContext['db'];

/** Selects a user's own notes with their lessons and courses. */
function selectNotes(db: Db, userId: string, locale: Locale) {
  return db
    .selectFrom('lesson_notes')
    .innerJoin('lessons', 'lessons.id', 'lesson_notes.lesson_id')
    .innerJoin('products', 'products.id', 'lessons.course_id')
    .select([
      'lesson_notes.id',
      'lesson_notes.lesson_id',
      'lesson_notes.position_seconds',
      'lesson_notes.text',
      'lesson_notes.created_at',
      'lesson_notes.changed_at',
      'lessons.position as number',
      'lessons.is_active as is_shown',
      'lessons.course_id',
      'products.slug',
      sql<string>`lessons.texts -> ${sql.lit(locale)} ->> 'title'`.as('title'),
      sql<string>`products.card -> ${sql.lit(locale)} ->> 'title'`.as('course_title'),
    ])
    .where('lesson_notes.user_id', '=', userId);
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['executeTakeFirstOrThrow']>>;

function toNote(row: NoteRow): NoteResource {
  return {
    type: 'notes',
    id: row.id,
    attributes: {
      lesson: { id: row.lesson_id, number: row.number, title: row.title, is_shown: row.is_shown },
      course: { id: row.course_id, slug: row.slug, title: row.course_title },
      position_seconds: row.position_seconds,
      text: row.text,
      created_at: row.created_at.toISOString(),
      changed_at: row.changed_at.toISOString(),
    },
  };
}

interface NoteListOptions {
  readonly userId: string;
  /** Lesson and course ids; null for all. */
  readonly lesson: string | null;
  readonly course: string | null;
  readonly number: number;
  readonly size: number;
}

/** Lists a user's notes by course, lesson and position, paginated. */
export async function listNotes(
  { db }: Pick<ServerContext, 'db'>,
  { userId, lesson, course, number, size }: NoteListOptions,
  locale: Locale,
): Promise<{ readonly items: NoteResource[]; readonly total: number }> {
  const shown = selectNotes(db, userId, locale)
    .$if(lesson !== null, (query) => query.where('lessons.id', '=', lesson))
    .$if(course !== null, (query) => query.where('lessons.course_id', '=', course))
    .orderBy('products.position')
    .orderBy('products.id')
    .orderBy('lessons.position')
    .orderBy('lesson_notes.position_seconds')
    .orderBy('lesson_notes.id');
  const counted = db
    .selectFrom('lesson_notes')
    .innerJoin('lessons', 'lessons.id', 'lesson_notes.lesson_id')
    .where('user_id', '=', userId)
    .$if(lesson !== null, (query) => query.where('lessons.id', '=', lesson))
    .$if(course !== null, (query) => query.where('lessons.course_id', '=', course));
  const { rows, total } = await numberedPage(shown, counted, { number, size });
  return { items: rows.map(toNote), total };
}

interface NewNote {
  readonly userId: string;
  readonly lesson: string;
  /** Seconds; values beyond the lesson's end are set to its end. */
  readonly position_seconds: number;
  readonly text: string;
}

/** Stores a note in a lesson that the user may watch. `EXCEED_LIMIT` when the user has too many. */
export async function addNote(
  { db, clock, ids }: Pick<ServerContext, 'db' | 'clock' | 'ids'>,
  { userId, lesson, position_seconds, text }: NewNote,
  locale: Locale,
): Promise<Result<NoteResource, DomainFailure>> {
  const found = await findLesson(db, lesson, userId);
  if (!found.ok) return found;
  const id = ids.uuid();
  const now = new Date(clock.now());
  const stored = await inTransaction(db, async (trx): Promise<Result<null, DomainFailure>> => {
    if (!(await lockAccount(trx, userId))) return err(domainFailure('UNAUTHENTICATED'));
    const { count } = await trx
      .selectFrom('lesson_notes')
      .select((where) => where.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= maxNotes) return err(domainFailure('EXCEED_LIMIT'));
    await trx
      .insertInto('lesson_notes')
      .values({
        id,
        user_id: userId,
        lesson_id: found.value.id,
        position_seconds: Math.min(position_seconds, found.value.length_seconds),
        text,
        created_at: now,
        changed_at: now,
      })
      .execute();
    return ok(null);
  });
  return stored.ok ? readNote(db, { id, userId }, locale) : stored;
}

interface OwnNote {
  readonly id: string;
  readonly userId: string;
}

async function readNote(
  db: Db,
  { id, userId }: OwnNote,
  locale: Locale,
): Promise<Result<NoteResource, DomainFailure>> {
  const row = await selectNotes(db, userId, locale).where('lesson_notes.id', '=', id).executeTakeFirst();
  return row === undefined ? err(domainFailure('NOT_FOUND')) : ok(toNote(row));
}

/** Changes the text of a user's own note. `NOT_FOUND` for anybody else's. */
export async function changeNote(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  note: OwnNote & { readonly text: string },
  locale: Locale,
): Promise<Result<NoteResource, DomainFailure>> {
  await db
    .updateTable('lesson_notes')
    .set({ text: note.text, changed_at: new Date(clock.now()) })
    .where('id', '=', note.id)
    .where('user_id', '=', note.userId)
    .execute();
  return readNote(db, note, locale);
}

/** Deletes a user's own note. `NOT_FOUND` for anybody else's. */
export async function removeNote(
  { db }: Pick<ServerContext, 'db'>,
  { id, userId }: OwnNote,
): Promise<Result<null, DomainFailure>> {
  const { numDeletedRows } = await db
    .deleteFrom('lesson_notes')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n ? ok(null) : err(domainFailure('NOT_FOUND'));
}
