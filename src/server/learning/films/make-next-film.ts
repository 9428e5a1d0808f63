import { sql } from 'kysely';
import type { FilmFaultCode } from '#core/model/film-job.ts';
import { isTrailer } from '#core/rules/catalogue/trailers.ts';
import { draftFilm } from '#server/content/records/draft-film.ts';
import { lockCatalogue } from '#server/content/records/stored-records.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { FilmFault, findFilmTools, hasEncoder, toolsMissing } from '#server/platform/media/ffmpeg.ts';
import { av1Encoder, defaultQuality, type FilmQuality, makeFilm } from '#server/platform/media/make-film.ts';
import { probeFilm } from '#server/platform/media/probe-film.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import {
  causeFor,
  removeEndedParts,
  removeFilesOf,
  removeOldUploads,
  versionOf,
  workFolder,
} from './film-jobs.ts';
import { removeReplacedFiles } from './lesson-files.ts';
import { restoreContentFilms } from './load-films.ts';
import { insertFilm, removeReplacedFilms } from './packaged-films.ts';
import { storeFilm } from './store-film.ts';

type Needs = Pick<ServerContext, 'db' | 'clock' | 'ids' | 'media' | 'log' | 'settings'>;

/** Milliseconds after the last report until another process may take the job. */
const lease = 60_000;

/** Minimum milliseconds between two reports of progress. */
const reportEvery = 2_000;

interface TakenJob {
  readonly id: string;
  readonly lesson_id: string;
  readonly source: string;
  readonly file_name: string;
  readonly bytes: number | null;
  readonly version: string;
  readonly film_id: string;
  readonly film_key: Buffer;
}

/** A job that this process works on. */
interface Making {
  readonly job: TakenJob;
  readonly quality: FilmQuality;
  /** Aborts when the shop stops, or when the job was cancelled. */
  readonly signal: AbortSignal;
  /** Reports progress and renews the lease; aborts the work if the job was cancelled. */
  report(change: { readonly step?: string; readonly percent?: number }): Promise<void>;
}

/**
 * Makes the oldest film that waits or whose process died; before that, removes films that are no longer used and
 * leftover parts. Returns the number of jobs taken. A failure is stored with its cause; if `signal` aborts, the job is
 * queued again.
 */
export async function makeNextFilm(
  needs: Needs,
  signal: AbortSignal,
  quality: FilmQuality = { ...defaultQuality, av1: needs.settings.filmAv1 === true },
): Promise<number> {
  await removeReplacedFilms(needs);
  await removeReplacedFiles(needs);
  await removeOldUploads(needs);
  await removeEndedParts(needs);
  await restoreContentFilms(needs);
  const job = await takeJob(needs);
  if (job === null) return 0;
  const lost = new AbortController();
  const report: Making['report'] = async (change) => {
    if (!(await setRunning(needs, job.id, change))) lost.abort();
  };
  // A missed report is made up by the next one.
  const beat = setInterval(() => report({}).catch(() => {}), lease / 4);
  try {
    await makeJob(needs, { job, quality, report, signal: AbortSignal.any([signal, lost.signal]) });
  } catch (error) {
    // Detects a cancelled job: its files were removed, which may be the cause of the error.
    await report({});
    if (lost.signal.aborted) await removeFilesOf(needs.settings, { ...job, bytes: null });
    else if (signal.aborted) await setRunning(needs, job.id, { state: 'waiting' });
    else {
      if (!(error instanceof FilmFault)) needs.log.error('film_not_made', error, { lesson: job.lesson_id });
      const message = error instanceof Error ? error.message : String(error);
      const fault = error instanceof FilmFault ? error.code : 'not_made';
      await setRunning(needs, job.id, { state: 'failed', fault, error: causeFor(job, { message }) });
    }
  } finally {
    clearInterval(beat);
  }
  return 1;
}

async function takeJob({ db, clock }: Needs): Promise<TakenJob | null> {
  const now = new Date(clock.now());
  const { rows } = await sql<TakenJob>`
    update film_jobs
    set state = 'running', leased_until = ${new Date(clock.now() + lease)}, changed_at = ${now}
    where id = (
      select id from film_jobs
      where state = 'waiting' or (state = 'running' and leased_until < ${now})
      order by created_at limit 1 for update skip locked
    )
    returning id, lesson_id, source, file_name, bytes, version, film_id, film_key
  `.execute(db);
  return rows[0] ?? null;
}

async function makeJob(needs: Needs, { job, quality: wanted, signal, report }: Making): Promise<void> {
  const { db, clock, settings } = needs;
  const tools = await findFilmTools(settings.ffmpegPaths ?? []);
  if (tools === null) throw new FilmFault('tools_missing', toolsMissing);
  const source = await probeFilm(tools, job.source);
  const quality = { ...wanted, av1: wanted.av1 === true && (await hasEncoder(tools, av1Encoder)) };
  if ((await versionOf(job.source)) !== job.version)
    throw new FilmFault('file_changed', `${job.source} was changed after it was brought: bring it again`);
  const folder = workFolder(settings, job.id);
  let reported = clock.now();
  let step = '';
  await makeFilm(source, folder, {
    tools,
    quality,
    // Lessons get none, because previews are unencrypted and public.
    hasPreview: isTrailer(job.lesson_id),
    signal,
    async onProgress(next, share) {
      if (next === step && clock.now() - reported < reportEvery) return;
      reported = clock.now();
      step = next;
      await report({ step, percent: Math.floor(share * 100) });
    },
  });
  const film = { id: job.film_id, key: job.film_key, name: job.lesson_id, version: job.version } as const;
  const facts = await storeFilm(needs, film, folder);
  const isOurs = await inTransaction(db, async (trx) => {
    // Locked before the job's row, so that cancelling a job does not wait for catalogue changes.
    await lockCatalogue(trx);
    // A job cancelled meanwhile is not kept.
    const done = { state: 'done', percent: 100, step: 'done', fault: null, error: null };
    if (!(await setRunning({ db: trx, clock }, job.id, done))) return false;
    await insertFilm(trx, { ...film, origin: 'added', facts }, new Date(clock.now()));
    await draftFilm(trx, needs, film);
    return true;
  });
  if (!isOurs) await report({});
  signal.throwIfAborted();
  await removeFilesOf(settings, job);
}

/** Updates a running job and renews its lease; false if it was cancelled. */
async function setRunning(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  id: string,
  change: Partial<{
    state: string;
    step: string;
    percent: number;
    fault: FilmFaultCode | null;
    error: string | null;
  }>,
): Promise<boolean> {
  const changed = await db
    .updateTable('film_jobs')
    .set({ ...change, leased_until: new Date(clock.now() + lease), changed_at: new Date(clock.now()) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
