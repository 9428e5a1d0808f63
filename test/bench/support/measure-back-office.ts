import { sql } from 'kysely';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { sumChangedDays } from '#server/operations/sum-days.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import type { BenchShop } from './bench-world.ts';
import { benchIds } from './fill-shop.ts';

/** How long operators wait for a screen: of its calls, made together, in milliseconds. */
export interface BackOfficeTime {
  readonly screen: string;
  readonly p95: number;
  readonly aim: number;
}

const rounds = 40;

interface Screen {
  readonly screen: string;
  /** Calls below `/api/operator/`, as the screen makes them. */
  readonly calls: readonly string[];
  readonly aim: number;
}

function screensOn(now: number): readonly Screen[] {
  const to = calendarDay(now);
  const figures = (days: number, step: string) =>
    `figures?from=${addDays(to, 1 - days)}&to=${to}&step=${step}`;
  const orders = (query: string) => `orders?${query}`;
  return [
    { screen: 'start page, 30 days', calls: ['attention', figures(30, 'day')], aim: 300 },
    { screen: 'start page, a year', calls: ['attention', figures(365, 'month')], aim: 300 },
    { screen: 'orders', calls: [orders('page[size]=50')], aim: 100 },
    { screen: 'orders of a state', calls: [orders('filter[state]=paid')], aim: 100 },
    { screen: 'orders to ship', calls: [orders('filter[shipment]=open')], aim: 100 },
    { screen: 'search for a name', calls: [orders('filter[q]=johanna')], aim: 200 },
    { screen: 'search for an address', calls: [orders('filter[q]=buyer-4711@')], aim: 200 },
    { screen: 'search for an amount', calls: [orders('filter[q]=99,00')], aim: 200 },
    { screen: 'search for a code', calls: [orders('filter[q]=B0004711')], aim: 200 },
  ];
}

/** Measures the screens of the back office one after the other, each `rounds` times, with the data of a filled shop. */
export async function measureBackOffice({ db, serverUrl }: BenchShop): Promise<readonly BackOfficeTime[]> {
  while ((await sumChangedDays({ db })) > 0);
  await sql`analyze`.execute(db);
  const headers = { Cookie: `operator_session=${await logIn(db)}` };
  const times: BackOfficeTime[] = [];
  for (const { screen, calls, aim } of screensOn(Date.now())) {
    const durations: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      await Promise.all(
        calls.map(async (path) => {
          const answer = await fetch(`${serverUrl}/api/operator/${path}`, { headers });
          if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
          await answer.arrayBuffer();
        }),
      );
      durations.push(performance.now() - begun);
    }
    durations.sort((one, other) => one - other);
    times.push({ screen, p95: durations[Math.ceil(rounds * 0.95) - 1] ?? Number.NaN, aim });
  }
  return times;
}

/** Stores an owner with a session; returns the session's token. */
async function logIn(db: BenchShop['db']): Promise<string> {
  const [token, operator_id, now] = [benchIds.token(32), benchIds.uuid(), new Date()];
  await db
    .insertInto('operators')
    .values({
      id: operator_id,
      email: 'bench@meisterhand.example',
      name: 'Bench',
      role: 'owner',
      state: 'active',
      // Nobody logs in with it.
      password_hash: 'none',
      factor_salt: benchIds.token(16),
      created_at: now,
    })
    .execute();
  await db
    .insertInto('operator_sessions')
    .values({
      id: benchIds.uuid(),
      operator_id,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      proved_at: now,
      network: '127.0.0.1',
      device: 'bench',
    })
    .execute();
  return token;
}
