import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readDataDirectory } from '#test/e2e/support/data-directory-files.ts';
import { startPaymentGateway } from '#test/e2e/support/payment-provider.ts';
import { typedNumbers } from '#test/e2e/support/payment-watch.ts';
import { readShopPlaces } from '#test/e2e/support/shop-places.ts';
import { removeData, type ShopOptions, startShop } from '#test/e2e/support/start-shop.ts';
import { keepDatabaseInMemory } from '#test/support/database-folders.ts';

/** Rendered pictures, shared by all shops and the next runs. A picture that changes gets another file name. */
const pictureCache = resolve(import.meta.dirname, '../../node_modules/.cache/meisterhand-pictures');

/** Starts one built shop for each worker, with its own data directory. Returns a function that stops all shops. */
export default async function setup(): Promise<() => Promise<void>> {
  const places = readShopPlaces();
  if (places.length === 0) throw new Error('No shop is to be started.');
  mkdirSync(pictureCache, { recursive: true });
  const opened = await Promise.all(places.map(open));
  return async () => {
    const ends = await Promise.all(opened.map(({ shop }) => shop.stop('SIGTERM')));
    await Promise.all(opened.map(({ gateway }) => gateway?.stop()));
    const files = opened.flatMap(({ dataDir }) => readDataDirectory(dataDir));
    const withCardNumber = files.filter(({ text }) => hasCardNumber(text)).map(({ file }) => file);
    const readsDatabases = files.some(({ text }) => text.includes('lernende@meisterhand.example'));
    for (const { dataDir } of opened) removeData(dataDir);
    if (!readsDatabases) throw new Error('The search for card numbers reads no database.');
    for (const [index, { code }] of ends.entries()) {
      if (code === 0) continue;
      throw new Error(`The shop ended with exit code ${code} and printed:\n${opened[index]?.shop.output()}`);
    }
    for (const { shop } of opened) {
      if (hasCardNumber(shop.output())) throw new Error('The shop’s log has a card number.');
    }
    if (withCardNumber.length > 0)
      throw new Error(`These files of the shop have a card number: ${withCardNumber}`);
  };
}

/** Starts the shop of a worker, with its payment gateway. */
async function open(place: ShopOptions) {
  mkdirSync(place.dataDir);
  keepDatabaseInMemory(place.dataDir);
  symlinkSync(pictureCache, join(place.dataDir, 'pictures'));
  const gateway = await startPaymentGateway(place);
  return { gateway, shop: await startShop(place), dataDir: place.dataDir };
}

const cardNumber = new RegExp(typedNumbers.join('|'));

/** Returns whether a text of the shop's log, database or files contains a card number that a test typed. */
function hasCardNumber(text: string): boolean {
  return cardNumber.test(text);
}
