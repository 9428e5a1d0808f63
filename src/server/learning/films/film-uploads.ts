import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilmJob } from '#core/model/film-job.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isFilmNeeded } from '#server/content/needs-film.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { findFilmTools } from '#server/platform/media/ffmpeg.ts';
import { mayBeFilm, signatureBytes } from '#server/platform/media/film-signature.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { describeJob, findJob, jobColumns, queueFilm } from './film-jobs.ts';
import { newFilmKey } from './store-film.ts';

type Needs = Pick<ServerContext, 'db' | 'clock' | 'ids' | 'media' | 'log' | 'settings' | 'actor'>;

interface NewUpload {
  /** A lesson's id, or the name of a trailer. */
  readonly film: string;
  readonly file_name: string;
  readonly bytes: number;
}

/**
 * Begins an upload of a camera file for a lesson or trailer, or resumes that of the same file: `received` is the number
 * of bytes stored. A complete upload that was not queued, because the server stopped after its last part, is queued.
 * Making the film needs about the same disk space again.
 */
export async function beginUpload(
  needs: Needs,
  { film, file_name, bytes }: NewUpload,
): Promise<Result<FilmJob, DomainFailure>> {
  const { db, clock, ids, settings } = needs;
  if (!(await isFilmNeeded(db, film))) return err(domainFailure('NOT_FOUND'));
  if ((await findFilmTools(settings.ffmpegPaths ?? [])) === null)
    return err(domainFailure('FILM_TOOLS_MISSING'));
  const { folder, mostBytes } = settings.filmUploads;
  if (bytes > mostBytes) return err(domainFailure('FILM_TOO_LARGE'));
  const begun = await db
    .selectFrom('film_jobs')
    .select(jobColumns)
    .where('lesson_id', '=', film)
    .where('state', '=', 'uploading')
    .where('file_name', '=', file_name)
    .where('bytes', '=', bytes)
    .executeTakeFirst();
  if (begun !== undefined)
    return ok(begun.received < bytes ? describeJob(begun) : await queueFilm(needs, begun));
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (2 * bytes > bavail * bsize) return err(domainFailure('FILM_TOO_LARGE'));
  const id = ids.uuid();
  const now = new Date(clock.now());
  const added = await db
    .insertInto('film_jobs')
    .values({
      ...{ id, lesson_id: film, state: 'uploading', step: 'uploading', percent: 0, error: null },
      ...{ file_name, bytes, received: 0, source: join(folder, `${id}.film`), version: '' },
      ...{ film_id: ids.uuid(), film_key: newFilmKey(), leased_until: null },
      ...{ created_at: now, changed_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(jobColumns)
    .executeTakeFirst();
  return added === undefined ? err(domainFailure('FILM_UNDER_WAY')) : ok(describeJob(added));
}

interface Part {
  readonly id: string;
  /** First byte of the part in the file. */
  readonly at: number;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Streams a part to the disk; after the last part the film is queued. Only complete parts count, so an interrupted one
 * is sent again. The first part is checked for a film signature.
 */
export async function receivePart(
  needs: Needs,
  { id, at, body }: Part,
): Promise<Result<FilmJob, DomainFailure>> {
  const { db, clock } = needs;
  const job = await findJob(db, id);
  if (job === null) return err(domainFailure('NOT_FOUND'));
  const { source, bytes } = job;
  const misplaced = err(domainFailure('FILM_PART_MISPLACED'));
  if (job.state !== 'uploading' || bytes === null || job.received !== at) return misplaced;
  const end = await writeFrom(source, at, bytes, body);
  if (end === null) return misplaced;
  if (at === 0 && !mayBeFilm(await headOf(source))) {
    await db.deleteFrom('film_jobs').where('id', '=', id).where('state', '=', 'uploading').execute();
    await rm(source, { force: true });
    return err(domainFailure('FILM_UNREADABLE'));
  }
  const received = await db
    .updateTable('film_jobs')
    .set({ received: end, percent: Math.floor((100 * end) / bytes), changed_at: new Date(clock.now()) })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .where('received', '=', at)
    .returning(jobColumns)
    .executeTakeFirst();
  if (received === undefined) return misplaced;
  return end < bytes ? ok(describeJob(received)) : ok(await queueFilm(needs, received));
}

/** Writes a stream at an offset and returns its end; null if it exceeds the file's size or is empty. */
async function writeFrom(
  path: string,
  at: number,
  bytes: number,
  body: ReadableStream<Uint8Array>,
): Promise<number | null> {
  const file = await open(path, at === 0 ? 'w' : 'r+', 0o600);
  try {
    let end = at;
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      if (end + chunk.byteLength > bytes) return null;
      await file.write(chunk, 0, chunk.byteLength, end);
      end += chunk.byteLength;
    }
    return end === at ? null : end;
  } finally {
    await file.close();
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
