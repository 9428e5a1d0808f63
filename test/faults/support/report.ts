import { setTimeout as pause } from 'node:timers/promises';

/** How often a script does its work: as `--count 50` says, else `full` times in `npm run test:long`, `reduced` otherwise. */
export function countOf(reduced: number, full: number): number {
  const place = process.argv.indexOf('--count');
  const asked = place === -1 ? undefined : process.argv[place + 1];
  if (asked === undefined) return process.env.TEST_COUNTS === 'full' ? full : reduced;
  if (!/^[1-9]\d*$/.test(asked)) throw new Error(`--count is "${asked}": give a whole number from 1 on`);
  return Number(asked);
}

/** Prints figures and broken promises, and ends the process: 0 when every promise held, 1 otherwise. */
export function report(figures: Readonly<Record<string, unknown>>, faults: readonly string[]): void {
  for (const [name, value] of Object.entries(figures)) {
    console.log(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  }
  const shown = 20;
  for (const fault of faults.slice(0, shown)) console.log(`BROKEN  ${fault}`);
  if (faults.length > shown) console.log(`BROKEN  and ${faults.length - shown} more`);
  console.log(faults.length === 0 ? 'Every promise held.' : `${faults.length} promises were broken.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Runs `work` for 0 … count - 1, `abreast` of them at once. */
export async function inParallel(
  count: number,
  abreast: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: Math.min(abreast, count) }, worker));
}

export function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** What one address answered over time. */
interface Probe {
  /** Statuses that came between two moments (of `performance.now()`); 0 for no answer. */
  between(from: number, to: number): readonly number[];
  /** When the address answered 200 for the first time after a moment; waits for it. */
  firstGoodAfter(moment: number, patience: number): Promise<number>;
  stop(): Promise<void>;
}

const everyMs = 100;

/** Asks an address again and again, as a load balancer or a reader would. */
export function startProbe(url: string): Probe {
  const answers: { readonly at: number; readonly status: number }[] = [];
  let isOver = false;
  const running = (async () => {
    for (; !isOver; await pause(everyMs)) {
      const at = performance.now();
      const status = await fetch(url, { signal: AbortSignal.timeout(15_000) })
        .then(async (response) => {
          await response.text();
          return response.status;
        })
        .catch(() => 0);
      answers.push({ at, status });
    }
  })();
  return {
    between: (from, to) => answers.filter(({ at }) => at >= from && at < to).map(({ status }) => status),
    async firstGoodAfter(moment, patience) {
      for (; performance.now() < moment + patience; await pause(everyMs)) {
        const good = answers.find(({ at, status }) => at >= moment && status === 200);
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
