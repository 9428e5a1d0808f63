import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunningGateway } from '#test/braintree-gateway/start-gateway.ts';
import { keptTexts } from '#test/e2e/support/kept-texts.ts';
import { startPaymentGateway } from '#test/e2e/support/payment-provider.ts';
import { typedNumbers } from '#test/e2e/support/payment-watch.ts';
import { readShopPlaces } from '#test/e2e/support/shop-places.ts';
import { removeData, type ShopProcess, startShop } from '#test/e2e/support/start-shop.ts';

/**
 * All shops share this folder of rendered pictures, and the next run uses it again. A file name changes when
 * the drawing of the picture changes.
 */
const pictureCache = resolve(import.meta.dirname, '../../node_modules/.cache/meisterhand-pictures');

/**
 * Starts one built shop for each worker, with its own data directory. Returns a function that stops all
 * shops.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const places = readShopPlaces();
  const shops: ShopProcess[] = [];
  const gateways: (RunningGateway | null)[] = [];
  mkdirSync(pictureCache, { recursive: true });
  // One after the other, because the first shop builds the pages when the source code has changed.
  for (const place of places) {
    mkdirSync(place.dataDir);
    symlinkSync(pictureCache, join(place.dataDir, 'pictures'));
    gateways.push(await startPaymentGateway(place));
    shops.push(await startShop(place));
  }
  return async () => {
    const ends = await Promise.all(shops.map((shop) => shop.stop('SIGTERM')));
    await Promise.all(gateways.map((gateway) => gateway?.stop()));
    const kept = places.flatMap(({ dataDir }) => keptTexts(dataDir));
    const holding = kept.filter(({ text }) => hasCardNumber(text)).map(({ file }) => file);
    for (const { dataDir } of places) removeData(dataDir);
    for (const [index, { code }] of ends.entries()) {
      if (code === 0) continue;
      throw new Error(`The shop ended with exit code ${code}; it said:\n${shops[index]?.output()}`);
    }
    for (const shop of shops) {
      if (hasCardNumber(shop.output())) throw new Error('The shop’s log has a card number.');
    }
    if (holding.length > 0) throw new Error(`These files of the shop have a card number: ${holding}`);
  };
}

/** Returns whether a text of the shop's log, database or files contains a card number that a test typed. */
function hasCardNumber(text: string): boolean {
  return typedNumbers.some((number) => text.includes(number));
}
