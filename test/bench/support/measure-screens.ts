import lighthouse from 'lighthouse';
import { median } from './median.ts';
import type { Screens } from './open-screens.ts';
import { screens } from './open-screens.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const metrics = ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time'] as const;

/** The goals on a phone: scores up to 100, times in milliseconds, CLS without a unit. */
const aims =
  'Aims: performance 95 or more, the others 100; LCP below 2,000 ms, CLS below 0.02, TBT below 150 ms';

export const screensHeading = `${'screen'.padEnd(14)} perf  a11y  best   seo   LCP ms    CLS  TBT ms`;

/**
 * Loads the main pages of the built shop with Lighthouse's mobile defaults. Returns one line for each page
 * with the medians of `runs` loads, and a line with the goals. The first load is not counted, because the
 * shop renders pictures at their first request.
 */
export async function measureScreens(world: Screens, runs: number): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const screen of screens) {
    const loads: number[][] = [];
    for (let run = 0; run <= runs; run += 1)
      loads.push(await load(world.addressOf(screen), world.debuggingPort));
    lines.push(describe(screen.name, loads.slice(1)));
  }
  return [...lines, aims];
}

/** Lighthouse sometimes loses its own trace, so each page is loaded up to this number of times. */
const tries = 4;

/** Returns the four scores (0 to 100), then the metrics, in the order of the columns. */
async function load(url: string, port: number, isTry = 1): Promise<number[]> {
  const result = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'silent' });
  if (result === undefined) throw new Error(`Lighthouse said nothing of ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError !== undefined) {
    if (isTry === tries) throw new Error(lhr.runtimeError.message);
    return load(url, port, isTry + 1);
  }
  return [
    ...categories.map((category) => (lhr.categories[category]?.score ?? 0) * 100),
    ...metrics.map((metric) => lhr.audits[metric]?.numericValue ?? Number.NaN),
  ];
}

function describe(name: string, loads: readonly (readonly number[])[]): string {
  const medians = (loads[0] ?? []).map((_, column) => median(loads.map((values) => values[column] ?? 0)));
  const [performance, accessibility, practices, seo, paint = 0, shift = 0, blocking = 0] = medians;
  const scores = [performance, accessibility, practices, seo].map((score = 0) =>
    score.toFixed(0).padStart(5),
  );
  const written = [paint.toFixed(0), shift.toFixed(3), blocking.toFixed(0)];
  return [name.padEnd(14), ...scores, written.map((value) => value.padStart(7)).join(' ')].join(' ');
}
