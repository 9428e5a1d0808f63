import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { plotRates } from '#test/bench/support/plot.ts';
import { type Costs, type Scenario, simulateShop } from '#test/bench/support/simulate-shop.ts';
import { createRandom } from '#test/support/seeded-random.ts';

/**
 * `node test/bench/simulate.ts`: how many machines a shop takes (docs/performance.md, "How many machines"), by
 * simulation with measured service times. It prints the same at each run; `--plot` writes the plot.
 */

/** Measured on 23 November 2026. */
const costs: Costs = {
  purchase: 15.6,
  keptPage: 0.04,
  personalPage: 11.8,
  databasePurchase: 9.4,
  databasePage: 5.9,
  commit: 0.18,
  commitsOfPurchase: 10,
};

/** A visitor reads four pages; a tenth of the visitors have a session, whose pages are not cached. */
const pagesOf = (visitorsInAnHour: number) => ({
  keptPages: (visitorsInAnHour * 4 * 0.9) / 3_600,
  personalPages: (visitorsInAnHour * 4 * 0.1) / 3_600,
});

interface Named extends Scenario {
  readonly name: string;
}

const scenarios: readonly Named[] = [
  {
    name: '10 purchases a second',
    purchases: 10,
    ...pagesOf(100_000),
    processes: 1,
    databaseCores: 1,
    logs: 1,
  },
  {
    name: '100 purchases a second',
    purchases: 100,
    ...pagesOf(1_000_000),
    processes: 5,
    databaseCores: 3,
    logs: 1,
  },
  {
    name: '1,000 purchases a second',
    purchases: 1_000,
    ...pagesOf(1_000_000),
    processes: 26,
    databaseCores: 16,
    logs: 3,
  },
  {
    name: 'a million visitors an hour, 5 purchases a second',
    purchases: 5,
    ...pagesOf(1_000_000),
    processes: 3,
    databaseCores: 2,
    logs: 1,
  },
];
const seconds = 120;

console.log(
  '| | processes | cores of PostgreSQL | busy: shop, PostgreSQL, log | purchase, p50, p99 | page, p99 |',
);
console.log('|---|---|---|---|---|---|');
for (const scenario of scenarios) {
  const { busy, purchase, page } = simulateShop(costs, scenario, seconds, createRandom(26));
  const shares = [busy.shop, busy.database, busy.log].map((share) => `${Math.round(100 * share)} %`);
  console.log(
    `| ${scenario.name} | ${scenario.processes} | ${scenario.databaseCores} | ${shares.join(', ')} | ${purchase.map(Math.round).join(', ')} ms | ${Math.round(page[1])} ms |`,
  );
}

if (process.argv.includes('--plot')) {
  const curves = [1, 2, 4, 8, 16, 32].map((processes) => ({
    name: `${processes} processes`,
    points: [5, 10, 20, 40, 80, 160, 320, 640, 1_280].flatMap((purchases) => {
      const scenario = {
        purchases,
        keptPages: 0,
        personalPages: 0,
        processes,
        databaseCores: Math.max(1, Math.ceil(processes * 0.65)),
        logs: 1,
      };
      const { purchase, busy } = simulateShop(costs, scenario, 60, createRandom(26));
      // Beyond this load a queue grows without limit.
      return Math.max(busy.shop, busy.database, busy.log) < 0.98 ? [[purchases, purchase[1]] as const] : [];
    }),
  }));
  const file = join(projectRoot, 'docs/performance/purchases-and-processes.svg');
  writeFileSync(
    file,
    plotRates('p99 of a purchase in ms, without the provider', curves, 'purchases a second'),
  );
}
