import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#server/files/project-root.ts';
import { removeData, startShop } from '#test/e2e/support/start-shop.ts';
import { reservePort } from '#test/support/reserve-ports.ts';
import { startAsked } from './asked-process.ts';
import { openConnection } from './http-connection.ts';
import type { LoadOptions, Measured } from './load.ts';
import { pagePaths } from './works.ts';

export const pagesHeading = `${'page'.padEnd(14)}   per s  p50 ms  p99 ms   floor per s  share`;

/** The share of the floor's rate, and the 99th percentile in milliseconds. */
const aim = { share: 0.5, p99: 50 } as const;
const connections = 32;

/**
 * Loads pages that all visitors share from the built shop, and the same compressed bytes from a Hono server, over 32
 * connections. Returns one line for each page and one with the goals.
 */
export async function measurePages(times: {
  readonly warmUp: number;
  readonly seconds: number;
}): Promise<readonly string[]> {
  const [port, sandboxPort, floorPort] = [await reservePort(), await reservePort(), await reservePort()];
  const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-pages-'));
  const shop = await startShop({ port, sandboxPort, dataDir });
  const url = `http://127.0.0.1:${port}`;
  const load = startAsked<LoadOptions, Measured>({
    entry: 'test/bench/support/run-load.ts',
    logFile: join(dataDir, 'load.log'),
  });
  const file = join(dataDir, 'pages.json');
  writeFileSync(file, JSON.stringify(await readPages(url)));
  const floor = fork(join(projectRoot, 'test/bench/support/run-page-floor.ts'), {
    env: { ...process.env, PAGES: file, PORT: String(floorPort) },
  });
  try {
    await once(floor, 'message');
    const lines: string[] = [];
    for (const work of Object.keys(pagePaths) as (keyof typeof pagePaths)[]) {
      const ask = (from: string) => load.ask({ work, url: from, facts: null, connections, ...times });
      const mine = await ask(url);
      lines.push(describe(work, mine, await ask(`http://127.0.0.1:${floorPort}`)));
    }
    return [...lines, `Aims: ${aim.share} of the floor, p99 below ${aim.p99} ms`];
  } finally {
    floor.kill('SIGTERM');
    await load.end();
    await shop.stop('SIGTERM');
    removeData(dataDir);
  }
}

/** The compressed bytes of each page, as base64. */
async function readPages(url: string): Promise<Readonly<Record<string, string>>> {
  const connection = await openConnection(url);
  const pages: Record<string, string> = {};
  for (const path of Object.values(pagePaths)) {
    const { status, bytes } = await connection.send({
      method: 'GET',
      path,
      headers: { 'Accept-Encoding': 'br' },
    });
    if (status !== 200) throw new Error(`${path} answers ${status}`);
    pages[path] = bytes.toString('base64');
  }
  connection.close();
  return pages;
}

function describe(name: string, mine: Measured, floor: Measured): string {
  const share = mine.rate / floor.rate;
  const isReached = share >= aim.share && mine.p99 <= aim.p99;
  const fault = mine.fault ?? floor.fault;
  return [
    name.padEnd(14),
    mine.rate.toFixed(0).padStart(7),
    mine.p50.toFixed(1).padStart(7),
    mine.p99.toFixed(1).padStart(7),
    floor.rate.toFixed(0).padStart(13),
    share.toFixed(2).padStart(6),
    isReached ? ' reached' : ' missed',
    fault === null ? '' : `FAULT ${fault}`,
  ].join(' ');
}
