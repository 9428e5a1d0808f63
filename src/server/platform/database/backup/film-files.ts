import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type pg from 'pg';
import type { MediaStorage } from '#ports/media-storage.ts';
import { filesOf, filmFacts } from '#server/platform/media/packaged-film.ts';
import type { Manifest } from './manifest.ts';

type FilmFile = Manifest['films'][number];

/** Returns the path in a backup of a file of a packaged film. */
function filmFile(folder: string, name: string): string {
  return join(folder, 'films', name);
}

/** Lists the files of all packaged films, including replaced ones. A database of an older version has none. */
export async function listFilmFiles(client: pg.Client): Promise<readonly string[]> {
  const { rows: known } = await client.query(`select to_regclass('public.films') is not null as has_films`);
  if (known[0]?.has_films !== true) return [];
  const { rows } = await client.query<{ id: string; facts: unknown }>(
    'select id::text, facts from films order by id',
  );
  return rows.flatMap(({ id, facts }) => filesOf(id, filmFacts.parse(facts)));
}

/** Copies film files from the storage; missing files are reported and left out. */
export async function copyFilms(
  storage: MediaStorage,
  folder: string,
  names: readonly string[],
  say: (line: string) => void,
): Promise<FilmFile[]> {
  await mkdir(join(folder, 'films'), { mode: 0o700 });
  const copied: FilmFile[] = [];
  for (const name of names) {
    const found = await storage.find(name);
    const content = found === null ? null : await storage.read(found, { first: 0, last: found.size - 1 });
    if (found === null || content === null) {
      say(`The film file ${name} is missing in the storage, and so in the backup.`);
      continue;
    }
    const hash = createHash('sha256');
    await pipeline(
      Readable.fromWeb(content as NodeReadableStream<Uint8Array>),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(filmFile(folder, name), { flags: 'wx', mode: 0o600, flush: true }),
    );
    copied.push({ name, bytes: found.size, sha256: hash.digest('hex') });
  }
  return copied;
}

/** Stores the films of a backup; files that exist already are kept. Returns the number of stored files. */
export async function storeFilms(
  storage: MediaStorage,
  folder: string,
  films: readonly FilmFile[],
): Promise<number> {
  let stored = 0;
  for (const { name, bytes } of films) {
    // A file name always stands for the same content.
    if ((await storage.find(name))?.size === bytes) continue;
    const path = filmFile(folder, name);
    const { size } = await stat(path);
    await storage.store({
      name,
      size,
      content: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
    });
    stored += 1;
  }
  return stored;
}
