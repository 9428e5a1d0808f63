import { setTimeout as pause } from 'node:timers/promises';
import type { BenchShop, BenchWorld } from './bench-world.ts';
import { readFacts } from './fill-shop.ts';
import { openConnection } from './http-connection.ts';
import { prepareWork } from './works.ts';

/** Results while many visitors request a page and some pay. Times in milliseconds. */
export interface Overload {
  readonly page: 'home' | 'personal-page';
  /** Pages a second that were served, and that were refused. */
  readonly served: number;
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
  readonly checkouts: number;
  readonly failed: number;
  readonly longestCheckout: number;
  /** From the end of the load until a page is served within 100 ms again. */
  readonly wellAfter: number;
  readonly fault: string | null;
}

const visitors = 300;
const betweenCheckouts = 1_000 / 3;
const quick = 100;

/** Requests a page over 300 connections while three guests a second buy. */
export async function measureOverload(
  { load }: BenchWorld,
  shop: BenchShop,
  page: Overload['page'],
  seconds: number,
): Promise<Overload> {
  const facts = await readFacts(shop.db, shop.tokenSecret);
  const warmUp = 1;
  const loading = load.request({
    work: page,
    url: shop.serverUrl,
    facts,
    connections: visitors,
    warmUp,
    seconds,
  });
  const durations: number[] = [];
  let failed = 0;
  const buy = async (count: number) => {
    const connection = await openConnection(shop.serverUrl);
    const work = await prepareWork('checkout', connection, facts, count);
    const begun = performance.now();
    await work(count).catch(() => {
      failed += 1;
    });
    durations.push(performance.now() - begun);
    connection.close();
  };
  const checkouts: Promise<void>[] = [];
  for (let passed = 0; passed < (warmUp + seconds) * 1_000; passed += betweenCheckouts) {
    checkouts.push(buy(checkouts.length));
    await pause(betweenCheckouts);
  }
  const measured = await loading;
  const ended = performance.now();
  await untilQuick(shop.serverUrl);
  const wellAfter = performance.now() - ended;
  await Promise.all(checkouts);
  const { rate: served, refused, p50, p99, fault } = measured;
  const longestCheckout = Math.max(...durations);
  return {
    page,
    served,
    refused,
    p50,
    p99,
    checkouts: checkouts.length,
    failed,
    longestCheckout,
    wellAfter,
    fault,
  };
}

async function untilQuick(url: string): Promise<void> {
  for (;;) {
    const begun = performance.now();
    const { status } = await fetch(`${url}/de/preise`);
    if (status === 200 && performance.now() - begun < quick) return;
    await pause(50);
  }
}
