import type { Measured } from './load.ts';
import type { WorkName } from './works.ts';

/** One line of the report: the result of one kind of work with one number of connections. */
export interface Line {
  readonly shop: 'small' | 'large';
  readonly work: WorkName;
  readonly connections: number;
  readonly measured: Measured;
  /** Processor time of the server per unit of work, in milliseconds. */
  readonly processor: number;
}

export interface Memory {
  /** Bytes. */
  readonly idle: number;
  readonly after: number;
}

const floorNames: Partial<Record<WorkName, string>> = {
  bare: 'floor: bare answer',
  'list-rows': 'floor: select of a list',
  'page-rows': 'floor: select of a page',
  commit: 'floor: durable commit',
};

/** The column headings for the lines of `describeLine`. */
export const heading = [
  'data'.padEnd(6),
  'work'.padEnd(24),
  ...['conn.', 'per s', 'p50 ms', 'p99 ms', 'cpu ms'].map((name) => name.padStart(9)),
].join('');

export function describeLine({ shop, work, connections, measured, processor }: Line): string {
  const numbers = [
    String(connections),
    measured.rate.toFixed(measured.rate < 100 ? 1 : 0),
    measured.p50.toFixed(2),
    measured.p99.toFixed(2),
    processor.toFixed(2),
  ].map((text) => text.padStart(9));
  const fault = measured.fault === null ? '' : `   FAULT ${measured.fault}`;
  return [shop.padEnd(6), (floorNames[work] ?? work).padEnd(24), ...numbers, fault].join('');
}

interface Aim {
  readonly work: WorkName;
  readonly floor: WorkName;
  readonly share: number;
}

/** The goals. `share` is the required fraction of the rate of `run-floors.ts` on the same machine. */
const aims: readonly Aim[] = [
  { work: 'product-list', floor: 'list-rows', share: 1 / 2 },
  { work: 'product-page', floor: 'page-rows', share: 1 / 2 },
  { work: 'cart-update', floor: 'commit', share: 1 / 2 },
  { work: 'checkout', floor: 'commit', share: 1 / 10 },
];

const memoryAim = 200 * 1024 * 1024;
const growthAim = 1.5;

/** Returns a line for every goal with the measured value. */
export function describeAims(lines: readonly Line[], memory: Memory): readonly string[] {
  const find = (shop: Line['shop'], work: WorkName, connections: number) =>
    lines.find((line) => line.shop === shop && line.work === work && line.connections === connections)
      ?.measured;
  const connections = [...new Set(lines.map((line) => line.connections))];
  const shares = connections.flatMap((count) =>
    aims.flatMap(({ work, floor, share }) => {
      const [mine, least] = [find('large', work, count), find('large', floor, count)];
      if (mine === undefined || least === undefined) return [];
      const ratio = mine.rate / least.rate;
      return `${verdict(ratio >= share)} ${work} at ${count}: ${ratio.toFixed(2)} of its floor, wanted ${share.toFixed(2)}`;
    }),
  );
  const works = [
    ...new Set(lines.filter(({ work }) => floorNames[work] === undefined).map(({ work }) => work)),
  ];
  const growth = connections.flatMap((count) =>
    works.flatMap((work) => {
      const [small, large] = [find('small', work, count), find('large', work, count)];
      if (small === undefined || large === undefined) return [];
      const ratio = large.p99 / small.p99;
      const speed = large.rate / small.rate;
      return `${verdict(ratio < growthAim)} ${work} at ${count}: p99 × ${ratio.toFixed(2)} and rate × ${speed.toFixed(2)} from small to large, wanted p99 below × ${growthAim}`;
    }),
  );
  const held = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  return [
    ...shares,
    ...growth,
    `${verdict(memory.after < memoryAim)} memory: ${held(memory.idle)} idle, ${held(memory.after)} after, wanted below ${held(memoryAim)}`,
  ];
}

function verdict(isReached: boolean): string {
  return isReached ? 'reached' : 'missed ';
}
