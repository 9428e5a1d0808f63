import { setTimeout as pause } from 'node:timers/promises';

/** What one address answered over time. */
export interface Probe {
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
