import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';
import type { Job } from './start-jobs.ts';

interface NoteNeeds {
  readonly db: Kysely<Database>;
  readonly clock: { now(): number };
}

/** A job that ends well again and again is noted once in this many milliseconds. */
const pause = 10_000;

/** The same job, which notes how each run ends, for the back office. Of a fault only its code or name is kept. */
export function noteRuns({ db, clock }: NoteNeeds, job: Job): Job {
  const { name } = job;
  return {
    name,
    async run(signal) {
      try {
        const found = await job.run(signal);
        const now = clock.now();
        await db
          .insertInto('job_runs')
          .values({ name, finished_at: new Date(now), failures: 0 })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ finished_at: new Date(now), failures: 0 })
              .where((where) =>
                where.or([
                  where('job_runs.failures', '>', 0),
                  where('job_runs.finished_at', 'is', null),
                  where('job_runs.finished_at', '<', new Date(now - pause)),
                ]),
              ),
          )
          .execute();
        return found;
      } catch (error) {
        await noteFailure({ db, clock }, name, error).catch(() => {});
        throw error;
      }
    },
  };
}

async function noteFailure({ db, clock }: NoteNeeds, name: Job['name'], error: unknown): Promise<void> {
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

/** Messages may contain data of shoppers. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return code.slice(0, 60);
}
