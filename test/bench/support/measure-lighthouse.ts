import lighthouse, { type Result } from 'lighthouse';
import { median } from './median.ts';
import { type Screen, type Screens, screens } from './open-screens.ts';

/** Medians of several loads. Times in milliseconds. */
export interface Lighthouse {
  readonly screen: Screen['name'];
  /** 0 to 100. */
  readonly scores: readonly [performance: number, accessibility: number, bestPractices: number, seo: number];
  readonly largestPaint: number;
  readonly blocking: number;
  /** Cumulative layout shift, without a unit. */
  readonly shift: number;
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * Loads the main pages `runs` times each with Lighthouse's mobile defaults. The first load is not counted, because the
 * shop renders pictures at their first request.
 */
export async function measureLighthouse(world: Screens, runs: number): Promise<readonly Lighthouse[]> {
  const all: Lighthouse[] = [];
  for (const screen of screens) {
    const loads: Result[] = [];
    for (let run = 0; run <= runs; run += 1)
      loads.push(await load(world.addressOf(screen), world.debuggingPort));
    all.push(summarise(screen.name, loads.slice(1)));
  }
  return all;
}

/** Lighthouse sometimes loses its own trace, so each page is loaded up to this number of times. */
const tries = 4;

async function load(url: string, port: number, isTry = 1): Promise<Result> {
  const result = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'silent' });
  if (result === undefined) throw new Error(`Lighthouse returned nothing for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError === undefined) return lhr;
  if (isTry === tries) throw new Error(lhr.runtimeError.message);
  return load(url, port, isTry + 1);
}

function summarise(screen: Screen['name'], loads: readonly Result[]): Lighthouse {
  const score = (category: string) =>
    Math.round(median(loads.map((load) => (load.categories[category]?.score ?? 0) * 100)));
  const metric = (name: string) => median(loads.map((load) => load.audits[name]?.numericValue ?? Number.NaN));
  return {
    screen,
    scores: [score('performance'), score('accessibility'), score('best-practices'), score('seo')],
    largestPaint: metric('largest-contentful-paint'),
    blocking: metric('total-blocking-time'),
    shift: metric('cumulative-layout-shift'),
  };
}
