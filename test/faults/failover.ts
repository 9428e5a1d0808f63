import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { countOf, inSeconds, report } from '#test/faults/support/fault-report.ts';
import { createShopApi } from '#test/faults/support/fault-shopper.ts';
import { createOffers, type FaultWorld, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { auditPurchases, createGuests } from '#test/faults/support/guests.ts';
import { settlePayments } from '#test/faults/support/settle.ts';

/**
 * Kills the primary of a synchronous pair of PostgreSQL servers while guests buy without a pause, promotes the standby
 * and redirects the servers to it (docs/testing.md, "Faults"); then the same with a new standby, with one server of the
 * shop and with two. At the end nothing that was confirmed to a buyer is lost, nobody is charged twice, and the books
 * agree. The time until the next purchase is reported but not checked, because it depends on the machine.
 */
const failovers = countOf(1, 10);
const shoppers = 8;
const patience = { forOneCall: 120_000 };
const settleMs = 300_000;

interface Outcome {
  /** Milliseconds from each promotion to the next order that was paid. */
  readonly waits: readonly number[];
  readonly figures: Readonly<Record<string, unknown>>;
  readonly faults: readonly string[];
}

/** Returns when the first order after a moment was paid, by the shop's clock. */
async function firstPaidAfter(world: FaultWorld, moment: Date): Promise<Date | null> {
  const first = await world.query((db) =>
    db
      .selectFrom('order_events')
      .select((select) => select.fn.min('happened_at').as('at'))
      .where('to_state', '=', 'paid')
      .where('happened_at', '>', moment)
      .executeTakeFirst(),
  );
  return first?.at ?? null;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + settleMs; !(await isTrue()); await pause(200))
    if (performance.now() > deadline) throw new Error(`Nobody could buy for ${inSeconds(settleMs)}`);
}

async function failOverUnderLoad(servers: number): Promise<Outcome> {
  await using world = await openFaultWorld({ timeLimit: 1_000, servers });
  await world.startGateway();
  const running = await Promise.all(
    Array.from({ length: servers }, (_, number) => world.startServer(number)),
  );
  await createOffers(world);

  const api = createShopApi(running.map((server) => server.url));
  const guests = createGuests({ api, world, patience });
  const { purchases } = guests;
  const promotions: Date[] = [];
  const stopBuying = guests.keepBuying(shoppers);
  try {
    while (promotions.length < failovers) {
      await world.startStandby();
      // Some guests buy before the failover, which starts at a random moment.
      const standing = purchases.length;
      await until(async () => purchases.length >= standing + shoppers);
      await pause(randomInt(500));
      const promotedAt = await world.failOver();
      promotions.push(promotedAt);
      await until(async () => (await firstPaidAfter(world, promotedAt)) !== null);
    }
  } finally {
    await stopBuying();
  }

  // Jobs look up the payments whose outcome the killed primary could not store.
  await settlePayments(world);

  const { figures, faults } = await auditPurchases({ api, world }, guests, { servers: running });
  const waits: number[] = [];
  for (const promotedAt of promotions) {
    const paidAt = await firstPaidAfter(world, promotedAt);
    waits.push((paidAt?.getTime() ?? Number.NaN) - promotedAt.getTime());
  }
  if (api.troubles.unavailable === 0) faults.push('Nobody met the failover: the script has proved nothing');
  return { waits, figures, faults };
}

const outcomes: Outcome[] = [];
for (const servers of [1, 2]) outcomes.push(await failOverUnderLoad(servers));
report(
  Object.fromEntries([
    ['failovers', `${failovers} with one server, ${failovers} with two`],
    ...outcomes.flatMap(({ figures, waits }, index) => {
      const named = index === 0 ? 'one server' : 'two servers';
      return [
        ...Object.entries(figures).map(([name, value]) => [`${named}: ${name}`, value]),
        [`${named}: next purchase after each promotion`, waits.map(inSeconds).join(', ')],
      ];
    }),
  ]),
  outcomes.flatMap(({ faults }) => faults),
);
