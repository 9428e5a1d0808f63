import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Job } from '#server/platform/jobs/start-jobs.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { startJobServer } from './job-server.ts';

const { db, connectionString } = await openTestDatabase();

const startServer = (job: Job, limits = {}) => startJobServer(connectionString, [job], limits);

test('a job that fails is reported and runs again after a pause; after a full batch it runs again at once', async () => {
  const name = 'resolve-unknown-payments';
  const away = new Error('The gateway is away');
  const results = [away, 3, 2, 0];
  const done = Promise.withResolvers<void>();
  let runs = 0;
  const { faults } = await startServer({
    name,
    async run() {
      const result = results[runs];
      runs += 1;
      if (runs === results.length) done.resolve();
      if (result instanceof Error) throw result;
      return result ?? 0;
    },
  });
  await done.promise;
  expect(faults).toEqual([{ event: 'job_failed', cause: away, job: name }]);
  // The message of the run that failed, and that of the three others.
  const { rows } = await sql<{ taken: number }>`select count(*)::int as taken from pgboss.job
    where name = ${name} and state in ('active', 'completed')`.execute(db);
  expect(rows).toEqual([{ taken: 2 }]);
});

test('a job with its own pause is scheduled again after this pause', async () => {
  let runs = 0;
  await startServer({
    name: 'delete-expired-data',
    pause: 3600,
    run: async () => {
      runs += 1;
      return 0;
    },
  });
  const nextWake = async () => {
    const { rows } =
      await sql`select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
      where name = 'delete-expired-data' and state = 'created'`.execute(db);
    return rows;
  };
  await expect.poll(nextWake).toEqual([{ seconds: 3599 }]);
  expect(runs).toBe(1);
});

test('a stop aborts the signal of the current run, lets it finish and starts no other', async () => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const steps: string[] = [];
  const { stop, faults } = await startServer({
    name: 'deliver-webhooks',
    async run(signal) {
      steps.push('begun');
      begun.resolve();
      await release.promise;
      steps.push(signal.aborted ? 'ended by the stop' : 'ended');
      return 5;
    },
  });
  await begun.promise;
  const stopped = stop();
  release.resolve();
  await stopped;
  expect([steps, faults]).toEqual([['begun', 'ended by the stop'], []]);
});

test('a stop reports a job that does not end in time', async () => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<number>();
  onTestFinished(() => release.resolve(0));
  const name = 'settle-refunds';
  const run = () => {
    begun.resolve();
    return release.promise;
  };
  const { stop, faults } = await startServer({ name, run }, { stopTimeout: 20 });
  await begun.promise;
  await stop();
  expect(faults).toEqual([{ event: 'jobs_cut_off', cause: expect.any(Error), jobs: name }]);
});
