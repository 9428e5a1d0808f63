import { PgBoss } from 'pg-boss';
import type { Log } from '#ports/log.ts';

/** Background work on due rows. `run` returns how many rows it found; after a full batch it runs again at once. */
export interface Job {
  readonly name:
    | 'resolve-unknown-payments'
    | 'chase-transfers'
    | 'settle-refunds'
    | 'decide-declarations'
    | 'renew-subscriptions'
    | 'remind-of-renewals'
    | 'deliver-mail'
    | 'delete-old-rate-limit-hits';
  readonly run: () => Promise<number>;
}

interface JobNeeds {
  readonly connectionString: string;
  readonly log: Log;
  readonly jobs: readonly Job[];
}

export interface RunningJobs {
  /** Waits for running jobs, ten seconds at most. */
  stop(): Promise<void>;
}

/** Seconds between two runs of the same job. */
const pause = 3;

/** How often every server checks that each job has a message in the queue, in milliseconds. */
const heartbeat = 5_000;

/**
 * Starts the jobs. The queue in PostgreSQL holds one message per job, which any server may take, so servers share the
 * work. If a server dies, the others restore its message within seconds. The due work is stored in the tables of the
 * shop, never in the queue, so a lost or duplicate message does no harm.
 */
export async function startJobs({ connectionString, log, jobs }: JobNeeds): Promise<RunningJobs> {
  const boss = new PgBoss({
    connectionString,
    max: 3,
    schedule: false,
    application_name: 'meisterhand-jobs',
  });
  let isStopping = false;
  // Broken connections are expected while stopping.
  boss.on('error', (error) => isStopping || log.error('job_queue_failed', error));
  await boss.start();
  for (const job of jobs) {
    // "short" keeps at most one waiting message and drops others.
    await boss.createQueue(job.name, { policy: 'short', retryLimit: 0, deleteAfterSeconds: 3600 });
    await boss.work(job.name, { pollingIntervalSeconds: 1 }, async () => {
      try {
        await runUntilEmpty(job);
      } catch (error) {
        log.error('job_failed', error, { job: job.name });
      } finally {
        await boss.send(job.name, null, { startAfter: pause });
      }
    });
    await boss.send(job.name, null);
  }
  // A server may die after taking a message and before sending the next, or the database may be away. When a message is
  // waiting already, this does nothing. The queue logs failures itself (`error` event).
  const beat = setInterval(() => {
    for (const { name } of jobs) boss.send(name, null, { startAfter: pause }).catch(() => {});
  }, heartbeat);
  return {
    async stop() {
      isStopping = true;
      clearInterval(beat);
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

async function runUntilEmpty(job: Job): Promise<void> {
  let found = await job.run();
  while (found > 0) found = await job.run();
}
