import { type Limit, type LimitName, networksOfSite } from '#api/rate-limit-policy.ts';
import { createLruCache } from '#server/platform/lru-cache.ts';
import { siteOf } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

export type NamedLimit = Limit & { readonly name: LimitName };

/** Maximum number of counts in memory; the least recently used are evicted. */
const mostCounts = 100_000;

interface Counted {
  readonly endsAt: number;
  hits: number;
}

/**
 * Counts `hits` (default 1) for a limit and a subject. Returns the seconds to wait if the limit is exceeded, else 0.
 */
type CountHere = (limit: NamedLimit, subject: string, hits?: number) => number;

/** Creates rate limits that a process counts in memory (docs/behaviour/accounts.md#policy-of-effort). */
export function createMemoryRateLimits({ clock }: Pick<ServerContext, 'clock'>): CountHere {
  const counts = createLruCache<Counted>(mostCounts, () => 1);
  function countOne({ name, most, minutes }: NamedLimit, subject: string, hits: number): number {
    const now = clock.now();
    const key = `${name} ${subject}`;
    const kept = counts.use(key);
    const count =
      kept !== undefined && kept.endsAt > now ? kept : { endsAt: now + minutes * 60_000, hits: 0 };
    if (count !== kept) counts.set(key, count);
    count.hits += hits;
    return count.hits > most ? Math.ceil((count.endsAt - now) / 1000) : 0;
  }
  return (limit, subject, hits = 1) => {
    const own = countOne(limit, subject, hits);
    const site = limit.by.join() === 'network' ? siteOf(subject) : subject;
    return site === subject
      ? own
      : Math.max(own, countOne({ ...limit, most: limit.most * networksOfSite }, site, hits));
  };
}
