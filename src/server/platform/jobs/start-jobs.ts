import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { JobName } from '#core/model/system.ts';
import type { Log } from '#ports/log.ts';
import { statementTimeoutMs } from '#server/platform/database/connection.ts';

/**
 * Background work on due rows. `run` returns how many rows it found, and runs again at once until it finds none. When
 * the signal aborts, it finishes and saves the current row and begins no other.
 */
export interface Job {
  readonly name: JobName;
  /** Seconds from the beginning of a run to the next, at least two; 3 by default. */
  readonly pause?: number;
  readonly run: (signal: AbortSignal) => Promise<number>;
}

interface JobNeeds {
  readonly connectionString: string;
  readonly log: Log;
  readonly jobs: readonly Job[];
  /** Milliseconds that a stop waits for running jobs. */
  readonly stopTimeout?: number;
}

export interface RunningJobs {
  /**
   * Begins no other row and waits for current ones, so that their results are saved before the database closes; 25
   * seconds at most, which is longer than the timeouts of mail servers and payment gateways.
   */
  stop(): Promise<void>;
}

/** Seconds from the beginning of a run of a job to the next, and between two polls of a server for messages. */
const usualPause = 3;

/** Milliseconds; a mail server may stay silent for twenty seconds. */
const usualStopTimeout = 25_000;

/** How often every server checks that each job has a message in the queue, in milliseconds. */
const heartbeat = 15_000;

/**
 * Starts the jobs. The queue in PostgreSQL holds one message per job, which any server may take, so servers share the
 * work. If a server dies, the others restore its message within a heartbeat, and the job runs a pause later. The due
 * work is stored in the tables of the shop, never in the queue, so a lost or duplicate message does no harm.
 */
export async function startJobs({
  connectionString,
  log,
  jobs,
  stopTimeout = usualStopTimeout,
}: JobNeeds): Promise<RunningJobs> {
  const pool = new pg.Pool({
    connectionString,
    max: 3,
    application_name: 'meisterhand-jobs',
    connectionTimeoutMillis: 10_000,
    query_timeout: statementTimeoutMs,
  });
  const boss = new PgBoss({
    schedule: false,
    db: { executeSql: (text, values) => pool.query(text, values) },
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<Job['name'], Promise<void>>();
  // Broken connections are expected while stopping.
  const noteFailure = (error: Error) => signal.aborted || log.error('job_queue_failed', error);
  boss.on('error', noteFailure);
  pool.on('error', noteFailure);
  await boss.start();
  /** Sends the next message of a job. It becomes due a second early, so that the next poll finds it. */
  const wake = ({ name, pause = usualPause }: Job) => boss.send(name, null, { startAfter: pause - 1 });
  const begin = (job: Job) => {
    const run = runUntilEmpty(job, signal)
      .catch((error) => log.error('job_failed', error, { job: job.name }))
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
    return run;
  };
  for (const job of jobs) {
    // "short" keeps at most one waiting message and drops others.
    await boss.createQueue(job.name, { policy: 'short', retryLimit: 0, deleteAfterSeconds: 3600 });
    await boss.send(job.name, null);
    await boss.work(job.name, { pollingIntervalSeconds: job.pause ?? usualPause }, async () => {
      // The queue expires a message after 15 minutes and delivers the next, but making a film takes longer.
      await (running.get(job.name) ?? begin(job));
      await wake(job);
    });
  }
  // A server may die after taking a message and before sending the next, or the database may be away. When a message is
  // waiting already, this does nothing. The queue logs failures itself (`error` event).
  const beat = setInterval(() => {
    for (const job of jobs) wake(job).catch(() => {});
  }, heartbeat);
  const stop = async () => {
    clearInterval(beat);
    stopping.abort();
    const timeout = new AbortController();
    await Promise.race([
      Promise.all(running.values()),
      delay(stopTimeout, null, { signal: timeout.signal }).catch(() => {}),
    ]);
    timeout.abort();
    if (running.size > 0) {
      const names = [...running.keys()].join(', ');
      log.error('jobs_cut_off', new Error('Jobs did not end in time'), { jobs: names });
    }
    // The queue only has to clean up; a second is its shortest timeout.
    await boss.stop({ graceful: running.size === 0, timeout: 1_000 });
    await pool.end();
  };
  let stopped: Promise<void> | null = null;
  return {
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function runUntilEmpty(job: Job, signal: AbortSignal): Promise<void> {
  let found = 1;
  while (found > 0 && !signal.aborted) found = await job.run(signal);
}
