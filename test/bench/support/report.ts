import type { Measured } from './load.ts';
import type { Overload } from './measure-overload.ts';
import type { TwoServers } from './measure-two-servers.ts';
import type { Curve } from './plot.ts';
import type { WorkName } from './works.ts';

/** One line of the report: the result of one kind of work with one number of connections. */
export interface Line {
  readonly shop: 'small' | 'large';
  readonly work: WorkName;
  /** `memory`: Hono with the same bytes in memory did the work, as a floor. */
  readonly served: 'shop' | 'memory';
  readonly connections: number;
  readonly measured: Measured;
  /** Processor time of the server per unit of work, in milliseconds; NaN for the memory floor. */
  readonly processor: number;
}

/** Resident memory in bytes. */
export interface Memory {
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
  'work'.padEnd(26),
  ...['conn.', 'per s', 'p50 ms', 'p99 ms', 'cpu ms'].map((name) => name.padStart(9)),
].join('');

export function describeLine({ shop, work, served, connections, measured, processor }: Line): string {
  const numbers = [
    String(connections),
    measured.rate.toFixed(measured.rate < 100 ? 1 : 0),
    measured.p50.toFixed(2),
    measured.p99.toFixed(2),
    Number.isNaN(processor) ? '' : processor.toFixed(2),
  ].map((text) => text.padStart(9));
  const refused = measured.refused > 0 ? `   refused ${measured.refused.toFixed(0)}/s` : '';
  const fault = measured.fault === null ? '' : `   FAULT ${measured.fault}`;
  const name = floorNames[work] ?? (served === 'memory' ? `floor: ${work} in memory` : work);
  return [shop.padEnd(6), name.padEnd(26), ...numbers, refused, fault].join('');
}

export function describeOverload(overload: Overload): string {
  const { page, served, refused, p50, p99, checkouts, failed, longestCheckout, wellAfter, fault } = overload;
  const pages = `${served.toFixed(0)}/s served, ${refused.toFixed(0)}/s refused, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
  const bought = `${checkouts} checkouts, ${failed} failed, longest ${longestCheckout.toFixed(0)} ms`;
  const problem = fault === null ? '' : ` FAULT ${fault}`;
  return `${page}, 300 connections: ${pages}; ${bought}; well again after ${wellAfter.toFixed(0)} ms${problem}`;
}

/** Everything that one run has measured. */
export interface Results {
  readonly lines: readonly Line[];
  readonly memory: Memory | null;
  readonly overloads: readonly Overload[];
  readonly twoServers: TwoServers | null;
}

type Row = readonly [work: string, value: string, aim: string, isReached: boolean];

const keptWorks: readonly WorkName[] = ['home', 'course-list', 'course-page'];
const answerWorks: readonly WorkName[] = ['product-list', 'product-page'];
const usualConnections = 32;
const megabyte = 1024 * 1024;

/** A line for every goal with what was measured; goals of parts that were not run have none. */
export function describeAims(results: Results): readonly string[] {
  const rows = [
    ...keptWorks.flatMap((work) => keptRow(results, work, 50)),
    ...answerWorks.flatMap((work) => keptRow(results, work, null)),
    ...cartRow(results),
    ...processorRow(results, 'personal-page', 8),
    ...processorRow(results, 'checkout', 6),
    ...results.overloads.map(overloadRow),
    ...twoServersRows(results),
    ...memoryRow(results),
    ...growthRows(results),
  ];
  return rows.map(
    ([work, value, aim, isReached]) =>
      `${isReached ? 'reached' : 'missed '} ${work.padEnd(34)} ${value.padEnd(52)} aim: ${aim}`,
  );
}

/** By default of the large shop, or of the small one when only that was measured. */
function find({ lines }: Results, wanted: Partial<Line>): Line | undefined {
  const shop = lines.some((line) => line.shop === 'large') ? 'large' : 'small';
  return lines.find((line) =>
    Object.entries({ shop, served: 'shop', connections: usualConnections, ...wanted }).every(
      ([name, value]) => line[name as keyof Line] === value,
    ),
  );
}

function keptRow(results: Results, work: WorkName, p99: number | null): readonly Row[] {
  const mine = find(results, { work })?.measured;
  const floor = find(results, { work, served: 'memory' })?.measured;
  if (mine === undefined || floor === undefined) return [];
  const share = mine.rate / floor.rate;
  const value = `${mine.rate.toFixed(0)}/s, ${share.toFixed(2)} of the same bytes, p99 ${mine.p99.toFixed(1)} ms`;
  const isReached = share >= 0.5 && (p99 === null || mine.p99 <= p99);
  return [[work, value, p99 === null ? '≥ 0.50' : `≥ 0.50, p99 ≤ ${p99} ms`, isReached]];
}

function cartRow(results: Results): readonly Row[] {
  const mine = find(results, { work: 'cart-update' })?.measured;
  const floor = find(results, { work: 'commit' })?.measured;
  if (mine === undefined || floor === undefined) return [];
  const share = mine.rate / floor.rate;
  return [
    [
      'cart change',
      `${mine.rate.toFixed(0)}/s, ${share.toFixed(2)} of a durable commit`,
      '≥ 0.35',
      share >= 0.35,
    ],
  ];
}

function processorRow(results: Results, work: WorkName, aim: number): readonly Row[] {
  const line = find(results, { work });
  if (line === undefined) return [];
  return [[`${work}, processor`, `${line.processor.toFixed(1)} ms`, `≤ ${aim} ms`, line.processor <= aim]];
}

function overloadRow({ page, failed, longestCheckout, wellAfter }: Overload): Row {
  const value = `${failed} failed, longest ${longestCheckout.toFixed(0)} ms, well after ${(wellAfter / 1000).toFixed(1)} s`;
  const isReached = failed === 0 && longestCheckout <= 2_000 && wellAfter <= 10_000;
  return [`300 on ${page}, checkouts`, value, '0 failed, ≤ 2,000 ms, ≤ 10 s', isReached];
}

function twoServersRows({ twoServers }: Results): readonly Row[] {
  if (twoServers === null) return [];
  const { one, two, priceAfter } = twoServers;
  const ratio = two / one;
  const rates = `${one.toFixed(0)} and ${two.toFixed(0)} pages/s, × ${ratio.toFixed(2)}`;
  return [
    ['two processes behind a proxy', rates, '≥ × 1.8 where cores allow', ratio >= 1.8],
    ['a changed price in both', `${priceAfter.toFixed(0)} ms`, '≤ 1,000 ms', priceAfter <= 1_000],
  ];
}

function memoryRow({ memory }: Results): readonly Row[] {
  if (memory === null) return [];
  const [idle, after] = [memory.idle / megabyte, memory.after / megabyte];
  const isReached = idle <= 200 && after <= 400;
  return [
    ['memory idle, after all', `${idle.toFixed(0)}, ${after.toFixed(0)} MB`, '≤ 200, ≤ 400 MB', isReached],
  ];
}

const growthAim = 1.2;

function growthRows(results: Results): readonly Row[] {
  const works = new Set(results.lines.filter(({ served }) => served === 'shop').map(({ work }) => work));
  return [...works].flatMap((work): readonly Row[] => {
    const small = find(results, { shop: 'small', work })?.measured;
    const large = find(results, { shop: 'large', work })?.measured;
    if (floorNames[work] !== undefined || small === undefined || large === undefined) return [];
    const ratio = large.p99 / small.p99;
    return [[`growth of ${work}`, `p99 × ${ratio.toFixed(2)}`, `≤ × ${growthAim}`, ratio <= growthAim]];
  });
}

const plotted: readonly WorkName[] = [
  'home',
  'course-page',
  'product-list',
  'product-page',
  'personal-page',
  'cart-update',
  'checkout',
];

/** Requests a second of the large shop by number of connections. */
export function curvesOf({ lines }: Results): readonly Curve[] {
  return plotted.map((name) => ({
    name,
    points: lines
      .filter(
        ({ shop, work, served, measured }) =>
          shop === 'large' && work === name && served === 'shop' && measured.rate > 0,
      )
      .map(({ connections, measured }) => [connections, measured.rate] as const),
  }));
}
