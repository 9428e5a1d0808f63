import { type HttpConnection, openConnection } from './http-connection.ts';
import { prepareWork, type ShopFacts, type WorkName } from './works.ts';

export interface LoadOptions {
  readonly work: WorkName;
  readonly url: string;
  /** Null for work that needs no data of a filled shop. */
  readonly facts: ShopFacts | null;
  readonly connections: number;
  /** Length of the warm-up in seconds. */
  readonly warmUp: number;
  /** Length of the measurement in seconds. */
  readonly seconds: number;
}

export interface Measured {
  /** Completed units of work per second. */
  readonly rate: number;
  /** Number of completed units of work. */
  readonly count: number;
  /** Median latency in milliseconds; `p99` is the 99th percentile. */
  readonly p50: number;
  readonly p99: number;
  /** Units per second that the server refused, because it was too busy. */
  readonly refused: number;
  /** Message of the first error, or null. */
  readonly fault: string | null;
}

/** Works over several connections at once; each sends the next request when the response has arrived. */
export async function putLoad(options: LoadOptions): Promise<Measured> {
  const connections: HttpConnection[] = [];
  const latencies: number[] = [];
  let fault: string | null = null;
  let refused = 0;
  let isOver = false;
  try {
    for (let index = 0; index < options.connections; index += 1)
      connections.push(await openConnection(options.url));
    const works = await Promise.all(
      connections.map((connection, index) => prepareWork(options.work, connection, options.facts, index)),
    );
    const start = performance.now() + options.warmUp * 1000;
    const end = start + options.seconds * 1000;
    await Promise.all(
      works.map(async (work) => {
        for (let count = 0; !isOver; count += 1) {
          const begun = performance.now();
          if (begun >= end) return;
          const isRefused = (await work(count)) === 'refused';
          const now = performance.now();
          if (now < start || now > end) continue;
          if (isRefused) refused += 1;
          else latencies.push(now - begun);
        }
      }),
    );
  } catch (error) {
    isOver = true;
    fault = error instanceof Error ? error.message : String(error);
  } finally {
    for (const connection of connections) connection.close();
  }
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  return {
    rate: latencies.length / options.seconds,
    count: latencies.length,
    p50: at(0.5),
    p99: at(0.99),
    refused: refused / options.seconds,
    fault,
  };
}
