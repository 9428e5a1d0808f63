import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { isLongRun } from '#test/run-length.ts';

/**
 * Returns the number of repetitions: the argument `--count 50`, else `full` in `npm run test:long`, else
 * `reduced`.
 */
export function countOf(reduced: number, full: number): number {
  const place = process.argv.indexOf('--count');
  const asked = place === -1 ? undefined : process.argv[place + 1];
  if (asked === undefined) return isLongRun ? full : reduced;
  if (!/^[1-9]\d*$/.test(asked)) throw new Error(`--count is "${asked}": give a whole number from 1 on`);
  return Number(asked);
}

/**
 * Prints the figures and up to 20 faults, and sets the exit code: 0 without a fault, 1 otherwise. `npm test`
 * repeats the faults at its end; it reads them from `test-results`.
 */
export function report(figures: Readonly<Record<string, unknown>>, faults: readonly string[]): void {
  for (const [name, value] of Object.entries(figures)) {
    console.log(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  }
  const shown = 20;
  const folder = join(projectRoot, 'test-results');
  const script = basename(process.argv[1] ?? '', '.ts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${script}.json`), JSON.stringify(faults.slice(0, shown)));
  for (const fault of faults.slice(0, shown)) console.log(`BROKEN  ${fault}`);
  if (faults.length > shown) console.log(`BROKEN  and ${faults.length - shown} more`);
  console.log(faults.length === 0 ? 'Every promise held.' : `${faults.length} promises were broken.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Runs `work` for the indexes 0 … count - 1, at most `concurrency` of them at the same time. */
export async function inParallel(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
}

export function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** The responses of one URL over time. */
interface Probe {
  /**
   * Returns the status codes of the requests sent between two moments (of `performance.now()`); 0: no
   * response.
   */
  between(from: number, to: number): readonly number[];
  /**
   * Waits for the first request after `moment` with status 200 and returns when it was sent. Throws when none
   * succeeds within `patience` milliseconds after `moment`.
   */
  firstGoodAfter(moment: number, patience: number): Promise<number>;
  stop(): Promise<void>;
}

const everyMs = 100;

/** Requests a URL every 100 ms, like a load balancer's health check, and records the responses. */
export function startProbe(url: string): Probe {
  const responses: { readonly at: number; readonly status: number }[] = [];
  let isOver = false;
  const running = (async () => {
    for (; !isOver; await pause(everyMs)) {
      const at = performance.now();
      responses.push({ at, status: await statusOf(url) });
    }
  })();
  return {
    between: (from, to) => responses.filter(({ at }) => at >= from && at < to).map(({ status }) => status),
    async firstGoodAfter(moment, patience) {
      for (; performance.now() < moment + patience; await pause(everyMs)) {
        const good = responses.find(({ at, status }) => at >= moment && status === 200);
        if (good !== undefined) return good.at;
      }
      throw new Error(`${url} was not well again ${patience / 1000} s after the fault had ended`);
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}

/**
 * Requests a URL over a connection of its own, because a kept one may be closed by the server at the moment of
 * the request. Returns the status code; 0 without a whole response within 15 s.
 */
function statusOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 15_000 }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(0));
  });
}
