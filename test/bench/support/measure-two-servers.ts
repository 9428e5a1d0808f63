import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchShop, BenchWorld } from './bench-world.ts';
import { readFacts } from './fill-shop.ts';

export interface TwoServers {
  /** Personal pages a second through a proxy, of one process and of two. */
  readonly one: number;
  readonly two: number;
  /** Milliseconds until both return a changed price. */
  readonly priceAfter: number;
}

const slug = 'albrecht-duerer';

/** Compares one process with two behind a proxy, and changes a price. */
export async function measureTwoServers(
  { load }: BenchWorld,
  shop: BenchShop,
  times: { readonly warmUp: number; readonly seconds: number },
): Promise<TwoServers> {
  const other = await shop.startServer();
  const rateOf = async (urls: readonly string[]) => {
    const proxy = await openProxy(urls);
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const facts = await readFacts(shop.db, shop.tokenSecret);
    const { rate } = await load.request({ work: 'personal-page', url, facts, connections: 16, ...times });
    proxy.close();
    return rate;
  };
  try {
    const urls = [shop.serverUrl, other.url];
    const [one, two] = [await rateOf([shop.serverUrl]), await rateOf(urls)];
    return { one, two, priceAfter: await changePrice(shop, urls) };
  } finally {
    await other.process.end();
  }
}

async function changePrice(shop: BenchShop, urls: readonly string[]): Promise<number> {
  const price_cents = 12_345;
  await shop.db.updateTable('products').set({ price_cents }).where('slug', '=', slug).execute();
  const begun = performance.now();
  const prices = () =>
    Promise.all(
      urls.map(async (url) => {
        const { data } = (await (await fetch(`${url}/api/products/${slug}`)).json()) as {
          data: { attributes: { price: number } };
        };
        return data.attributes.price;
      }),
    );
  while ((await prices()).some((price) => price !== price_cents)) await pause(5);
  return performance.now() - begun;
}

/** Opens a proxy that distributes requests to the servers in turns. */
async function openProxy(urls: readonly string[]): Promise<Server> {
  const agent = new Agent({ keepAlive: true });
  let count = 0;
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const target = new URL(url ?? '/', urls[count++ % urls.length]);
    const passed = request(target, { method, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}
