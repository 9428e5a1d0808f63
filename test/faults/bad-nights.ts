import { setTimeout as pause } from 'node:timers/promises';
import { countOf, inParallel, inSeconds, report } from '#test/faults/support/fault-report.ts';
import { buy, createShopApi, type Purchase } from '#test/faults/support/fault-shopper.ts';
import { type FaultWorld, fillShelves, openFaultWorld } from '#test/faults/support/fault-world.ts';
import { checkMoney } from '#test/faults/support/money-check.ts';
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
  const purchases: Purchase[] = [];
  const faults: string[] = [];
  const waits: number[] = [];
  let isOver = false;
  const buying = inParallel(shoppers, shoppers, async (index) => {
    while (!isOver) {
      try {
        purchases.push(await buy(api, world, patience));
      } catch (error) {
        faults.push(`Shopper ${index}: ${error instanceof Error ? error.message : error}`);
      }
    }
  });
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
    isOver = true;
    await buying;
  }
  await settlePayments(world);
  const money = await checkMoney(world);
  for (const { code, isPaid } of purchases) if (!isPaid) faults.push(`Order ${code} could not be paid`);
  for (const [number, server] of servers.entries())
    if (server.hasEnded()) faults.push(`Server ${number} ended; it said: ${server.output().slice(-500)}`);
  const { unavailable, unanswered, slowest, wrong } = api.troubles;
  if (unavailable + unanswered === 0) faults.push('Nobody met the fault: the script has proved nothing');
  return {
    figures: {
      checkouts: purchases.length,
      'charges in the ledger': money.charges,
      'paid orders': money.paid,
      'next purchase afterwards': waits.map(inSeconds).join(', '),
      'slowest answer': inSeconds(slowest),
      '503 with Retry-After': unavailable,
      'calls without an answer, made again': unanswered,
      'longest time unknown': `${money.longestUnknown.toFixed(1)} s`,
    },
    faults: [...faults, ...wrong, ...money.faults],
  };
}

const figures: Record<string, unknown> = { times };
const faults: string[] = [];
for (const night of nights.filter(({ kind }) => only === undefined || only === kind)) {
  const outcome = await spend(night);
  for (const [name, value] of Object.entries(outcome.figures)) figures[`${night.name}: ${name}`] = value;
  faults.push(...outcome.faults.map((fault) => `${night.name}: ${fault}`));
}
report(figures, faults);
