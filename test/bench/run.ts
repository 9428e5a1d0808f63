import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { BenchShop, BenchWorld } from '#test/bench/support/bench-world.ts';
import { openBenchWorld } from '#test/bench/support/bench-world.ts';
import type { ShopSize } from '#test/bench/support/fill-shop.ts';
import { fillShop, readFacts } from '#test/bench/support/fill-shop.ts';
import { measurePages, pagesHeading } from '#test/bench/support/measure-pages.ts';
import { measureScreens, screensHeading } from '#test/bench/support/measure-screens.ts';
import type { Line, Memory } from '#test/bench/support/report.ts';
import { describeAims, describeLine, heading } from '#test/bench/support/report.ts';
import type { WorkName } from '#test/bench/support/works.ts';

/**
 * `npm run bench` (docs/performance.md): measures the speed of the shop and compares it with the fastest
 * possible speed of Hono and PostgreSQL on the same machine. It reports goals and never fails. Options:
 * `--quick` measures for a few seconds, with fewer orders; `--work` measures one kind of work;
 * `--connections` replaces the numbers of connections 1 and 32; `--only small`, `large`, `pages` or `screens`
 * runs one part.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    work: { type: 'string', multiple: true },
    connections: { type: 'string', default: '1,32' },
    only: { type: 'string' },
  },
});

const sizes: Readonly<Record<Line['shop'], ShopSize>> = {
  small: { products: 100, orders: 100 },
  large: { products: 10_000, orders: options.quick ? 10_000 : 100_000 },
};
const times = options.quick ? { warmUp: 0.5, seconds: 1.5 } : { warmUp: 2, seconds: 6 };
const floors: readonly WorkName[] = ['bare', 'list-rows', 'page-rows', 'commit'];
const works: readonly WorkName[] = [
  'product-list',
  'product-page',
  'cart-update',
  'coupon-apply',
  'checkout',
];
const connectionCounts = options.connections.split(',').map(Number);

const isWanted = (work: WorkName) => options.work === undefined || options.work.includes(work);
const lines: Line[] = [];
let memory: Memory = { idle: 0, after: 0 };

if (!['screens', 'pages'].includes(options.only ?? '')) await measureHost();
if (options.work === undefined && (options.only ?? 'pages') === 'pages') {
  console.log(`\nPages for visitors without a session, 32 connections\n${pagesHeading}`);
  for (const line of await measurePages(times)) console.log(line);
}
if (options.work === undefined && (options.only ?? 'screens') === 'screens') {
  console.log(`\nScreens on a phone (Lighthouse)\n${screensHeading}`);
  for (const line of await measureScreens(options.quick ? 1 : 5)) console.log(line);
}

async function measureHost(): Promise<void> {
  const world = await openBenchWorld();
  try {
    for (const shop of ['small', 'large'] as const) {
      if (options.only !== undefined && options.only !== shop) continue;
      const { products, orders } = sizes[shop];
      console.log(`\n${shop}: ${products} products, ${orders} orders\n${heading}`);
      memory = await measureShop(world, shop);
    }
  } finally {
    await world.close();
  }
  console.log('\nAims');
  for (const line of describeAims(lines, memory)) console.log(line);
}

async function measureShop(bench: BenchWorld, name: Line['shop']): Promise<Memory> {
  const shop = await bench.openShop(name);
  try {
    await fillShop(shop.db, sizes[name]);
    await pause(2_000);
    const { memory: idle } = await shop.server.ask({});
    for (const connections of connectionCounts) {
      for (const work of [...floors, ...works].filter(isWanted))
        await measure(bench, shop, { shop: name, work, connections });
    }
    return { idle, after: (await shop.server.ask({})).memory };
  } finally {
    await shop.close();
  }
}

async function measure(
  { load }: BenchWorld,
  shop: BenchShop,
  what: Pick<Line, 'shop' | 'work' | 'connections'>,
): Promise<void> {
  const isFloor = floors.includes(what.work);
  const served = isFloor ? shop.floors : shop.server;
  const options = {
    work: what.work,
    url: isFloor ? shop.floorUrl : shop.serverUrl,
    facts: await readFacts(shop.db, shop.tokenSecret),
    connections: what.connections,
    ...times,
  };
  const before = await served.ask({});
  const measured = await load.ask(options);
  const after = await served.ask({});
  // The requests of the warm-up are included, because its processor time is included, too.
  const pieces = Math.max(1, measured.rate * (times.warmUp + times.seconds));
  const processor = (after.processor - before.processor) / 1000 / pieces;
  const line = { ...what, measured, processor };
  lines.push(line);
  console.log(describeLine(line));
}
