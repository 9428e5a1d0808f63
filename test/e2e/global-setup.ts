import { mkdirSync } from 'node:fs';
import { readShopPlaces } from './support/shop-places.ts';
import type { ShopProcess } from './support/start-shop.ts';
import { removeData, startShop } from './support/start-shop.ts';

/** Starts the built shop once for each worker, with a data directory of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const places = readShopPlaces();
  const shops: ShopProcess[] = [];
  // One after the other: the first one builds when something has changed.
  for (const place of places) {
    mkdirSync(place.dataDir);
    shops.push(await startShop(place));
  }
  return async () => {
    const ends = await Promise.all(shops.map((shop) => shop.stop('SIGTERM')));
    for (const { dataDir } of places) removeData(dataDir);
    for (const [index, { code }] of ends.entries()) {
      if (code === 0) continue;
      throw new Error(`The shop ended with exit code ${code}; it said:\n${shops[index]?.output()}`);
    }
  };
}
