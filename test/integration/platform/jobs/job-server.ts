import { onTestFinished } from 'vitest';
import { type Job, startJobs } from '#server/platform/jobs/start-jobs.ts';

/** Starts the jobs of one server and stops them after the test. `faults` are the errors that they log. */
export async function startJobServer(
  connectionString: string,
  jobs: readonly Job[],
  limits: { readonly stopTimeout?: number } = {},
) {
  const faults: unknown[] = [];
  const running = await startJobs({
    connectionString,
    log: { info() {}, warn() {}, error: (event, cause, facts) => faults.push({ event, cause, ...facts }) },
    jobs,
    ...limits,
  });
  onTestFinished(() => running.stop());
  return { faults, stop: running.stop };
}
