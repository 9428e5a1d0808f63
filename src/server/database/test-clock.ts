import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Clock } from '#ports/server-clock.ts';
import type { Database } from './schema.ts';

/** The clock of demo mode: the machine's time, moved forward by as much as all servers of the shop agree on. */
export interface TestClock extends Clock {
  /** Reads how far the clock was moved, also by other servers. */
  refresh(): Promise<void>;
  /** Moves the clock of every server forward, this one at once and the others within a second. */
  advance(seconds: number): Promise<void>;
  /** Seconds that this clock is ahead of the machine's. */
  offset(): number;
}

interface TestClockNeeds {
  readonly db: Kysely<Database>;
  /** What is moved: the machine's time. */
  readonly system: Clock;
}

const counter = 'test-clock-seconds';

/**
 * The offset stands in PostgreSQL, so that all servers share it and it outlives them. Between two readings a server may lag
 * behind another that has just moved it; the clock never goes back.
 */
export function createTestClock({ db, system }: TestClockNeeds): TestClock {
  let seconds = 0;
  const learn = (value: number) => {
    seconds = Math.max(seconds, value);
  };

  return {
    now: () => system.now() + seconds * 1000,
    offset: () => seconds,
    async refresh() {
      const row = await db
        .selectFrom('counters')
        .select('value')
        .where('name', '=', counter)
        .executeTakeFirst();
      learn(row?.value ?? 0);
    },
    async advance(by) {
      const { value } = await db
        .insertInto('counters')
        .values({ name: counter, value: by })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({ value: sql<number>`counters.value + excluded.value` }),
        )
        .returning('value')
        .executeTakeFirstOrThrow();
      learn(value);
    },
  };
}
