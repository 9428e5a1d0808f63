import type { Kysely, Transaction } from 'kysely';
import { isTrailer } from '#core/rules/catalogue/trailers.ts';
import type { AuditSubject } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type FilmFacts, filesOf, filmFacts } from '#server/platform/media/packaged-film.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** A film that is stored in several sizes. Its key is never logged. */
export interface PackagedFilm {
  readonly id: string;
  /** A lesson's id, or the name of a trailer. */
  readonly name: string;
  readonly origin: 'content' | 'added';
  readonly version: string;
  readonly key: Buffer;
  readonly facts: FilmFacts;
}

/** A film as the audit log names it. */
export function recordOfFilm(name: string): AuditSubject {
  return { type: isTrailer(name) ? 'trailers' : 'lessons', id: name };
}

const columns = ['id', 'name', 'origin', 'version', 'key', 'facts'] as const;

/** The films of some lessons and trailers that are shown now, by their names. */
export async function currentFilms(
  db: Kysely<Database>,
  names: readonly string[],
): Promise<ReadonlyMap<string, PackagedFilm>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('films')
    .select(columns)
    .where('name', 'in', names)
    .where('replaced_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.name, toFilm(row)]));
}

/**
 * A film by its id, also one that was replaced, or a trailer by its name: the one that is shown now, else, for pages
 * that still name it, the one that was removed last.
 */
export async function findFilm(db: Kysely<Database>, idOrTrailer: string): Promise<PackagedFilm | null> {
  const row = await db
    .selectFrom('films')
    .select(columns)
    .where(isTrailer(idOrTrailer) ? 'name' : 'id', '=', idOrTrailer)
    .orderBy('replaced_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toFilm(row);
}

/** Shows a film from now on: a new one in place of the one before, or one that has more sizes now. */
export async function publishFilm(
  trx: Transaction<Database>,
  { facts, ...film }: PackagedFilm,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('films')
    .set({ replaced_at: now })
    .where('name', '=', film.name)
    .where('id', '!=', film.id)
    .where('replaced_at', 'is', null)
    .execute();
  await trx
    .insertInto('films')
    .values({ ...film, facts: JSON.stringify(facts), published_at: now, replaced_at: null })
    // One that was removed before it was whole is shown again.
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ facts: JSON.stringify(facts), replaced_at: null }),
    )
    .execute();
}

function toFilm({
  facts,
  origin,
  ...row
}: Omit<PackagedFilm, 'facts' | 'origin'> & {
  readonly facts: unknown;
  readonly origin: string;
}): PackagedFilm {
  return { ...row, origin: origin === 'content' ? 'content' : 'added', facts: filmFacts.parse(facts) };
}

/** Milliseconds for which somebody who watches a film that was replaced can go on. */
const keptAfter = 24 * 60 * 60_000;

/** Removes films that were replaced a day ago, with their files. */
export async function removeReplacedFilms({
  db,
  clock,
  media,
}: Pick<ServerContext, 'db' | 'clock' | 'media'>): Promise<void> {
  const old = await db
    .selectFrom('films')
    .select(columns)
    .where('replaced_at', '<', new Date(clock.now() - keptAfter))
    .limit(10)
    .execute();
  for (const film of old.map(toFilm)) {
    for (const file of filesOf(film.id, film.facts)) await media.remove(file);
    await db.deleteFrom('films').where('id', '=', film.id).execute();
  }
}
