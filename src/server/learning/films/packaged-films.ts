import type { Kysely, Transaction } from 'kysely';
import { isTrailer } from '#core/rules/catalogue/trailers.ts';
import { findUnnamed, isDrafted, replacedFilmLifetime } from '#server/content/records/show-films.ts';
import type { AuditSubject } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type FilmFacts, filesOf, filmFacts } from '#server/platform/media/packaged-film.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** A film stored in several sizes. Its key is never logged. */
export interface PackagedFilm {
  readonly id: string;
  /** A lesson's id, or the name of a trailer. */
  readonly name: string;
  readonly origin: 'content' | 'added';
  readonly version: string;
  readonly key: Buffer;
  readonly facts: FilmFacts;
}

/** Returns the audit log subject of a film. */
export function recordOfFilm(name: string): AuditSubject {
  return { type: isTrailer(name) ? 'trailers' : 'lessons', id: name };
}

const columns = ['id', 'name', 'origin', 'version', 'key', 'facts'] as const;

/** Returns the shown films of these lessons and trailers, by name. */
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
 * Finds a film by id, even if replaced less than a day ago, or a trailer by name: the shown one, else the one removed
 * last, because open pages may still use it. Never one in a draft.
 */
export async function findFilm(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  idOrTrailer: string,
): Promise<PackagedFilm | null> {
  const row = await db
    .selectFrom('films')
    .select(columns)
    .where(isTrailer(idOrTrailer) ? 'name' : 'id', '=', idOrTrailer)
    .where('published_at', 'is not', null)
    .where((where) =>
      where.or([
        where('replaced_at', 'is', null),
        where('replaced_at', '>=', new Date(clock.now() - replacedFilmLifetime)),
      ]),
    )
    .orderBy('replaced_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toFilm(row);
}

/** Finds a film by id in the draft of its course; only operators may access it. */
export async function findDraftedFilm(db: Kysely<Database>, id: string): Promise<PackagedFilm | null> {
  const row = await db
    .selectFrom('films')
    .select(columns)
    .where('id', '=', id)
    .where(isDrafted)
    .executeTakeFirst();
  return row === undefined ? null : toFilm(row);
}

/** Stores a finished film; it is not shown until a record that names it is published. */
export async function insertFilm(
  trx: Transaction<Database>,
  { facts, ...film }: PackagedFilm,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('films')
    .values({ ...film, facts: JSON.stringify(facts), published_at: null, replaced_at: now })
    // Earlier versions of the shop stored a film's row before all its parts were ready.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ facts: JSON.stringify(facts) }))
    .execute();
}

/** Shows a film of the content: a new one that replaces the previous one, or one whose files were stored again. */
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

/**
 * Removes films, with their files, that were replaced over a day ago, unless a record or one of its versions names
 * them.
 */
export async function removeReplacedFilms({
  db,
  clock,
  media,
}: Pick<ServerContext, 'db' | 'clock' | 'media'>): Promise<void> {
  const unnamed = await findUnnamed(db, 'films', new Date(clock.now()));
  if (unnamed.length === 0) return;
  const old = await db.selectFrom('films').select(columns).where('id', 'in', unnamed).execute();
  for (const film of old.map(toFilm)) {
    for (const file of filesOf(film.id, film.facts)) await media.remove(file);
    await db.deleteFrom('films').where('id', '=', film.id).execute();
  }
}
