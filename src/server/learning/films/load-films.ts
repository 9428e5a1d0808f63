import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { replacedFilmLifetime } from '#server/content/records/show-films.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { filesOf } from '#server/platform/media/packaged-film.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { currentFilms, publishFilm } from './packaged-films.ts';
import { newFilmKey, storeFilm } from './store-film.ts';

type Loading = Pick<ServerContext, 'db' | 'clock' | 'ids' | 'media'>;

/** Folder of the content's films, one subfolder per film. */
export const contentFilms = join(projectRoot, 'content/films');

/** Arbitrary key, unique among the shop's advisory locks. */
const loadLock = 7_281_954_017;

/**
 * Encrypts and stores the films of the content (`films/<lesson>/`), each with its own key; idempotent. Keeps films that
 * operators uploaded. Returns the number stored, 0 if all are present.
 */
export async function loadFilms(loading: Loading, folder: string): Promise<number> {
  return storeFilms(loading, folder, await readdir(folder).catch(() => []));
}

/**
 * Stores films of the content again when the uploaded films that replaced them are no longer shown. If this fails for a
 * day, their whole files are shown until the next start of the shop.
 */
export async function restoreContentFilms(context: Loading & Pick<ServerContext, 'log'>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from films
    where published_at is not null and replaced_at >= ${new Date(context.clock.now() - replacedFilmLifetime)}
      and not exists (select from films shown where shown.name = films.name and shown.replaced_at is null)`.execute(
    context.db,
  );
  if (rows.length === 0) return;
  const withdrawn = new Set(rows.map(({ name }) => name));
  const names = await readdir(contentFilms).catch(() => []);
  try {
    await storeFilms(
      context,
      contentFilms,
      names.filter((name) => withdrawn.has(name)),
    );
  } catch (error) {
    context.log.error('films_not_stored', error);
  }
}

async function storeFilms(loading: Loading, folder: string, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0;
  return loading.db.connection().execute(async (connection) => {
    // Prevents two servers that start together from storing each film twice.
    await sql`select pg_advisory_lock(${loadLock})`.execute(connection);
    try {
      const current = await currentFilms(connection, names);
      let stored = 0;
      for (const name of names) {
        const film = current.get(name);
        if (film?.origin === 'added') continue;
        const version = await versionOf(join(folder, name));
        const isSame = film?.version === version;
        if (isSame && (await hasFiles(loading.media, film))) continue;
        // A second storage, such as another server's folder, gets the same files under the same names.
        const next = isSame
          ? film
          : ({ id: loading.ids.uuid(), key: newFilmKey(), name, origin: 'content', version } as const);
        const facts = await storeFilm(loading, next, join(folder, name));
        const now = new Date(loading.clock.now());
        stored += await inTransaction(connection, async (trx) => {
          // An operator may have uploaded one meanwhile.
          if ((await currentFilms(trx, [name])).get(name)?.origin === 'added') return 0;
          await publishFilm(trx, { ...next, facts }, now);
          return 1;
        });
      }
      return stored;
    } finally {
      await sql`select pg_advisory_unlock(${loadLock})`.execute(connection);
    }
  });
}

/** Returns a hash of the names and contents of all files in a folder. */
async function versionOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).toSorted())
    hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest('hex');
}

async function hasFiles(
  media: Loading['media'],
  { id, facts }: { readonly id: string; readonly facts: Parameters<typeof filesOf>[1] },
): Promise<boolean> {
  const found = await Promise.all(filesOf(id, facts).map((file) => media.find(file)));
  return found.every((file) => file !== null);
}
