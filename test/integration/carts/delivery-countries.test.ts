import { expect, test } from 'vitest';
import { readDeliveryCountries } from '#server/carts/country-settings.ts';
import { readShopFacts } from '#server/content/contents.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { settings } = shop.context;

async function storeCountries(delivery_countries: readonly string[]): Promise<void> {
  const row = await rowOf(shop.db, 'contents', { key: 'shop' });
  const value = row.value as { readonly de: object; readonly en: object };
  const changed = { de: { ...value.de, delivery_countries }, en: { ...value.en, delivery_countries } };
  await changeRows(shop.db, 'contents', { key: 'shop' }, { value: JSON.stringify(changed) });
}

test('goods are sent to the countries of content/shop.yaml, unless the setting names others', async () => {
  await storeCountries(['DE', 'LU']);
  expect(await readDeliveryCountries(shop.db, { deliveryCountries: null })).toEqual(['DE', 'LU']);
  expect(await readDeliveryCountries(shop.db, { deliveryCountries: ['FR'] })).toEqual(['FR']);
});

test('the shop returns delivery countries and payment methods before an order', async () => {
  await storeCountries(['DE', 'LU']);
  const bankTransfer = {
    account_holder: 'M',
    iban: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
    term_days: 7,
  };
  const context = { ...shop.context, settings: { ...settings, deliveryCountries: null, bankTransfer } };
  expect(await readShopFacts(context, 'de')).toMatchObject({
    delivery_countries: ['DE', 'LU'],
    payment_methods: ['card', 'wallets', 'bank_transfer', 'credit'],
    no_bank_transfer: [],
  });
  const without = { ...shop.context, settings: { ...settings, bankTransfer: null } };
  expect((await readShopFacts(without, 'en'))?.payment_methods).toEqual(['card', 'wallets', 'credit']);
});

test('the shop names wallets only where a module offers them, and a mailbox only where it exists', async () => {
  const bare = { ...settings, hasWallets: false, hasMailbox: false };
  expect(await readShopFacts({ ...shop.context, settings: bare }, 'de')).toMatchObject({
    payment_methods: ['card', 'credit'],
    has_mailbox: false,
  });
  expect(await readShopFacts(shop.context, 'de')).toMatchObject({ has_mailbox: true });
});
