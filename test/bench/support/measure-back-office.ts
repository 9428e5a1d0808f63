import { sql } from 'kysely';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { sumChangedDays } from '#server/operations/sum-days.ts';
import { hashToken } from '#server/platform/one-time-tokens.ts';
import type { BenchShop } from './bench-world.ts';
import { benchIds } from './fill-shop.ts';

/** The time in milliseconds until all calls of a screen have returned; they are made together. */
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
  const month = `filter[from]=${addDays(to, -60)}&filter[to]=${addDays(to, -30)}`;
  return [
    { screen: 'start page, 30 days', calls: ['attention', figures(30, 'day')], aim: 300 },
    { screen: 'start page, a year', calls: ['attention', figures(365, 'month')], aim: 300 },
    ...searches('orders', ['johanna', 'buyer-4711@', '99,00', 'B0004711']),
    ...lists('orders', [
      'filter[state]=paid',
      'filter[shipment]=open',
      'filter[payment]=bank_transfer',
      month,
    ]),
    ...searches('invoices', ['000123', 'B0004711']),
    ...lists('invoices', ['', 'filter[kind]=correction', 'filter[country]=AT', month]),
    ...searches('customers', ['buyer-4711@', 'bujer-4711@bench.example', 'johanna', 'B0004711', 'xyzzy']),
    ...lists('customers', ['']),
    ...searches('declarations', ['WB0004711', 'johanna', 'xyzzy']),
    ...lists('declarations', ['', 'filter[state]=all', 'filter[state]=all&filter[kind]=cancellation']),
    ...searches('subscriptions', ['buyer-47', 'MB0004711', 'xyzzy']),
    ...lists('subscriptions', [
      '',
      'filter[state]=expired',
      'filter[stage]=2',
      `filter[until]=${addDays(to, 7)}`,
    ]),
    ...searches('messages', ['writer-4711@', 'johanna', 'xyzzy'], '&filter[state]=all'),
    ...lists('messages', ['', 'filter[state]=all']),
    ...searches('reviews', ['johanna', 'xyzzy']),
    ...lists('reviews', ['', 'filter[state]=unanswered', 'filter[state]=hidden', 'filter[stars]=3']),
    ...searches('mails', ['buyer-4711@', 'xyzzy']),
    ...lists('mails', ['', 'filter[state]=failed', 'filter[state]=waiting', 'filter[state]=sent']),
    ...lists('events', ['', 'filter[state]=failed', 'filter[state]=waiting']),
    ...searches('catalogue', ['xyzzy', 'brot']),
    ...lists('catalogue', ['', 'filter[type]=book', 'filter[state]=draft']),
    ...searches('coupons', ['OFFICE-47', 'xyzzy']),
    ...lists('coupons', ['', 'filter[state]=ended', 'filter[kind]=fixed']),
    ...lists('campaigns', ['']),
    ...searches('films', ['xyzzy']),
    ...lists('films', ['', 'filter[state]=failed', 'filter[state]=shown']),
    ...lists('audit', [
      '',
      'filter[action]=order.shipped',
      'filter[action]=giveaway.drawn',
      'filter[actor]=nobody',
    ]),
    ...lists('operators', ['']),
    ...lists('keys', ['']),
    ...lists('webhooks', ['']),
  ];
}

/** Returns a screen of a list for each filter. */
function lists(path: string, filters: readonly string[]): readonly Screen[] {
  return filters.map((filter) => ({
    screen: `${path} ${filter}`.trim(),
    calls: [`${path}?${filter}`],
    aim: 100,
  }));
}

/** Returns a screen of a list for each search text. */
function searches(path: string, typed: readonly string[], filter = ''): readonly Screen[] {
  return typed.map((q) => ({
    screen: `${path}, search for ${q}`,
    calls: [`${path}?filter[q]=${encodeURIComponent(q)}${filter}`],
    aim: 200,
  }));
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
          const response = await fetch(`${serverUrl}/api/operator/${path}`, { headers });
          if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
          await response.arrayBuffer();
        }),
      );
      durations.push(performance.now() - begun);
    }
    durations.sort((one, other) => one - other);
    times.push({ screen, p95: durations[Math.ceil(rounds * 0.95) - 1] ?? Number.NaN, aim });
  }
  return times;
}

/** Stores an owner with a session. Returns the token of the session. */
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
