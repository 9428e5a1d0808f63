import { join } from 'node:path';
import { draftFilm } from '#server/content/records/draft-film.ts';
import { insertFilm } from '#server/learning/films/packaged-films.ts';
import { newFilmKey, storeFilm } from '#server/learning/films/store-film.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import type { TestShop } from './test-shop.ts';

/**
 * Stores a film as if an operator had uploaded it, and adds it to the draft of its course. Returns its id. `of`: the
 * film of the content whose files it copies.
 */
export async function filmIsReady({ context }: TestShop, name: string, of = name): Promise<string> {
  const id = context.ids.uuid();
  const film = { id, key: newFilmKey(), name, origin: 'added', version: id } as const;
  const facts = await storeFilm(context, film, join(projectRoot, 'content/films', of));
  await inTransaction(context.db, async (trx) => {
    const ready = { ...film, facts: { ...facts, has_poster: true } };
    await insertFilm(trx, ready, new Date(context.clock.now()));
    await draftFilm(trx, context, film);
  });
  return id;
}
