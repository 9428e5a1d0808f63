import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { Database } from '#server/database/schema.ts';
import type { DomainFailure } from './domain-failure.ts';
import { domainFailure } from './domain-failure.ts';
import type { ServerContext } from './server-context.ts';

/** Maximum number of hits in a time window. The counts are in PostgreSQL, so that all servers share them. */
export interface RateLimit {
  /** What is counted and for whom, for example `['login', email]`; only its hash is stored. */
  readonly key: readonly string[];
  readonly hits: number;
  /** Length of the window in minutes; it starts with the first hit. */
  readonly minutes: number;
}

type Counting = Pick<ServerContext, 'clock'>;

/**
 * Counts one hit for every limit, and refuses when a limit is exceeded. Atomic: parallel calls cannot exceed a limit.
 */
export async function takeHit(
  db: Kysely<Database>,
  { clock }: Counting,
  limits: readonly RateLimit[],
): Promise<Result<null, DomainFailure>> {
  const now = new Date(clock.now());
  const counts = await count(db, now, limits);
  const passed = limits.filter((limit) => (counts.get(storedKey(limit)) ?? 0) > limit.hits);
  return passed.length === 0 ? ok(null) : err(tooMany(passed));
}

/** Refuses when a limit is used up already, without counting: for calls that count only failures. */
export async function checkLimits(
  db: Kysely<Database>,
  { clock }: Counting,
  limits: readonly RateLimit[],
): Promise<Result<null, DomainFailure>> {
  const rows = await db
    .selectFrom('rate_limits')
    .selectAll()
    .where('key', 'in', limits.map(storedKey))
    .execute();
  const passed = limits.filter((limit) =>
    rows.some(
      (row) =>
        row.key === storedKey(limit) &&
        row.hits >= limit.hits &&
        row.window_started_at.getTime() + milliseconds(limit) > clock.now(),
    ),
  );
  return passed.length === 0 ? ok(null) : err(tooMany(passed));
}

/** Counts a hit without checking the limits. */
export async function countHit(
  db: Kysely<Database>,
  { clock }: Counting,
  limits: readonly RateLimit[],
): Promise<void> {
  await count(db, new Date(clock.now()), limits);
}

/** Resets the counts, for example after a successful login. */
export async function forgetFailures(db: Kysely<Database>, limits: readonly RateLimit[]): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'in', limits.map(storedKey)).execute();
}

/** One statement, so one commit. In the order of their keys, so that two calls cannot deadlock. */
async function count(db: Kysely<Database>, now: Date, limits: readonly RateLimit[]) {
  const wanted = limits.map((limit) => ({
    key: storedKey(limit),
    window_begin: new Date(now.getTime() - milliseconds(limit)),
  }));
  const isOver = sql`rate_limits.window_started_at <=
    (select window_begin from wanted where wanted.key = excluded.key)`;
  const { rows } = await sql<{ key: string; hits: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as row (key text, window_begin timestamptz)
    )
    insert into rate_limits (key, window_started_at, hits)
    select key, ${now}, 1 from wanted order by key
    on conflict (key) do update set
      hits = case when ${isOver} then 1 else rate_limits.hits + 1 end,
      window_started_at = case when ${isOver} then excluded.window_started_at else rate_limits.window_started_at end
    returning key, hits
  `.execute(db);
  return new Map(rows.map(({ key, hits }) => [key, hits]));
}

/** Hashed, so that the table contains no addresses. */
function storedKey({ key }: RateLimit): string {
  const [scope = '', ...subject] = key;
  return `${scope}:${createHash('sha256').update(JSON.stringify(subject)).digest('base64url')}`;
}

function milliseconds({ minutes }: RateLimit): number {
  return minutes * 60_000;
}

function tooMany(passed: readonly RateLimit[]): DomainFailure {
  const seconds = Math.max(...passed.map(({ minutes }) => minutes * 60));
  return domainFailure('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds });
}

/** In milliseconds; longer than every window. */
const keptFor = 2 * 24 * 60 * 60 * 1000;
const batch = 1000;

/** Deletes counts whose windows have ended, at most a thousand; returns how many. */
export async function deleteOldHits({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from rate_limits where key in (
      select key from rate_limits where window_started_at < ${new Date(clock.now() - keptFor)}
      limit ${batch} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
