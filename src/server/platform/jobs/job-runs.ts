import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';
import type { Job } from './start-jobs.ts';

interface RunNeeds {
  readonly db: Kysely<Database>;
  readonly clock: { now(): number };
}

/** Milliseconds between two recorded successes of a job on one server. */
const pause = 10_000;

/**
 * Wraps a job so that the outcome of its runs is recorded for the back office. Of an error only code or name is stored.
 */
export function recordRuns({ db, clock }: RunNeeds, job: Job): Job {
  const { name } = job;
  /** When this server last recorded a success; null if the last run failed. */
  let recordedAt: number | null = null;
  return {
    ...job,
    async run(signal) {
      try {
        const found = await job.run(signal);
        const now = clock.now();
        if (recordedAt === null || now - recordedAt > pause) {
          await recordSuccess(db, name, now);
          recordedAt = now;
        }
        return found;
      } catch (error) {
        recordedAt = null;
        await recordFailure({ db, clock }, name, error).catch(() => {});
        throw error;
      }
    },
  };
}

async function recordSuccess(db: RunNeeds['db'], name: Job['name'], now: number): Promise<void> {
  const ended = { finished_at: new Date(now), failures: 0 };
  await db
    .insertInto('job_runs')
    .values({ name, ...ended })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(ended))
    .execute();
}

async function recordFailure({ db, clock }: RunNeeds, name: Job['name'], error: unknown): Promise<void> {
  const failed = { failed_at: new Date(clock.now()), failure: nameOf(error) };
  await db
    .insertInto('job_runs')
    .values({ name, ...failed, failures: 1 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ ...failed, failures: sql`least(job_runs.failures + 1, 1000000)` }),
    )
    .execute();
}

/** Returns the code or name of an error; messages may contain data of shoppers. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return code.slice(0, 60);
}
