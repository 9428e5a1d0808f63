import type { BenchShop, BenchWorld } from './bench-world.ts';
import { readFacts } from './fill-shop.ts';
import { median } from './median.ts';
import type { WorkName } from './works.ts';

/** Medians of the 99th percentile of latency in milliseconds, with little data and with much. */
export interface Growth {
  readonly work: WorkName;
  readonly small: number;
  readonly large: number;
}

const sizes = ['small', 'large'] as const;
const turns = 3;

/** Compares two shops of different size in turns, so that other work of the machine affects both. */
export async function measureGrowth(
  { load }: BenchWorld,
  shops: Readonly<Record<(typeof sizes)[number], BenchShop>>,
  works: readonly WorkName[],
  times: { readonly warmUp: number; readonly seconds: number },
): Promise<readonly Growth[]> {
  const all: Growth[] = [];
  for (const work of works) {
    const found: Record<(typeof sizes)[number], number[]> = { small: [], large: [] };
    for (let turn = 0; turn < turns; turn += 1) {
      for (const size of sizes) {
        const { serverUrl: url, db, tokenSecret } = shops[size];
        const facts = await readFacts(db, tokenSecret);
        const { p99, fault } = await load.request({ work, url, facts, connections: 32, ...times });
        if (fault !== null) throw new Error(`${work}, ${size}: ${fault}`);
        found[size].push(p99);
      }
    }
    all.push({ work, small: median(found.small), large: median(found.large) });
  }
  return all;
}
