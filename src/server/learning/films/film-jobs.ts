import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Kysely, Selectable } from 'kysely';
import { type FilmJob, type FilmJobState, filmJobStates } from '#core/model/film-job.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isUnderWay, statesBefore } from '#core/rules/learning/film-job-states.ts';
import { isFilmNeeded } from '#server/content/needs-film.ts';
import { undraftFilm } from '#server/content/records/draft-film.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, isDuplicate } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { unlessMissing } from '#server/platform/files/unless-missing.ts';
import { FilmFault, type FilmTools, findFilmTools, toolsMissing } from '#server/platform/media/ffmpeg.ts';
import { probeFilm } from '#server/platform/media/probe-film.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { recordOfFilm } from './packaged-films.ts';
import { newFilmKey } from './store-film.ts';

type Needs = Pick<ServerContext, 'db' | 'clock' | 'ids' | 'media' | 'log' | 'settings' | 'actor'>;

/** Columns of a job, without its key, which is never shown. */
export const jobColumns = [
  ...(['id', 'lesson_id', 'state', 'step', 'percent', 'file_name', 'fault', 'error', 'bytes'] as const),
  ...(['received', 'source', 'created_at', 'changed_at'] as const),
] as const;

type JobRow = Pick<Selectable<Database['film_jobs']>, (typeof jobColumns)[number]>;

/** Converts a job for operators. */
export function describeJob({
  lesson_id: _lesson,
  source: _source,
  state,
  fault,
  created_at,
  changed_at,
  ...job
}: JobRow): FilmJob {
  return {
    ...job,
    state: state as FilmJobState,
    fault: fault as FilmJob['fault'],
    created_at: created_at.toISOString(),
    changed_at: changed_at.toISOString(),
  };
}

export async function findJob(db: Kysely<Database>, id: string): Promise<JobRow | null> {
  const job = await db.selectFrom('film_jobs').select(jobColumns).where('id', '=', id).executeTakeFirst();
  return job ?? null;
}

/** Lists the last hundred jobs of all films, newest first. */
export function listFilmJobs(db: Kysely<Database>): Promise<readonly JobRow[]> {
  return db.selectFrom('film_jobs').select(jobColumns).orderBy('created_at', 'desc').limit(100).execute();
}

/**
 * Adds a film for a lesson or trailer from a local file: checks it at once and queues it for the film jobs. The same
 * file again continues a failed job. The error says what is missing and how to fix it.
 */
export async function addFilm(
  needs: Needs,
  { film, file }: { readonly film: string; readonly file: string },
): Promise<Result<{ readonly seconds: number }, string>> {
  const { db, clock, ids, settings } = needs;
  const tools = await findFilmTools(settings.ffmpegPaths ?? []);
  if (tools === null) return err(toolsMissing);
  if (!(await isFilmNeeded(db, film))) return err(`There is no lesson or trailer "${film}".`);
  const path = resolve(file);
  try {
    const { seconds } = await probeFilm(tools, path);
    const version = await versionOf(path);
    const failed = await db
      .selectFrom('film_jobs')
      .select('id')
      .where('lesson_id', '=', film)
      .where('source', '=', path)
      .where('version', '=', version)
      .where('state', '=', 'failed')
      .executeTakeFirst();
    if (failed !== undefined) {
      const again = await retryFilm(needs, failed.id);
      return again.ok ? ok({ seconds }) : err(underWay(film));
    }
    const now = new Date(clock.now());
    const isAdded = await inTransaction(db, async (trx) => {
      const added = await trx
        .insertInto('film_jobs')
        .values({
          ...{ id: ids.uuid(), lesson_id: film, source: path, file_name: path, version, bytes: null },
          ...{ state: 'waiting', step: 'waiting', percent: 0, error: null, leased_until: null },
          ...{ film_id: ids.uuid(), film_key: newFilmKey(), created_at: now, changed_at: now },
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      if (added.length > 0) await recordFilm(trx, needs, 'film.added', { film, file: path });
      return added.length > 0;
    });
    return isAdded ? ok({ seconds }) : err(underWay(film));
  } catch (error) {
    if (error instanceof FilmFault) return err(error.message);
    throw error;
  }
}

function underWay(film: string): string {
  return `A film of "${film}" is being made already: wait until it is done (film list), or cancel it (film cancel).`;
}

/**
 * Queues a complete upload; marks it as failed, with the cause, if it is not a film. A job that was cancelled or queued
 * meanwhile is not changed.
 */
export async function queueFilm(needs: Needs, job: JobRow): Promise<FilmJob> {
  const { db, clock, settings } = needs;
  const tools = await findFilmTools(settings.ffmpegPaths ?? []);
  const fault = await faultOf(tools, job);
  // Gone if the job was cancelled meanwhile.
  const version = (await unlessMissing(versionOf(job.source))) ?? '';
  return inTransaction(db, async (trx) => {
    const after = await trx
      .updateTable('film_jobs')
      .set({
        state: fault === null ? 'waiting' : 'failed',
        step: fault === null ? 'waiting' : 'uploading',
        percent: 0,
        fault: fault?.code ?? null,
        error: fault && causeFor(job, fault),
        version,
        changed_at: new Date(clock.now()),
      })
      .where('id', '=', job.id)
      .where('state', '=', 'uploading')
      .returning(jobColumns)
      .executeTakeFirst();
    if (after === undefined) return describeJob((await findJob(trx, job.id)) ?? job);
    await recordFilm(trx, needs, 'film.added', { film: job.lesson_id, file: job.file_name });
    return describeJob(after);
  });
}

/** Returns the fault of a job's file; null if it seems to be a film. */
async function faultOf(tools: FilmTools | null, { source }: JobRow): Promise<FilmFault | null> {
  if (tools === null) return new FilmFault('tools_missing', toolsMissing);
  try {
    await probeFilm(tools, source);
    return null;
  } catch (error) {
    if (error instanceof FilmFault) return error;
    throw error;
  }
}

/** Replaces the server path in an error message by the original file name. */
export function causeFor(
  { source, file_name }: Pick<JobRow, 'source' | 'file_name'>,
  { message }: { readonly message: string },
): string {
  return message.replaceAll(source, () => file_name);
}

/** Cancels a film job and removes its files; the shown film stays. A process that works on it stops within seconds. */
export async function cancelFilm(needs: Needs, id: string): Promise<Result<FilmJob, DomainFailure>> {
  const { db, clock, settings } = needs;
  const job = await findJob(db, id);
  if (job === null) return err(domainFailure('NOT_FOUND'));
  const now = new Date(clock.now());
  const cancelled = await inTransaction(db, async (trx) => {
    const after = await trx
      .updateTable('film_jobs')
      .set({ state: 'cancelled', changed_at: now })
      .where('id', '=', id)
      .where('state', 'in', statesBefore('cancelled'))
      .returning(jobColumns)
      .executeTakeFirst();
    if (after === undefined) return null;
    await recordFilm(trx, needs, 'film.cancelled', { film: job.lesson_id, file: job.file_name });
    return after;
  });
  if (cancelled === null) return err(domainFailure('FILM_STATE'));
  await removeFilesOf(settings, job);
  return ok(describeJob(cancelled));
}

/** Queues a failed film job again; it continues after the finished parts. */
export async function retryFilm(needs: Needs, id: string): Promise<Result<FilmJob, DomainFailure>> {
  const { db, clock } = needs;
  const job = await findJob(db, id);
  if (job === null) return err(domainFailure('NOT_FOUND'));
  try {
    return await inTransaction(db, async (trx) => {
      // A film never has two running jobs: an older one is not restarted.
      const other = await trx
        .selectFrom('film_jobs')
        .select('id')
        .where('lesson_id', '=', job.lesson_id)
        .where('state', 'in', filmJobStates.filter(isUnderWay))
        .executeTakeFirst();
      if (other !== undefined && other.id !== id) return err(domainFailure('FILM_UNDER_WAY'));
      const after = await trx
        .updateTable('film_jobs')
        .set({
          ...{ state: 'waiting', fault: null, error: null, leased_until: null },
          changed_at: new Date(clock.now()),
        })
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .returning(jobColumns)
        .executeTakeFirst();
      if (after === undefined) return err(domainFailure('FILM_STATE'));
      await recordFilm(trx, needs, 'film.retried', { film: job.lesson_id, file: job.file_name });
      return ok(describeJob(after));
    });
  } catch (error) {
    // Another job for this film was created meanwhile.
    if (isDuplicate(error)) return err(domainFailure('FILM_UNDER_WAY'));
    throw error;
  }
}

/**
 * Removes an uploaded film from the draft of its course: an unpublished one first, else the published one. The shop
 * does not change until the draft is published. `NOT_FOUND`: the draft names none.
 */
export function removeFilm(needs: Needs, film: string): Promise<Result<null, DomainFailure>> {
  return inTransaction(needs.db, async (trx) => {
    const removed = (await isFilmNeeded(trx, film)) ? await undraftFilm(trx, needs, film) : null;
    if (removed === null) return err(domainFailure('NOT_FOUND'));
    await recordChange(trx, needs, {
      action: 'film.removed',
      record: recordOfFilm(film),
      before: { film: removed },
    });
    return ok(null);
  });
}

/** Milliseconds for which the file of an abandoned upload is kept. */
const keptUpload = 7 * 24 * 60 * 60_000;

/** Removes uploads and failed films that were not continued for a week, with their files. */
export async function removeOldUploads({ db, clock, settings }: Needs): Promise<void> {
  const now = clock.now();
  const old = await db
    .updateTable('film_jobs')
    .set({ state: 'cancelled', changed_at: new Date(now) })
    .where('state', 'in', ['uploading', 'failed'])
    .where('bytes', 'is not', null)
    .where('changed_at', '<', new Date(now - keptUpload))
    .returning(jobColumns)
    .execute();
  for (const job of old) await removeFilesOf(settings, job);
}

/** Removes the parts made of a film, and its source file if it was uploaded in the back office. */
export async function removeFilesOf(
  settings: Needs['settings'],
  { id, source, bytes }: Pick<JobRow, 'id' | 'source' | 'bytes'>,
): Promise<void> {
  await rm(workFolder(settings, id), { recursive: true, force: true });
  if (bytes !== null) await rm(source, { force: true });
}

/** Removes this server's parts of films that another server has finished, or that were cancelled. */
export async function removeEndedParts({ db, settings }: Pick<Needs, 'db' | 'settings'>): Promise<void> {
  // Read before the jobs: a folder is created after its job.
  const made = await readdir(workFolders(settings)).catch(() => []);
  if (made.length === 0) return;
  const open = await db
    .selectFrom('film_jobs')
    .select('id')
    .where('state', 'not in', ['done', 'cancelled'])
    .execute();
  const kept = new Set(open.map(({ id }) => id));
  for (const id of made.filter((name) => !kept.has(name)))
    await rm(workFolder(settings, id), { recursive: true, force: true });
}

function workFolders({ dataDir }: Needs['settings']): string {
  return join(dataDir, 'film-jobs');
}

/** Returns this server's folder for the parts of a job's film. */
export function workFolder(settings: Needs['settings'], id: string): string {
  return join(workFolders(settings), id);
}

/** Returns a version of a file that changes with its size or modification time. */
export async function versionOf(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  return `${size}-${Math.floor(mtimeMs)}`;
}

async function recordFilm(
  trx: Parameters<typeof recordChange>[0],
  needs: Needs,
  action: 'film.added' | 'film.cancelled' | 'film.retried',
  { film, file }: { readonly film: string; readonly file: string },
): Promise<void> {
  await recordChange(trx, needs, { action, record: recordOfFilm(film), after: { file } });
}
