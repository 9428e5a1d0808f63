import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Kysely, Selectable } from 'kysely';
import { type FilmJob, type FilmJobState, filmJobStates } from '#core/model/film-job.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isUnderWay, statesBefore } from '#core/rules/learning/film-job-states.ts';
import { doesGetFilm } from '#server/content/gets-film.ts';
import { undraftFilm } from '#server/content/records/draft-film.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction, isDuplicate } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { FilmFault, type FilmTools, findFilmTools, toolsMissing } from '#server/platform/media/ffmpeg.ts';
import { probeFilm } from '#server/platform/media/probe-film.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { recordOfFilm } from './packaged-films.ts';
import { newKey } from './store-film.ts';

type Needs = Pick<ServerContext, 'db' | 'clock' | 'ids' | 'media' | 'log' | 'settings' | 'actor'>;

/** Columns of a job; its key is never read for people. */
export const jobColumns = [
  ...(['id', 'lesson_id', 'state', 'step', 'percent', 'file_name', 'fault', 'error', 'bytes'] as const),
  ...(['received', 'source', 'created_at', 'changed_at'] as const),
] as const;

type JobRow = Pick<Selectable<Database['film_jobs']>, (typeof jobColumns)[number]>;

/** A job as operators see it. */
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

/** The jobs of all films, newest first, at most a hundred. */
export function listFilmJobs(db: Kysely<Database>): Promise<readonly JobRow[]> {
  return db.selectFrom('film_jobs').select(jobColumns).orderBy('created_at', 'desc').limit(100).execute();
}

/**
 * Brings a film for a lesson or trailer from a file of this machine: it is checked at once, and made by the jobs of the
 * shop. The same file again goes on with what was made. Fails with what is missing and the cure.
 */
export async function addFilm(
  needs: Needs,
  { film, file }: { readonly film: string; readonly file: string },
): Promise<Result<{ readonly seconds: number }, string>> {
  const { db, clock, ids, settings } = needs;
  const tools = await findFilmTools(settings.ffmpegPaths ?? []);
  if (tools === null) return err(toolsMissing);
  if (!(await doesGetFilm(db, film))) return err(`There is no lesson or trailer "${film}".`);
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
          ...{ film_id: ids.uuid(), film_key: newKey(), created_at: now, changed_at: now },
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

/** An upload of which all is there waits to be made; one that is no film has failed, with its cause. */
export async function startMaking(needs: Needs, job: JobRow): Promise<FilmJob> {
  const { db, clock, settings } = needs;
  const tools = await findFilmTools(settings.ffmpegPaths ?? []);
  const fault = await faultOf(tools, job);
  return inTransaction(db, async (trx) => {
    const after = await trx
      .updateTable('film_jobs')
      .set({
        state: fault === null ? 'waiting' : 'failed',
        step: fault === null ? 'waiting' : 'uploading',
        percent: 0,
        fault: fault?.code ?? null,
        error: fault && causeFor(job, fault),
        version: await versionOf(job.source),
        changed_at: new Date(clock.now()),
      })
      .where('id', '=', job.id)
      .where('state', '=', 'uploading')
      .returning(jobColumns)
      .executeTakeFirst();
    if (after === undefined) return describeJob(job);
    await recordFilm(trx, needs, 'film.added', { film: job.lesson_id, file: job.file_name });
    return describeJob(after);
  });
}

/** Why no film can be made of the file of a job; null when it seems to be one. */
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

/** A failure as people know the file: not by its path on the server. */
export function causeFor(
  { source, file_name }: Pick<JobRow, 'source' | 'file_name'>,
  { message }: { readonly message: string },
): string {
  return message.replaceAll(source, () => file_name);
}

/**
 * Calls the work on a film off. Its files go with it, and what is shown stays. A process that works on it stops within
 * seconds.
 */
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

/** Lets a film that has failed be made again, behind what was made of it. */
export async function retryFilm(needs: Needs, id: string): Promise<Result<FilmJob, DomainFailure>> {
  const { db, clock } = needs;
  const job = await findJob(db, id);
  if (job === null) return err(domainFailure('NOT_FOUND'));
  try {
    return await inTransaction(db, async (trx) => {
      // Two jobs of a film are never under way: the older one is not begun again.
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
    // Another one was begun meanwhile.
    if (isDuplicate(error)) return err(domainFailure('FILM_UNDER_WAY'));
    throw error;
  }
}

/**
 * Takes a film that an operator has added out of the draft of its course, the one that waits there first. The shop
 * shows what it shows until the draft is published. `NOT_FOUND`: the draft names none.
 */
export function removeFilm(needs: Needs, film: string): Promise<Result<null, DomainFailure>> {
  return inTransaction(needs.db, async (trx) => {
    const removed = (await doesGetFilm(trx, film)) ? await undraftFilm(trx, needs, film) : null;
    if (removed === null) return err(domainFailure('NOT_FOUND'));
    await recordChange(trx, needs, {
      action: 'film.removed',
      record: recordOfFilm(film),
      before: { film: removed },
    });
    return ok(null);
  });
}

/** Milliseconds for which the file of an upload is kept that nobody goes on with. */
const keptUpload = 7 * 24 * 60 * 60_000;

/** Ends uploads, and films that have failed, which nobody has gone on with for a week, with their files. */
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

/** What was made of a film until now, and its file if it came from the back office. */
export async function removeFilesOf(
  settings: Needs['settings'],
  { id, source, bytes }: Pick<JobRow, 'id' | 'source' | 'bytes'>,
): Promise<void> {
  await rm(workFolder(settings, id), { recursive: true, force: true });
  if (bytes !== null) await rm(source, { force: true });
}

/** Removes what this server has made of films that another one has finished, or that were called off meanwhile. */
export async function removeEndedParts({ db, settings }: Pick<Needs, 'db' | 'settings'>): Promise<void> {
  // Before the jobs: a folder is made after its job.
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

/** Where this server makes the parts of the film of a job. */
export function workFolder(settings: Needs['settings'], id: string): string {
  return join(workFolders(settings), id);
}

/** Another one for another file. */
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
