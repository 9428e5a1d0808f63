import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { observeGateway } from '#app/modules/observe-gateway.ts';
import type { Log, LogFacts } from '#ports/log.ts';
import type { Mailer } from '#ports/mailer.ts';
import type { PaymentGateway } from '#ports/payment-gateway.ts';
import type { Backlog } from '#server/operations/backlog.ts';
import type { DatabaseObserver } from '#server/platform/database/connection.ts';
import type { Job } from '#server/platform/jobs/start-jobs.ts';

/** Metrics of one process, and wrappers that record them. Labels are constants of the program, never request data. */
export interface ProcessMetrics {
  /** Counts log entries: API calls, pages, warnings, errors. */
  log(log: Log): Log;
  gateway<Gateway extends PaymentGateway>(gateway: Gateway): Gateway;
  mailer(mailer: Mailer): Mailer;
  job(job: Job): Job;
  readonly database: Required<DatabaseObserver>;
  /** Reads the backlog at each scrape. */
  readBacklog(read: () => Promise<readonly Backlog[]>): void;
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Histogram buckets for SQL statements, which are shorter than calls. */
const statementSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];
const prefix = 'meisterhand_';

/** Allowed label values: constants of the program. */
const constant = /^[A-Za-z0-9_-]{1,60}$/;
const labelOf = (value: unknown) => (constant.test(String(value)) ? String(value) : 'other');

function createInstruments(registry: Registry) {
  const registers = [registry];
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets = seconds,
  ) => new Histogram({ name: `${prefix}${name}`, help, labelNames, buckets, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `${prefix}${name}`, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name: `${prefix}${name}`, help, labelNames, registers });

  const calls = histogram('call_seconds', 'Calls of the API by name and status', ['call', 'status']);
  const pages = histogram('page_seconds', 'Pages by source (memory, application) and status', [
    'source',
    'status',
  ]);
  const refusals = counter('call_refusals_total', 'Calls refused before they reached a service, by code', [
    'code',
  ]);
  const events = counter('log_events_total', 'Warnings and errors of the log by event', ['level', 'event']);
  const gateways = histogram('gateway_seconds', 'Calls of payment providers by outcome', [
    'provider',
    'call',
    'outcome',
  ]);
  const mails = histogram('mail_seconds', 'Mails handed to the mail service', ['outcome']);
  const jobs = histogram('job_seconds', 'Runs of background jobs that found rows or failed', [
    'name',
    'outcome',
  ]);
  const jobRows = counter('job_rows_total', 'Rows that background jobs found', ['name']);
  const jobEnd = gauge('job_last_end_timestamp_seconds', 'When a job last ended without a failure', ['name']);
  const statements = histogram(
    'statement_seconds',
    'Statements of the database',
    ['outcome'],
    statementSeconds,
  );
  const connections = gauge(
    'pool_connections',
    'Connections to the database by state, and those waited for',
    ['state'],
  );
  const backlogRows = gauge('backlog_rows', 'Rows that wait, by kind', ['kind']);
  const backlogAge = gauge('backlog_oldest_seconds', 'Age of the oldest row that waits, by kind', ['kind']);
  const backlogCents = gauge('backlog_cents', 'Money of the rows that wait, by kind', ['kind']);
  const database = gauge('database_up', 'Whether the database answered at this reading', []);
  return {
    calls,
    pages,
    refusals,
    events,
    gateways,
    mails,
    jobs,
    jobRows,
    jobEnd,
    statements,
    connections,
    backlogRows,
    backlogAge,
    backlogCents,
    database,
  };
}

type Instruments = ReturnType<typeof createInstruments>;

/** Creates the metrics of this process; `now` in milliseconds, of any origin. */
export function createProcessMetrics(now: () => number): ProcessMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = createInstruments(registry);
  const { events, gateways, mails, jobs, jobRows, jobEnd, statements } = instruments;
  const { update, pool, readBacklog } = createReadings(instruments);
  return {
    log: (log) => ({
      info(event, facts = {}) {
        noteInfo(instruments, event, facts);
        log.info(event, facts);
      },
      warn(event, facts) {
        events.inc({ level: 'warn', event: labelOf(event) });
        log.warn(event, facts);
      },
      error(event, cause, facts) {
        events.inc({ level: 'error', event: labelOf(event) });
        log.error(event, cause, facts);
      },
    }),
    gateway: (gateway) =>
      observeGateway(gateway, (call, work) =>
        observed(
          now,
          (outcome, took) => gateways.observe({ provider: labelOf(gateway.name), call, outcome }, took),
          outcomeOfCall,
          work,
        ),
      ),
    mailer: (mailer) => ({
      send: (message) =>
        observed(
          now,
          (outcome, took) => mails.observe({ outcome }, took),
          () => 'accepted',
          () => mailer.send(message),
        ),
    }),
    job: ({ name, run, ...job }) => ({
      ...job,
      name,
      run: async (signal) => {
        const startedAt = now();
        try {
          const rows = await run(signal);
          // Only runs that found work: jobs poll every few seconds, and empty runs would hide the duration of real
          // ones.
          if (rows > 0) jobs.observe({ name, outcome: 'done' }, (now() - startedAt) / 1000);
          jobRows.inc({ name }, rows);
          jobEnd.setToCurrentTime({ name });
          return rows;
        } catch (error) {
          jobs.observe({ name, outcome: 'failed' }, (now() - startedAt) / 1000);
          throw error;
        }
      },
    }),
    database: {
      statement: (milliseconds, isDone) =>
        statements.observe({ outcome: isDone ? 'done' : 'failed' }, milliseconds / 1000),
      pool,
    },
    readBacklog,
    async text() {
      await update();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** Creates the gauges that are read only at a scrape. */
function createReadings({ connections, backlogRows, backlogAge, backlogCents, database }: Instruments) {
  let poolOf: Parameters<NonNullable<DatabaseObserver['pool']>>[0] | null = null;
  let backlog: (() => Promise<readonly Backlog[]>) | null = null;

  async function update(): Promise<void> {
    if (poolOf !== null) {
      const { total, idle, waiting } = poolOf();
      connections.set({ state: 'busy' }, total - idle);
      connections.set({ state: 'idle' }, idle);
      connections.set({ state: 'waited_for' }, waiting);
    }
    if (backlog === null) return;
    try {
      for (const { kind, rows, oldest_seconds, cents } of await backlog()) {
        backlogRows.set({ kind }, rows);
        backlogAge.set({ kind }, oldest_seconds);
        backlogCents.set({ kind }, cents);
      }
      database.set(1);
    } catch {
      // The other metrics of the process are still served.
      database.set(0);
    }
  }

  return {
    update,
    pool(read: NonNullable<typeof poolOf>) {
      poolOf = read;
    },
    readBacklog(read: NonNullable<typeof backlog>) {
      backlog = read;
    },
  };
}

/** Counts a log entry by its name. */
function noteInfo({ calls, pages, refusals }: Instruments, event: string, facts: LogFacts): void {
  const { status, milliseconds } = facts;
  const took = Number(milliseconds) / 1000;
  if (event === 'call_answered') calls.observe({ call: labelOf(facts.call), status: labelOf(status) }, took);
  if (event === 'page_served')
    pages.observe(
      { source: facts.is_kept === true ? 'memory' : 'application', status: labelOf(status) },
      took,
    );
  if (event === 'call_refused') refusals.inc({ code: labelOf(facts.code) });
}

/** Runs `work` and reports its outcome and duration in seconds. */
async function observed<Value>(
  now: () => number,
  observe: (outcome: string, seconds: number) => void,
  outcomeOf: (value: Value) => string,
  work: () => Promise<Value>,
): Promise<Value> {
  const startedAt = now();
  let outcome = 'failed';
  try {
    const value = await work();
    outcome = outcomeOf(value);
    return value;
  } finally {
    observe(outcome, (now() - startedAt) / 1000);
  }
}

/** Returns the outcome of a provider's response, or whether there was a response. */
function outcomeOfCall(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'outcome' in value) return labelOf(value.outcome);
  return value === null ? 'none' : 'answered';
}
