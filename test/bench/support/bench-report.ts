import type { Measured } from './load.ts';
import type { Overload } from './measure-overload.ts';
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
  /** Processor time of PostgreSQL per unit of work, in milliseconds; NaN where the system does not tell. */
  readonly database: number;
}

/** Resident memory in bytes. */
export interface Memory {
  readonly idle: number;
  readonly after: number;
}

const floorNames: Partial<Record<WorkName, string>> = {
  bare: 'floor: bare response',
  'list-rows': 'floor: select of a list',
  'page-rows': 'floor: select of a page',
  commit: 'floor: durable commit',
};

/** The column headings for the lines of `describeLine`. */
export const heading = [
  'data'.padEnd(6),
  'work'.padEnd(26),
  ...['conn.', 'per s', 'p50 ms', 'p99 ms', 'cpu ms', 'db ms'].map((name) => name.padStart(9)),
].join('');

export function describeLine({
  shop,
  work,
  served,
  connections,
  measured,
  processor,
  database,
}: Line): string {
  const numbers = [
    String(connections),
    measured.rate.toFixed(measured.rate < 100 ? 1 : 0),
    measured.p50.toFixed(2),
    measured.p99.toFixed(2),
    ...[processor, database].map((time) => (Number.isNaN(time) ? '' : time.toFixed(2))),
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

const plotted: readonly WorkName[] = [
  'home',
  'course-page',
  'product-list',
  'product-page',
  'personal-page',
  'cart-update',
  'checkout',
];

/** Returns the requests a second of the large shop by number of connections. */
export function curvesOf(lines: readonly Line[]): readonly Curve[] {
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
