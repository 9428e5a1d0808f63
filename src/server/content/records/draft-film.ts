import type { Transaction } from 'kysely';
import { filmOf, filmsOf, withFilm, withFilms } from '#core/rules/catalogue/record-films.ts';
import { isTrailer, trailerName } from '#core/rules/catalogue/trailers.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { partExpiry, partSignature } from '#server/platform/media/media-signature.ts';
import { posterFile } from '#server/platform/media/packaged-film.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { beginChange, type RecordChange, saveDraft } from './change-record.ts';
import { lockCatalogue } from './stored-records.ts';

type Needs = RecordChange['context'];

/**
 * Adds a finished film of a lesson or trailer, or a file beside it, to the draft of its course; the shop shows it when
 * the draft is published (docs/behaviour/learning.md#films-and-drafts). Locks the catalogue. Does nothing if the course
 * is gone.
 */
export async function draftFilm(
  trx: Transaction<Database>,
  needs: Needs,
  { name, id }: { readonly name: string; readonly id: string },
): Promise<void> {
  const change = await changeOfFilm(trx, needs, name);
  const value = change?.row?.draft ?? change?.row?.published;
  if (change === null || value === undefined || value === null) return;
  await saveDraft(change, withFilms(value, withFilm(filmsOf(value), name, id)));
}

/**
 * Removes a film or file from the draft of its course. If the draft had a new one, it falls back to the published one;
 * otherwise, after publication, to the film or file of the content folder. Returns the removed id; null if the draft
 * names none.
 */
export async function undraftFilm(
  trx: Transaction<Database>,
  needs: Needs,
  name: string,
): Promise<string | null> {
  const change = await changeOfFilm(trx, needs, name);
  const value = change?.row?.draft ?? change?.row?.published;
  if (change === null || value === undefined || value === null) return null;
  const films = filmsOf(value);
  const named = films[name];
  if (named === undefined) return null;
  const published = filmsOf(change.row?.published ?? null)[name];
  const next = named === published ? undefined : published;
  await saveDraft(change, withFilms(value, withFilm(films, name, next)));
  return named;
}

/**
 * Returns the signed URL of the poster of a film in a draft, valid for some minutes; it gives access to nothing else.
 */
export function posterOfDraft(
  { clock, settings }: Pick<ServerContext, 'clock' | 'settings'>,
  id: string,
): string {
  const signature = partSignature(settings.tokenSecret, posterFile(id), partExpiry(clock.now()));
  return `/media/films/${id}/poster.jpg?${signature}`;
}

async function changeOfFilm(
  trx: Transaction<Database>,
  needs: Needs,
  name: string,
): Promise<RecordChange | null> {
  // Locks even if there is no course: it may be loading now.
  await lockCatalogue(trx);
  const film = filmOf(name);
  if (isTrailer(film))
    return beginChange(trx, needs, { type: 'course', slug: film.slice(trailerName('').length) });
  const lesson = await trx
    .selectFrom('lessons')
    .select('course_id')
    .where('id', '=', film)
    .executeTakeFirst();
  if (lesson === undefined) return null;
  return beginChange(trx, needs, { type: 'course', slug: lesson.course_id.slice('course-'.length) });
}
