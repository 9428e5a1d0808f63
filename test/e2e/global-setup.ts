import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunningGateway } from '#test/braintree-gateway/start-gateway.ts';
import { keptTexts } from '#test/e2e/support/kept-texts.ts';
import { startPaymentGateway } from '#test/e2e/support/payment-provider.ts';
import { typedNumbers } from '#test/e2e/support/payment-watch.ts';
import { readShopPlaces } from '#test/e2e/support/shop-places.ts';
import type { ShopProcess } from '#test/e2e/support/start-shop.ts';
import { removeData, startShop } from '#test/e2e/support/start-shop.ts';

/**
 * Pictures are rendered once for all shops, and kept for the next run. The name of a file there changes with its drawing.
 */
const pictureCache = resolve(import.meta.dirname, '../../node_modules/.cache/meisterhand-pictures');

/** Starts the built shop once for each worker, with a data directory of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const places = readShopPlaces();
  const shops: ShopProcess[] = [];
  const gateways: (RunningGateway | null)[] = [];
  mkdirSync(pictureCache, { recursive: true });
  // One after the other: the first one builds when something has changed.
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

/** No card number that a journey typed may be in the shop's log, database or files. */
function hasCardNumber(text: string): boolean {
  return typedNumbers.some((number) => text.includes(number));
}
