import { setTimeout as pause } from 'node:timers/promises';
import { countOf, inSeconds, report } from '#test/faults/support/fault-report.ts';
import { createShopApi } from '#test/faults/support/fault-shopper.ts';
import { createOffers, type FaultWorld, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { auditPurchases, createGuests } from '#test/faults/support/guests.ts';
import { settlePayments } from '#test/faults/support/settle.ts';

/**
 * Outages of the database while guests buy at two servers (docs/testing.md, "Faults"): the network is lost for a
 * minute, after which connections continue or stay silent for ever; PgBouncer disconnects every connection; the disk is
 * full. Nothing that was confirmed to a buyer is lost, nobody is charged twice, the books agree, and the same processes
 * continue without help. `--only network`, `pooler` or `disk` runs one.
 */
const times = countOf(1, 3);
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const shoppers = 6;
const patience = { forOneCall: 240_000, isPatient: true };
const lostMs = 60_000;
const fullMs = 15_000;
const settleMs = 300_000;

interface Outage {
  readonly name: string;
  readonly kind: 'network' | 'pooler' | 'disk';
  readonly options: Partial<Parameters<typeof openFaultWorld>[0]>;
  /** Starts the outage and ends it. */
  cause(world: FaultWorld): Promise<void>;
}

const outages: readonly Outage[] = [
  ...(['go on', 'silent'] as const).map(
    (connections): Outage => ({
      name: `network lost for ${inSeconds(lostMs)}, then connections ${connections === 'silent' ? 'stay silent' : 'go on'}`,
      kind: 'network',
      options: {},
      async cause(world) {
        world.line.lose();
        await pause(lostMs);
        world.line.restore(connections);
      },
    }),
  ),
  {
    name: 'PgBouncer cuts every connection',
    kind: 'pooler',
    options: { hasPooler: true },
    cause: async (world) => world.pooler?.cut(),
  },
  {
    name: `disk full for ${inSeconds(fullMs)}`,
    kind: 'disk',
    options: { diskMegabytes: 200 },
    async cause(world) {
      world.disk?.fill();
      await pause(fullMs);
      world.disk?.makeRoom();
      // PostgreSQL ends when it cannot write its log; its service starts it again.
      await world.stopDatabase();
      await world.startDatabase();
    },
  },
];

async function run({ options, cause }: Outage) {
  await using world = await openFaultWorld({ timeLimit: 1_000, servers: 2, ...options });
  await world.startGateway();
  const servers = [await world.startServer(0), await world.startServer(1)];
  await createOffers(world);
  const api = createShopApi(servers.map((server) => server.url));
  const guests = createGuests({ api, world, patience });
  const { purchases } = guests;
  const waits: number[] = [];
  const stopBuying = guests.keepBuying(shoppers);
  const bought = async (more: number) => {
    const before = purchases.length;
    const begun = performance.now();
    while (purchases.length < before + more) {
      if (performance.now() - begun > settleMs)
        throw new Error(`Nobody could buy for ${inSeconds(settleMs)}`);
      await pause(100);
    }
    return performance.now() - begun;
  };
  try {
    for (let time = 0; time < times; time += 1) {
      await bought(shoppers);
      await cause(world);
      waits.push(await bought(1));
    }
    await bought(shoppers);
  } finally {
    await stopBuying();
  }
  await settlePayments(world);
  const { unavailable, unanswered } = api.troubles;
  if (unavailable + unanswered === 0)
    guests.faults.push('Nobody met the fault: the script has proved nothing');
  const { figures, faults } = await auditPurchases({ api, world }, guests, { servers });
  return { figures: { 'next purchase afterwards': waits.map(inSeconds).join(', '), ...figures }, faults };
}

const figures: Record<string, unknown> = { times };
const faults: string[] = [];
for (const outage of outages.filter(({ kind }) => only === undefined || only === kind)) {
  const outcome = await run(outage);
  for (const [name, value] of Object.entries(outcome.figures)) figures[`${outage.name}: ${name}`] = value;
  faults.push(...outcome.faults.map((fault) => `${outage.name}: ${fault}`));
}
report(figures, faults);
