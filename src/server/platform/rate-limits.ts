import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { limits as allLimits, type Limit, type LimitName, networksOfSite } from '#api/rate-limit-policy.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from './domain-failure.ts';
import type { ServerContext } from './server-context.ts';
import { addSpanFacts } from './spans.ts';

/** A rate limit for one subject. Counts are stored in PostgreSQL, so that all servers share them. */
export interface RateLimit extends Pick<Limit, 'most' | 'minutes'> {
  /** What is counted and for whom, for example `['contact', email]`; only its hash is stored. */
  readonly key: readonly string[];
  /** Like `key`, for the IPv6 site of the network; its limit is `networksOfSite` times as high. */
  readonly siteKey?: readonly string[];
  /** Hits of one call, a positive integer; 1 by default. */
  readonly hits?: number;
}

type SubjectsOf<Name extends LimitName> = Readonly<Record<(typeof allLimits)[Name]['by'][number], string>>;

/** Returns a limit of `src/api/rate-limit-policy.ts` for the subjects by which it counts. */
export function limitOf<Name extends LimitName>(name: Name, subjects: SubjectsOf<Name>): RateLimit {
  const { by, most, minutes }: Limit = allLimits[name];
  const given: Readonly<Record<string, string>> = subjects;
  const network = by.includes('network') ? (given.network ?? '') : '';
  const keyOf = (own: Readonly<Record<string, string>>) => by.map((kind) => own[kind] ?? '');
  return {
    key: [name, ...keyOf(given)],
    ...(siteOf(network) === network
      ? {}
      : { siteKey: [siteScope(name), ...keyOf({ ...given, network: siteOf(network) })] }),
    most,
    minutes,
  };
}

/** Returns the scope of the keys by which a limit counts IPv6 sites. */
const siteScope = (name: string) => `${name} of site`;

/** Returns the limits and those of their sites. */
function withSites(limits: readonly RateLimit[]): readonly RateLimit[] {
  return limits.flatMap(({ siteKey, ...limit }) =>
    siteKey === undefined ? [limit] : [limit, { ...limit, key: siteKey, most: limit.most * networksOfSite }],
  );
}

/**
 * Returns the site of a network: the first 48 bits of IPv6, all of which one person can have; an IPv4 address is its
 * own site.
 */
export function siteOf(network: string): string {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network;
}

type Counting = Pick<ServerContext, 'clock'>;

/**
 * Counts `hits` for every limit, and refuses when a limit is exceeded. Atomic: parallel calls cannot exceed a limit.
 */
export async function takeHit(
  db: Kysely<Database>,
  { clock }: Counting,
  limits: readonly RateLimit[],
): Promise<Result<null, DomainFailure>> {
  const now = new Date(clock.now());
  const all = withSites(limits);
  const counts = await count(db, now, all);
  const passed = all.filter((limit) => (counts.get(storedKey(limit)) ?? 0) > limit.most);
  return passed.length === 0 ? ok(null) : err(tooMany(passed));
}

/** Refuses when a limit is used up already, without counting: for calls that count only failures. */
export async function checkLimits(
  db: Kysely<Database>,
  context: Counting,
  limits: readonly RateLimit[],
): Promise<Result<null, DomainFailure>> {
  const { hits } = await db.selectNoFrom([selectHits(limits).as('hits')]).executeTakeFirstOrThrow();
  return validateHits(context, limits, hits);
}

interface CountedHits {
  readonly key: string;
  readonly hits: number;
  /** As JSON. */
  readonly window_started_at: string;
}

/** Selects the counts of some limits as a column of another query, for `validateHits`. */
export function selectHits(limits: readonly RateLimit[]) {
  noteLimits(limits);
  const keys = withSites(limits).map(storedKey);
  return sql<readonly CountedHits[]>`(
    select coalesce(json_agg(rate_limits), '[]') from rate_limits where key = any(${keys}::text[])
  )`;
}

/** Like `checkLimits`, with counts that were read before. */
export function validateHits(
  { clock }: Counting,
  limits: readonly RateLimit[],
  rows: readonly CountedHits[],
): Result<null, DomainFailure> {
  const passed = withSites(limits).filter((limit) =>
    rows.some(
      (row) =>
        row.key === storedKey(limit) &&
        row.hits >= limit.most &&
        Date.parse(row.window_started_at) + milliseconds(limit) > clock.now(),
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
  await count(db, new Date(clock.now()), withSites(limits));
}

/** Resets the counts, for example after a successful login; counts of sites stay, because others share them. */
export async function resetFailures(db: Kysely<Database>, limits: readonly RateLimit[]): Promise<void> {
  // In the order in which `count` locks them.
  await sql`
    delete from rate_limits where key in (
      select key from rate_limits where key = any(${limits.map(storedKey)}::text[]) order by key for update
    )`.execute(db);
}

/** Maximum of a stored count: above every limit and within the range of its column. */
const mostHits = 2_000_000_000;

/** Counts in one statement, so with one commit, and in the order of keys, so that two calls cannot deadlock. */
async function count(db: Kysely<Database>, now: Date, limits: readonly RateLimit[]) {
  noteLimits(limits);
  const wanted = limits.map((limit) => ({
    key: storedKey(limit),
    hits: limit.hits ?? 1,
    window_begin: new Date(now.getTime() - milliseconds(limit)),
  }));
  const isOver = sql`rate_limits.window_started_at <=
    (select window_begin from wanted where wanted.key = excluded.key)`;
  const { rows } = await sql<{ key: string; hits: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as row (key text, hits int, window_begin timestamptz)
    )
    insert into rate_limits (key, window_started_at, hits)
    select key, ${now}, hits from wanted order by key
    on conflict (key) do update set
      hits = case when ${isOver} then excluded.hits
        else least(rate_limits.hits::bigint + excluded.hits, ${mostHits})::int end,
      window_started_at = case when ${isOver} then excluded.window_started_at else rate_limits.window_started_at end
    returning key, hits
  `.execute(db);
  return new Map(rows.map(({ key, hits }) => [key, hits]));
}

/** Adds the limits of a call to its trace. */
function noteLimits(limits: readonly RateLimit[]): void {
  addSpanFacts(Object.fromEntries(limits.map(({ key: [name = ''], hits = 1 }) => [`limit ${name}`, hits])));
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

// In minutes, like the windows.
const hour = 60;
const longestWindow = Math.max(...Object.values(allLimits).map(({ minutes }) => minutes));

/** Scopes of the keys of limits with windows longer than an hour. */
const longScopes = Object.entries(allLimits).flatMap(([name, { minutes }]) =>
  minutes > hour ? [name, siteScope(name)] : [],
);
const batch = 1000;

/**
 * Deletes counts whose windows have ended, at most a thousand; returns how many. The job runs every minute, so counts
 * that began more than two hours ago are of long windows: they wait for the end of the longest, and no run reads them
 * all. Counts that a stopped job has missed wait with them.
 */
export async function deleteOldHits({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  const ago = (minutes: number) => new Date(clock.now() - minutes * 60_000);
  const { numAffectedRows } = await sql`
    delete from rate_limits where key in (
      select key from rate_limits
      where window_started_at <= ${ago(longestWindow)}
        or (window_started_at between ${ago(2 * hour)} and ${ago(hour)}
          and split_part(key, ':', 1) <> all(${longScopes}::text[]))
      limit ${batch} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
