import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { readDeliveryCountries } from '#server/carts/country-settings.ts';
import { readShopFacts } from '#server/content/contents.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  fillOwnCart,
  products,
  register,
  storeGuestCart,
  vienna,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

describe('shipping', () => {
  test.each([
    ['AT', 499],
    ['CH', 899],
    ['DE', 0],
    ['FR', 0],
  ])('to %s costs %i cents when goods are sent, else nothing', async (country, cost) => {
    const goods = await storeGuestCart(shop, { [products.book]: 1 });
    const digital = await storeGuestCart(shop, { [products.course]: 1 });
    const ask = (query: Record<string, string>) => shop.call(endpoints.getShippingCost, { query });
    expect((await ask({ country, id: goods.id })).value).toEqual({ country, shipping_cost: cost });
    expect((await ask({ country, id: digital.id })).value).toEqual({ country, shipping_cost: 0 });
    expect((await ask({ country })).value).toEqual({ country, shipping_cost: cost });
  });

  test('is unknown without a country', async () => {
    const { id } = await storeGuestCart(shop, { [products.book]: 1 });
    expect((await shop.call(endpoints.getShippingCost, { query: { id } })).value).toEqual({
      country: null,
      shipping_cost: null,
    });
  });

  test('follows the user’s default address until the cart has one of its own', async () => {
    const own = await register(shop);
    await shop.call(endpoints.createAddress, {
      bearer: own.access,
      body: { data: { type: 'addresses', attributes: { ...vienna, is_default_shipping: true } } },
    });
    const cost = () => shop.call(endpoints.getShippingCost, { bearer: own.access });
    expect((await cost()).value, 'before there is a cart').toEqual({ country: 'AT', shipping_cost: 0 });
    await fillOwnCart(shop, own, { [products.book]: 1 });
    const read = () => shop.call(endpoints.getOwnCart, { bearer: own.access });
    expect((await read()).value?.shipping_cost).toBe(499);
    expect((await cost()).value).toEqual({ country: 'AT', shipping_cost: 499 });
    const set = await shop.call(endpoints.setShippingAddress, { bearer: own.access, body: berlin });
    expect(set.value?.shipping_cost).toBe(0);
    expect((await read()).value?.shipping_cost).toBe(0);
  });
});

describe('the shipping address', () => {
  test('of a guest’s cart is set by the cart’s id', async () => {
    const { id } = await storeGuestCart(shop, { [products.book]: 1 });
    const set = await shop.call(endpoints.setShippingAddress, {
      body: { id, email: 'a@example.org', ...vienna },
    });
    expect(set.value?.shipping_cost).toBe(499);
    const without = await shop.call(endpoints.setShippingAddress, { body: vienna });
    expect([without.status, without.codes]).toEqual([422, ['INVALID_INPUT']]);
    const unknown = await shop.call(endpoints.setShippingAddress, {
      body: { id: 'A'.repeat(22), ...vienna },
    });
    expect(unknown.status).toBe(404);
  });

  test('also stores a guest’s e-mail; a user’s cart has only the e-mail of the account', async () => {
    const emailOf = (id: string) =>
      shop.db.selectFrom('carts').select('email').where('public_id', '=', id).executeTakeFirstOrThrow();
    const { id } = await storeGuestCart(shop, { [products.book]: 1 });
    const address = { id, email: 'gast@example.org', ...vienna };
    await shop.call(endpoints.setShippingAddress, { body: address });
    expect(await emailOf(id)).toEqual({ email: 'gast@example.org' });
    await shop.call(endpoints.setShippingAddress, { body: { id, ...berlin } });
    expect(await emailOf(id)).toEqual({ email: 'gast@example.org' });

    const own = await register(shop);
    const cart = await fillOwnCart(shop, own, { [products.book]: 1 });
    const body = { ...address, id: cart.bundle_cart_unique_id ?? '' };
    const set = await shop.call(endpoints.setShippingAddress, { bearer: own.access, body });
    expect(set.value?.shipping_cost).toBe(499);
    expect(await emailOf(body.id)).toEqual({ email: null });
  });

  test('may be a saved address of the user, never of another user', async () => {
    const own = await register(shop);
    await fillOwnCart(shop, own, { [products.book]: 1 });
    const saved = await shop.call(endpoints.createAddress, {
      bearer: own.access,
      body: { data: { type: 'addresses', attributes: vienna } },
    });
    const address_id = saved.value?.data.id ?? '';
    const set = await shop.call(endpoints.setShippingAddress, { bearer: own.access, body: { address_id } });
    expect(set.value?.shipping_cost).toBe(499);
    const foreign = await shop.call(endpoints.setShippingAddress, {
      bearer: (await register(shop)).access,
      body: { address_id },
    });
    expect(foreign.status).toBe(404);
    const guest = await shop.call(endpoints.setShippingAddress, { body: { address_id } });
    expect(guest.status).toBe(401);
  });

  test('must be in a delivery country if something is shipped; otherwise any country is accepted', async () => {
    const paris = { ...berlin, country: 'FR', postal_code: '75001', city: 'Paris' };
    const goods = await storeGuestCart(shop, { [products.book]: 1 });
    const refused = await shop.call(endpoints.setShippingAddress, { body: { id: goods.id, ...paris } });
    expect([refused.status, refused.codes]).toEqual([422, ['COUNTRY_NOT_DELIVERED']]);
    const digital = await storeGuestCart(shop, { [products.course]: 1 });
    const set = await shop.call(endpoints.setShippingAddress, { body: { id: digital.id, ...paris } });
    expect(set.value?.shipping_cost).toBe(0);
  });

  test.each([
    ['DE', '1011'],
    ['AT', '10119'],
    ['CH', '80A1'],
  ])('in %s has no postal code %s', async (country, postal_code) => {
    const { id } = await storeGuestCart(shop, { [products.book]: 1 });
    const refused = await shop.call(endpoints.setShippingAddress, {
      body: { id, ...berlin, country, postal_code },
    });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('/postal_code');
  });
});
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
