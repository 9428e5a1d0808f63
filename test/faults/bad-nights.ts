import { setTimeout as pause } from 'node:timers/promises';
import { countOf, inSeconds, report } from '#test/faults/support/fault-report.ts';
import { createShopApi } from '#test/faults/support/fault-shopper.ts';
import { type FaultWorld, fillShelves, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { auditPurchases, createGuests } from '#test/faults/support/guests.ts';
import { settlePayments } from '#test/faults/support/settle.ts';

/**
 * What happens to a database by night, while guests buy at two servers (docs/testing.md, "Faults"): the network between
 * is lost for a minute, after which connections go on, or stay silent for ever; PgBouncer stands between and cuts every
 * connection; the disk is full. Nothing that a buyer was told is lost, nobody is charged twice, the books agree, and
 * the same processes go on without help. `--only network`, `pooler` or `disk` tries one.
 */
const times = countOf(1, 3);
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const shoppers = 6;
const patience = { forOneCall: 240_000, isPatient: true };
const lostMs = 60_000;
const fullMs = 15_000;
const settleMs = 300_000;

interface Night {
  readonly name: string;
  readonly kind: 'network' | 'pooler' | 'disk';
  readonly options: Partial<Parameters<typeof openFaultWorld>[0]>;
  /** Makes the fault and ends it. */
  happen(world: FaultWorld): Promise<void>;
}

const nights: readonly Night[] = [
  ...(['go on', 'silent'] as const).map(
    (connections): Night => ({
      name: `network lost for ${inSeconds(lostMs)}, then connections ${connections === 'silent' ? 'stay silent' : 'go on'}`,
      kind: 'network',
      options: {},
      async happen(world) {
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
    happen: async (world) => world.pooler?.cut(),
  },
  {
    name: `disk full for ${inSeconds(fullMs)}`,
    kind: 'disk',
    options: { diskMegabytes: 200 },
    async happen(world) {
      world.disk?.fill();
      await pause(fullMs);
      world.disk?.makeRoom();
      // PostgreSQL ends when it cannot write its log; its service starts it again.
      await world.stopDatabase();
      await world.startDatabase();
    },
  },
];

async function spend({ options, happen }: Night) {
  await using cleanUp = new AsyncDisposableStack();
  const world = await openFaultWorld({ timeLimit: 1_000, servers: 2, ...options });
  cleanUp.defer(() => world.dispose());
  await world.startGateway();
  const servers = [await world.startServer(0), await world.startServer(1)];
  await fillShelves(world);
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
      await happen(world);
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
for (const night of nights.filter(({ kind }) => only === undefined || only === kind)) {
  const outcome = await spend(night);
  for (const [name, value] of Object.entries(outcome.figures)) figures[`${night.name}: ${name}`] = value;
  faults.push(...outcome.faults.map((fault) => `${night.name}: ${fault}`));
}
report(figures, faults);
