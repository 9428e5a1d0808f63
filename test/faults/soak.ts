import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { inParallel, report } from '#test/faults/support/fault-report.ts';
import { buy, createShopApi } from '#test/faults/support/fault-shopper.ts';
import { advanceClock, createOffers, offers, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { checkMoney } from '#test/faults/support/money-check.ts';
import type { Child } from '#test/faults/support/processes.ts';
import { settlePayments } from '#test/faults/support/settle.ts';
import { type Mark, type Panel, plotSoak, type Sample } from '#test/faults/support/soak-plot.ts';
import { createRandom } from '#test/support/seeded-random.ts';

/**
 * `npm run soak -- --hours 4 --seed 7`: runs a shop of two processes at a third of its capacity for hours
 * (docs/testing.md, "A long run"). Meanwhile, in an order that the seed decides, the second process is stopped or
 * killed, PostgreSQL restarts, a standby takes over, and the shop's clock moves forward. The first process is never
 * restarted, so that its memory can be compared. Writes `docs/performance/soak.svg` with `--plot`, else
 * `test-results/soak.svg`, and audits the books of the whole shop at the end.
 */
const { values: options } = parseArgs({
  options: {
    hours: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    plot: { type: 'boolean', default: false },
  },
});
const runMs = Number(options.hours) * 3_600_000;
const calibrationMs = Math.min(60_000, runMs / 10);
const sampleMs = Math.min(60_000, Math.max(2_000, runMs / 300));
/** At most this often, so that most of the run is undisturbed. */
const eventMs = Math.max(45_000, Math.min(900_000, runMs / 10));
const workers = 6;
const patience = { forOneCall: 240_000, isPatient: true };
const dayMs = 86_400_000;
if (!(runMs > 0)) throw new Error(`--hours is "${options.hours}": give a number above 0`);

const random = createRandom(Number(options.seed));

await using world = await openFaultWorld({ timeLimit: 1_000, servers: 2 });
await world.startGateway();
const steady = await world.startServer(0);
let other = await world.startServer(1);
await createOffers(world);

const begun = performance.now();
const elapsed = () => performance.now() - begun;
const faults: string[] = [];
const done = { purchases: 0, readings: 0, carts: 0 };
const samples: Sample[] = [];
const marks: Mark[] = [];
let durations: number[] = [];

/** Measures the duration of each response, also during faults. */
const timed: typeof fetch = async (...request) => {
  const at = performance.now();
  const response = await fetch(...request);
  durations.push(performance.now() - at);
  return response;
};
const api = createShopApi([steady.url, other.url], timed);

/** Does a piece of work of a typical mix: many read, some change carts, few buy. */
async function work(): Promise<void> {
  const luck = random();
  if (luck < 0.25) {
    const { code, isPaid } = await buy(api, world, patience);
    done.purchases += 1;
    if (!isPaid) faults.push(`Order ${code} could not be paid`);
  } else if (luck < 0.5) {
    const products = [{ product_id: offers.course, quantity: 1 }];
    const stored = await api.call({ method: 'POST', path: '/cart/bundles', body: { products } }, patience);
    const body = {
      id: stored.body.bundle_cart_unique_id,
      products: [...products, { product_id: offers.book, quantity: 2 }],
    };
    const changed = await api.call({ method: 'POST', path: '/cart/bundles', body }, patience);
    done.carts += 1;
    if (changed.body.amount !== 3) faults.push(`A cart of 3 has ${changed.body.amount}`);
  } else {
    const path = ['/products', '/search?q=zeichnen', '/products/clara-schumann', '/posts'][
      Math.floor(random() * 4)
    ];
    const read = await api.call({ method: 'GET', path: path ?? '/products' }, patience);
    done.readings += 1;
    if (read.status !== 200) faults.push(`GET ${path} was ${read.status}`);
  }
}

let isOver = false;
/** Pieces of work a second; null: as many as possible, to measure the capacity. */
let pace: number | null = null;
let pieces = 0;
const working = inParallel(workers, workers, async () => {
  while (!isOver) {
    const at = performance.now();
    try {
      await work();
      pieces += 1;
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
    if (pace !== null) await pause(Math.max(0, (workers / pace) * 1_000 - (performance.now() - at)));
  }
});

function megabytes({ pid }: Child): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

async function sample(): Promise<void> {
  const answered = durations.toSorted((one, another) => one - another);
  durations = [];
  const database = await world
    .query(async (db) => {
      const { rows } = await sql<{ size: number; connections: number }>`select
        pg_database_size(current_database()) / 1048576.0 as size,
        (select count(*) from pg_stat_activity where application_name like 'meisterhand%')::int as connections`.execute(
        db,
      );
      return rows[0];
    })
    .catch(() => undefined);
  samples.push({
    seconds: elapsed() / 1_000,
    values: {
      'first process, MB': megabytes(steady),
      'second process, MB': other.hasEnded() ? Number.NaN : megabytes(other),
      'handles of the first process': readdirSync(`/proc/${steady.pid}/fd`).length,
      connections: database?.connections ?? Number.NaN,
      'database, MB': database === undefined ? Number.NaN : Number(database.size),
      'p99, ms': answered[Math.floor(answered.length * 0.99)] ?? Number.NaN,
    },
  });
}

const events: readonly { readonly what: string; happen(): Promise<void> }[] = [
  {
    what: 'the second process is told to stop and starts again',
    async happen() {
      const code = await other.end('SIGTERM');
      if (code !== 0) faults.push(`The second process ended with ${code}`);
      other = await world.startServer(1);
    },
  },
  {
    what: 'the second process is killed and starts again',
    async happen() {
      await other.end('SIGKILL');
      other = await world.startServer(1);
    },
  },
  {
    what: 'PostgreSQL restarts',
    async happen() {
      await world.stopDatabase();
      await world.startDatabase();
    },
  },
  {
    what: 'a standby takes over',
    async happen() {
      await world.startStandby();
      await pause(5_000);
      await world.failOver();
    },
  },
  {
    what: 'the clock moves forward',
    async happen() {
      await advanceClock(steady.url, 60 + Math.floor((random() * dayMs) / 2_000));
    },
  },
];

const sampling = (async () => {
  for (; !isOver; await pause(sampleMs)) await sample();
})();
let capacity = 0;
try {
  await pause(calibrationMs);
  capacity = pieces / (calibrationMs / 1_000);
  pace = Math.max(0.5, capacity / 3);
  let order: (typeof events)[number][] = [];
  while (elapsed() < runMs) {
    await pause(Math.min(eventMs * (0.5 + random()), Math.max(0, runMs - elapsed())));
    if (elapsed() >= runMs - eventMs / 2) continue;
    // Each event occurs once before any occurs again, in an order by the seed.
    if (order.length === 0) order = events.toSorted(() => random() - 0.5);
    const event = order.pop();
    if (event === undefined) continue;
    marks.push({ seconds: elapsed() / 1_000, what: event.what });
    await event.happen();
  }
} finally {
  isOver = true;
  await Promise.all([working, sampling]);
}

await settlePayments(world);
const money = await checkMoney(world);
if (steady.hasEnded()) faults.push(`The first process ended; it said: ${steady.output().slice(-500)}`);

const panels: readonly Panel[] = [
  { title: 'Memory, MB', curves: ['first process, MB', 'second process, MB'] },
  { title: 'Open handles', curves: ['handles of the first process'] },
  { title: 'Connections to PostgreSQL', curves: ['connections'] },
  { title: 'Size of the database, MB', curves: ['database, MB'] },
  { title: 'Slowest hundredth of calls, ms', curves: ['p99, ms'] },
];
const folder = join(projectRoot, options.plot ? 'docs/performance' : 'test-results');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'soak.svg'),
  plotSoak(`${options.hours} hours at a third of capacity, seed ${options.seed}`, samples, marks, panels),
);

/** Returns the median of a curve over a part of the run, from 0 to 1. */
function median(curve: string, from: number, to: number): number {
  const all = samples
    .filter((_sample, place) => place >= from * samples.length && place < to * samples.length)
    .map(({ values }) => values[curve] ?? Number.NaN)
    .filter(Number.isFinite)
    .toSorted((one, another) => one - another);
  return all[Math.floor(all.length / 2)] ?? Number.NaN;
}
const memory = [0.25, 0.5, 0.75].map((from) => Math.round(median('first process, MB', from, from + 0.25)));
report(
  {
    hours: options.hours,
    seed: options.seed,
    'pieces of work a second': `${capacity.toFixed(1)} at most, ${(pace ?? 0).toFixed(1)} asked for`,
    ...done,
    events: marks.map(({ what }) => what),
    'memory of the first process by quarters from the second on': `${memory.join(', ')} MB, ${(100 * ((memory[2] ?? 0) / (memory[0] ?? 1) - 1)).toFixed(1)} % more at the end`,
    'handles, second and last quarter': [0.25, 0.75].map((from) =>
      median('handles of the first process', from, from + 0.25),
    ),
    'connections, second and last quarter': [0.25, 0.75].map((from) =>
      median('connections', from, from + 0.25),
    ),
    'p99 of calls, second and last quarter': [0.25, 0.75].map(
      (from) => `${Math.round(median('p99, ms', from, from + 0.25))} ms`,
    ),
    'charges in the ledger': money.charges,
    'paid orders': `${money.paid.size}, ${money.paidByVoucher} of them by voucher alone`,
  },
  // The clock of the shop is moved while payments wait, so their age is not meaningful.
  [
    ...new Set(faults),
    ...api.troubles.wrong,
    ...money.faults.filter((fault) => !fault.startsWith('An attempt was not settled')),
  ],
);
