import { type Kysely, sql } from 'kysely';
import type { ServerClock } from '#ports/clock.ts';
import type { Database } from './schema.ts';

/** The clock of demo mode: the time of the machine plus an offset that all servers share. */
export interface TestClock extends ServerClock {
  /** Reads the offset, which another server may have changed. */
  refresh(): Promise<void>;
  /** Moves the clock forward: on this server at once, on the others within a second. */
  advance(seconds: number): Promise<void>;
  /** The offset in seconds. */
  offset(): number;
}

interface TestClockNeeds {
  readonly db: Kysely<Database>;
  /** The clock without the offset. */
  readonly system: ServerClock;
}

const counter = 'test-clock-seconds';

/**
 * Creates the clock of demo mode. Its offset is stored in PostgreSQL: shared by all servers and kept after a restart.
 * Another server may be behind until its next refresh. The clock never goes back.
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
