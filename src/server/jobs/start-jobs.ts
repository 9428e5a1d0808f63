import { PgBoss } from 'pg-boss';
import type { Log } from '#ports/log.ts';

/** Work that looks for due rows; answers how many it found, so that a full batch is followed by another at once. */
export interface Job {
  readonly name:
    | 'resolve-unknown-payments'
    | 'chase-transfers'
    | 'settle-refunds'
    | 'decide-declarations'
    | 'renew-subscriptions'
    | 'remind-of-renewals'
    | 'deliver-mail'
    | 'forget-old-attempts';
  readonly run: () => Promise<number>;
}

interface JobNeeds {
  readonly connectionString: string;
  readonly log: Log;
  readonly jobs: readonly Job[];
}

export interface RunningJobs {
  /** Lets a job that has begun finish, ten seconds at most. */
  stop(): Promise<void>;
}

/** Seconds between two jobs of the same kind. */
const pause = 3;

/** How often every server makes sure that each job has its wake-up waiting, in milliseconds. */
const heartbeat = 5_000;

/**
 * Wakes the jobs. The queue in PostgreSQL keeps one wake-up per kind, whichever server takes it: servers share the work
 * and a dead server leaves nothing behind: every living one puts a lost wake-up back within seconds. What is due stands in
 * the shop's own rows, never in the queue, so a lost or doubled wake-up does no harm.
 */
export async function startJobs({ connectionString, log, jobs }: JobNeeds): Promise<RunningJobs> {
  const boss = new PgBoss({
    connectionString,
    max: 3,
    schedule: false,
    application_name: 'meisterhand-jobs',
  });
  let isStopping = false;
  // While stopping, connections end in the middle of nothing: no news.
  boss.on('error', (error) => isStopping || log.error('job_queue_failed', error));
  await boss.start();
  for (const job of jobs) {
    // "short" keeps one wake-up waiting at most; others are dropped.
    await boss.createQueue(job.name, { policy: 'short', retryLimit: 0, deleteAfterSeconds: 3600 });
    await boss.work(job.name, { pollingIntervalSeconds: 1 }, async () => {
      try {
        await runUntilEmpty(job);
      } catch (error) {
        log.error('scan_failed', error, { scan: job.name });
      } finally {
        await boss.send(job.name, null, { startAfter: pause });
      }
    });
    await boss.send(job.name, null);
  }
  // A server may die between taking a wake-up and sending the next, or the database may be away at that moment. Where one
  // is waiting already this does nothing; what fails is told by the queue itself.
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
