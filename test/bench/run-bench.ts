import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { describeAims } from '#test/bench/support/aims.ts';
import {
  curvesOf,
  describeLine,
  describeOverload,
  heading,
  type Line,
  type Memory,
} from '#test/bench/support/bench-report.ts';
import { type BenchShop, type BenchWorld, openBenchWorld } from '#test/bench/support/bench-world.ts';
import { fillOffice } from '#test/bench/support/fill-office.ts';
import { fillShop, readFacts, type ShopSize } from '#test/bench/support/fill-shop.ts';
import { type BackOfficeTime, measureBackOffice } from '#test/bench/support/measure-back-office.ts';
import { describeFilms, measureFilms } from '#test/bench/support/measure-films.ts';
import { type Growth, measureGrowth } from '#test/bench/support/measure-growth.ts';
import { type Lighthouse, measureLighthouse } from '#test/bench/support/measure-lighthouse.ts';
import { measureOverload, type Overload } from '#test/bench/support/measure-overload.ts';
import { measureScripts, type Scripts } from '#test/bench/support/measure-scripts.ts';
import { measureTwoServers, type TwoServers } from '#test/bench/support/measure-two-servers.ts';
import { measureWorking, type Working } from '#test/bench/support/measure-working.ts';
import { openScreens } from '#test/bench/support/open-screens.ts';
import { plotRates } from '#test/bench/support/plot.ts';
import { keptPaths, type WorkName } from '#test/bench/support/works.ts';

/**
 * `npm run bench` (docs/performance.md): measures the speed of the whole shop and compares it with the fastest possible
 * speed of Hono and PostgreSQL on the same machine. It reports goals and never fails. Options: `--quick` measures for a
 * few seconds, with fewer orders; `--work` measures one kind of work; `--connections` replaces the numbers of
 * connections 1 and 32; `--only small`, `large`, `growth`, `overload`, `back-office`,
 * `screens`, `working` or `films` runs one part; `--plot` writes the plot.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    work: { type: 'string', multiple: true },
    connections: { type: 'string' },
    only: { type: 'string' },
    plot: { type: 'boolean', default: false },
  },
});

const sizes: Readonly<Record<Line['shop'], ShopSize>> = {
  small: { products: 100, orders: 100 },
  large: { products: 10_000, orders: options.quick ? 10_000 : 100_000 },
};
const times = options.quick ? { warmUp: 1, seconds: 2 } : { warmUp: 2, seconds: 6 };
const floors: readonly WorkName[] = ['bare', 'list-rows', 'page-rows', 'commit'];
const keptWorks: readonly WorkName[] = ['home', 'course-list', 'course-page', 'product-list', 'product-page'];
const works: readonly WorkName[] = [...keptWorks, 'personal-page', 'cart-update', 'coupon-apply', 'checkout'];
const growthWorks: readonly WorkName[] = [...keptWorks, 'cart-update', 'checkout'];
const growthTimes = options.quick ? times : { warmUp: 1, seconds: 4 };
const connectionCounts = (options.connections ?? (options.plot ? '1,4,16,32,64' : '1,32'))
  .split(',')
  .map(Number);

const isWanted = (work: WorkName) => options.work === undefined || options.work.includes(work);
const lines: Line[] = [];
const overloads: Overload[] = [];
let twoServers: TwoServers | null = null;
let growth: readonly Growth[] = [];
let backOffice: readonly BackOfficeTime[] = [];
let memory: Memory | null = null;
let scripts: readonly Scripts[] = [];
let working: readonly Working[] = [];
let lighthouse: readonly Lighthouse[] = [];

/** Parts that need a browser instead of a filled shop. */
const screenParts = ['screens', 'working'];
if (options.only === 'films') await writeFilms();
else if (!screenParts.includes(options.only ?? '')) await measureServers();
if (options.work === undefined && [undefined, ...screenParts].includes(options.only))
  await measureInBrowser(options.quick ? 1 : 5);
if (options.only === undefined && options.work === undefined) await writeFilms();
const results = { lines, memory, overloads, twoServers, growth, backOffice, scripts, working, lighthouse };
console.log('');
if (options.only !== 'films') for (const line of describeAims(results)) console.log(line);
if (options.plot) writePlot(plotRates('Requests a second, 10,000 products', curvesOf(lines)));

async function writeFilms(): Promise<void> {
  for (const line of describeFilms(await measureFilms(times.seconds))) console.log(line);
}

async function measureInBrowser(runs: number): Promise<void> {
  const screens = await openScreens();
  try {
    working = await measureWorking(screens, runs);
    if (options.only === 'working') return;
    lighthouse = await measureLighthouse(screens, runs);
    scripts = measureScripts();
  } finally {
    await screens.close();
  }
}

async function measureServers(): Promise<void> {
  const world = await openBenchWorld();
  const shops: BenchShop[] = [];
  try {
    for (const name of wantedShops()) {
      const { orders } = sizes[name];
      const products = options.only === 'back-office' ? 1_000 : sizes[name].products;
      console.log(`\n${name}: ${products} products, ${orders} orders`);
      const shop = await world.openShop(name);
      shops.push(shop);
      await fillShop(shop.db, { products, orders });
      if (options.only === 'growth') continue;
      if (options.only === 'back-office') {
        await fillOffice(shop.db, orders);
        backOffice = await measureBackOffice(shop);
        continue;
      }
      console.log(heading);
      memory = await measureShop(world, shop, name);
    }
    const [small, large] = shops;
    if (small !== undefined && large !== undefined)
      growth = await measureGrowth(world, { small, large }, growthWorks.filter(isWanted), growthTimes);
  } finally {
    for (const shop of shops) await shop.close();
    await world.close();
  }
}

function wantedShops(): readonly Line['shop'][] {
  const all = ['small', 'large'] as const;
  if (options.only === 'overload') return ['small'];
  if (options.only === 'back-office') return ['large'];
  return all.filter((name) => [undefined, 'growth', name].includes(options.only));
}

function writePlot(svg: string): void {
  const folder = join(projectRoot, 'docs/performance');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'requests-per-second.svg'), svg);
}

async function measureShop(bench: BenchWorld, shop: BenchShop, name: Line['shop']): Promise<Memory> {
  await pause(2_000);
  const { memory: idle } = await shop.server.request({});
  if (options.only !== 'overload') await measureWorks(bench, shop, name);
  if (options.work === undefined && (name === 'large' || options.only === 'overload')) {
    for (const page of ['home', 'personal-page'] as const) {
      const overload = await measureOverload(bench, shop, page, options.quick ? 5 : 15);
      overloads.push(overload);
      console.log(describeOverload(overload));
    }
    twoServers = await measureTwoServers(bench, shop, times);
  }
  return { idle, after: (await shop.server.request({})).memory };
}

async function measureWorks(bench: BenchWorld, shop: BenchShop, name: Line['shop']): Promise<void> {
  const memoryFloor = keptWorks.some(isWanted)
    ? await shop.startMemoryFloor(keptPaths(await readFacts(shop.db, shop.tokenSecret)))
    : null;
  for (const connections of connectionCounts) {
    for (const work of [...floors, ...works].filter(isWanted)) {
      await measure(bench, shop, { shop: name, work, served: 'shop', connections }, null);
      if (memoryFloor !== null && keptWorks.includes(work))
        await measure(bench, shop, { shop: name, work, served: 'memory', connections }, memoryFloor);
    }
  }
}

async function measure(
  { load, databaseProcessor }: BenchWorld,
  shop: BenchShop,
  what: Pick<Line, 'shop' | 'work' | 'served' | 'connections'>,
  memoryFloor: string | null,
): Promise<void> {
  const isFloor = floors.includes(what.work);
  const served = isFloor ? shop.floors : shop.server;
  const loadOptions = {
    work: what.work,
    url: memoryFloor ?? (isFloor ? shop.floorUrl : shop.serverUrl),
    facts: await readFacts(shop.db, shop.tokenSecret),
    connections: what.connections,
    ...times,
  };
  const before = await served.request({});
  const databaseBefore = databaseProcessor();
  const measured = await load.request(loadOptions);
  const after = await served.request({});
  // The requests of the warm-up are included, because its processor time is included, too.
  const pieces = Math.max(1, measured.rate * (times.warmUp + times.seconds));
  const processor = memoryFloor === null ? (after.processor - before.processor) / 1000 / pieces : Number.NaN;
  const database = (databaseProcessor() - databaseBefore) / 1000 / pieces;
  const line = { ...what, measured, processor, database };
  lines.push(line);
  console.log(describeLine(line));
}
