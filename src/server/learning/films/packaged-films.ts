import type { Kysely, Transaction } from 'kysely';
import { isTrailer } from '#core/rules/catalogue/trailers.ts';
import { findUnnamed, isDrafted, keptForViewers } from '#server/content/records/show-films.ts';
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
 * A film by its id, also one that was replaced less than a day ago, or a trailer by its name: the one that is shown
 * now, else, for pages that still name it, the one that was removed last. Never one that waits in a draft.
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
        where('replaced_at', '>=', new Date(clock.now() - keptForViewers)),
      ]),
    )
    .orderBy('replaced_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toFilm(row);
}

/** A film by its id that waits in the draft of its course; only operators may have anything of it. */
export async function findDraftedFilm(db: Kysely<Database>, id: string): Promise<PackagedFilm | null> {
  const row = await db
    .selectFrom('films')
    .select(columns)
    .where('id', '=', id)
    .where(isDrafted)
    .executeTakeFirst();
  return row === undefined ? null : toFilm(row);
}

/** Keeps a film that is ready; nobody sees it before a record that names it is published. */
export async function keepFilm(
  trx: Transaction<Database>,
  { facts, ...film }: PackagedFilm,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('films')
    .values({ ...film, facts: JSON.stringify(facts), published_at: null, replaced_at: now })
    // Versions of the shop before this one showed films that were not whole.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ facts: JSON.stringify(facts) }))
    .execute();
}

/**
 * Shows a film of the content from now on: a new one in place of the one before, or one whose files were stored again.
 */
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

/** Removes films, with their files, that were replaced a day ago, unless a record or one of its versions names them. */
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
