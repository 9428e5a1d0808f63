import type { Line, Memory } from './bench-report.ts';
import type { BackOfficeTime } from './measure-back-office.ts';
import type { Growth } from './measure-growth.ts';
import type { Lighthouse } from './measure-lighthouse.ts';
import type { Overload } from './measure-overload.ts';
import type { Scripts } from './measure-scripts.ts';
import type { TwoServers } from './measure-two-servers.ts';
import type { LineName, Working } from './measure-working.ts';
import type { WorkName } from './works.ts';

/** Everything that one run has measured. */
export interface Results {
  readonly lines: readonly Line[];
  readonly memory: Memory | null;
  readonly overloads: readonly Overload[];
  readonly twoServers: TwoServers | null;
  readonly growth: readonly Growth[];
  readonly backOffice: readonly BackOfficeTime[];
  readonly lighthouse: readonly Lighthouse[];
  readonly working: readonly Working[];
  readonly scripts: readonly Scripts[];
}

type Row = readonly [work: string, value: string, aim: string, isReached: boolean];

const keptWorks: readonly WorkName[] = ['home', 'course-list', 'course-page'];
const answerWorks: readonly WorkName[] = ['product-list', 'product-page'];
const usualConnections = 32;
const megabyte = 1024 * 1024;

/** Returns a table in Markdown with a row for every aim; aims of parts that were not run are left out. */
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
    ...results.growth.map(growthRow),
    ...results.backOffice.map(backOfficeRow),
    ...results.working.map(workingRow),
    ...results.lighthouse.map(lighthouseRow),
    ...results.scripts.map(scriptsRow),
  ];
  const written = rows.map(
    ([work, value, aim, isReached]) =>
      `| ${work} | ${value} | ${aim} | ${isReached ? 'reached' : '**missed**'} |`,
  );
  return ['| work | measured | aim | |', '| --- | --- | --- | --- |', ...written];
}

/** Finds a line, by default of the large shop, or of the small one if only that was measured. */
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

const workingAims: Readonly<Record<LineName, number>> = { 'fast 4G, slow phone': 600, 'regular 3G': 1_200 };

function workingRow({ screen, line, painted, worksAfter }: Working): Row {
  const aim = workingAims[line];
  const value = `${inMs(worksAfter)}, painted after ${inMs(painted)}`;
  return [`first paint to working buttons, ${screen}, ${line}`, value, `≤ ${inMs(aim)}`, worksAfter <= aim];
}

function lighthouseRow({ screen, scores, largestPaint, blocking, shift }: Lighthouse): Row {
  const [performance, ...others] = scores;
  const value = `${scores.join(', ')}; LCP ${inMs(largestPaint)}, TBT ${inMs(blocking)}, CLS ${shift.toFixed(3)}`;
  const isReached =
    performance >= 97 && others.every((score) => score === 100) && largestPaint <= 1_800 && blocking <= 100;
  return [`Lighthouse, ${screen}`, value, '≥ 97, 100, 100, 100; LCP ≤ 1,800 ms, TBT ≤ 100 ms', isReached];
}

const scriptAims: Readonly<Record<Scripts['screen'], number>> = {
  home: 160,
  'course list': 160,
  'course page': 170,
};

function scriptsRow({ screen, files, bytes }: Scripts): Row {
  const [kilobytes, aim] = [bytes / 1_000, scriptAims[screen]];
  const value = `${kilobytes.toFixed(1)} kB in ${files} files`;
  return [`JavaScript of an untouched page, ${screen}`, value, `≤ ${aim} kB gzip`, kilobytes <= aim];
}

function inMs(milliseconds: number): string {
  return `${Math.round(milliseconds).toLocaleString('en')} ms`;
}

const growthAim = 1.2;

function backOfficeRow({ screen, p95, aim }: BackOfficeTime): Row {
  return [`back office, ${screen}`, `p95 ${p95.toFixed(0)} ms`, `≤ ${aim} ms`, p95 <= aim];
}

function growthRow({ work, small, large }: Growth): Row {
  const ratio = large / small;
  const value = `p99 × ${ratio.toFixed(2)} (${small.toFixed(1)} → ${large.toFixed(1)} ms)`;
  return [`growth of ${work}`, value, `≤ × ${growthAim}`, ratio <= growthAim];
}
