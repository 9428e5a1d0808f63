import { type Limit, type LimitName, networksOfSite } from '#api/effort.ts';
import { createBoundedStore } from '#server/platform/bounded-store.ts';
import { siteOf } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

export type NamedLimit = Limit & { readonly name: LimitName };

/** Counts that a process keeps; the least recently used leave first. */
const mostCounts = 100_000;

interface Counted {
  readonly endsAt: number;
  hits: number;
}

/**
 * Counts one for the limit and the subject, or as many as are stated; the seconds to wait when the limit is exceeded,
 * else 0.
 */
type CountHere = (limit: NamedLimit, subject: string, hits?: number) => number;

/** Limits that a process counts in its memory (docs/behaviour/accounts.md#policy-of-effort). */
export function createPaces({ clock }: Pick<ServerContext, 'clock'>): CountHere {
  const counts = createBoundedStore<Counted>(mostCounts, () => 1);
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
