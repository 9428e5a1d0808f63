import type { Browser } from '@playwright/test';
import { median } from './median.ts';
import { type Screen, type Screens, screens } from './open-screens.ts';

const kilobit = 1_000 / 8;

/** Lines of Chromium's developer tools: bytes a second and milliseconds. `slowdown` of the processor is a factor. */
const lines = {
  'fast 4G, slow phone': {
    downloadThroughput: 8_100 * kilobit,
    uploadThroughput: 1_350 * kilobit,
    latency: 165,
    slowdown: 4,
  },
  'regular 3G': {
    downloadThroughput: 750 * kilobit,
    uploadThroughput: 250 * kilobit,
    latency: 100,
    slowdown: 1,
  },
} as const;

export type LineName = keyof typeof lines;

/** Medians in milliseconds since the navigation began. */
export interface Working {
  readonly screen: Screen['name'];
  readonly line: LineName;
  readonly painted: number;
  /** From the first paint until every button in sight works. */
  readonly worksAfter: number;
}

/** Loads the main pages `runs` times each over slow lines, untouched and with an empty cache. */
export async function measureWorking(world: Screens, runs: number): Promise<readonly Working[]> {
  const all: Working[] = [];
  for (const screen of screens) {
    // The first load is not counted, because the shop renders pictures at their first request.
    await load(world.browser, world.addressOf(screen), 'fast 4G, slow phone');
    for (const line of Object.keys(lines) as LineName[]) {
      const loads: Awaited<ReturnType<typeof load>>[] = [];
      for (let run = 0; run < runs; run += 1)
        loads.push(await load(world.browser, world.addressOf(screen), line));
      const painted = median(loads.map((times) => times.painted));
      const worksAfter = median(loads.map((times) => Math.max(0, times.works - times.painted)));
      all.push({ screen: screen.name, line, painted, worksAfter });
    }
  }
  return all;
}

async function load(browser: Browser, url: string, line: LineName) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const { slowdown, ...conditions } = lines[line];
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...conditions });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watchButtons);
  await page.goto(url, { waitUntil: 'commit' });
  const found = await page.waitForFunction(() => window.buttonsWork, undefined, { polling: 100 });
  const works = await found.jsonValue();
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  await context.close();
  return { painted, works: works ?? Number.NaN };
}

declare global {
  interface Window {
    /** When every button in sight worked, in milliseconds since the navigation began. */
    buttonsWork?: number;
  }
}

/**
 * A button works when the page says that it works and an event reaches the button. React stops events for parts that
 * are not hydrated yet. Serialised into the page, so it can use nothing but the browser.
 */
function watchButtons(): void {
  const isReached = (button: Element) => {
    let reached = false;
    const hear = () => {
      reached = true;
    };
    // React treats it as it treats a click, but nothing listens to it.
    button.addEventListener('contextmenu', hear, { capture: true, once: true });
    button.dispatchEvent(new Event('contextmenu', { bubbles: true }));
    button.removeEventListener('contextmenu', hear, { capture: true });
    return reached;
  };
  const doAllWork = () => {
    if (document.documentElement?.dataset.works === undefined) return false;
    const inSight = [...document.querySelectorAll('button')].filter((button) => {
      const { top, bottom, height } = button.getBoundingClientRect();
      return height > 0 && bottom > 0 && top < innerHeight;
    });
    return inSight.length > 0 && inSight.map(isReached).every(Boolean);
  };
  const watch = () => {
    if (doAllWork()) window.buttonsWork = performance.now();
    else setTimeout(watch, 5);
  };
  watch();
}
