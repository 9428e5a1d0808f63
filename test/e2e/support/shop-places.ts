import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reservePort } from '#test/support/reserve-ports.ts';
import type { ShopOptions } from './start-shop.ts';

/**
 * Chooses ports and data directories of the shops, one shop for each worker, so that workers share no state. The first
 * call stores the choice in an environment variable, which worker processes inherit.
 */
export async function chooseShopPlaces(workers: number): Promise<readonly ShopOptions[]> {
  if (process.env.E2E_SHOPS === undefined) {
    const run = randomBytes(4).toString('hex');
    const places: ShopOptions[] = [];
    for (let worker = 0; worker < workers; worker += 1) {
      const [port, sandboxPort] = [await reservePort(), await reservePort()];
      places.push({ port, sandboxPort, dataDir: join(tmpdir(), `meisterhand-e2e-${run}-${worker}`) });
    }
    process.env.E2E_SHOPS = JSON.stringify(places);
  }
  return readShopPlaces();
}

/** Returns the ports and data directories that `chooseShopPlaces` has stored. */
export function readShopPlaces(): readonly ShopOptions[] {
  return JSON.parse(process.env.E2E_SHOPS ?? '[]');
}

/** Returns the shop of the calling worker. */
export function ownShop(): ShopOptions {
  return takeOwnShop(readShopPlaces());
}

/** Returns the calling worker's shop, and sets `E2E_DATA_DIR`, from which helpers read mails and charges. */
export function takeOwnShop(places: readonly ShopOptions[]): ShopOptions {
  const place = places[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (place === undefined) throw new Error('There are more workers than shops.');
  process.env.E2E_DATA_DIR = place.dataDir;
  return place;
}
