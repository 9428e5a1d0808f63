import { describe, expect, test } from 'vitest';
import type { EndpointRequest } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { readDeliveryCountries } from '#server/carts/pricing-catalogue.ts';
import { readShopFacts } from '#server/content/contents.ts';
import { storeAddress } from '#test/integration/accounts/account-shop.ts';
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
  ])('to %s costs %i cents if goods are shipped, else nothing', async (country, cost) => {
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
    await storeAddress(shop, own.access, { ...vienna, is_default_shipping: true });
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
  type Address = NonNullable<EndpointRequest<typeof endpoints.setShippingAddress>['body']>;
  const setAddress = (body: Address, caller: { readonly bearer?: string } = {}) =>
    shop.call(endpoints.setShippingAddress, { ...caller, body });

  test('of a guest’s cart is set by the cart’s id', async () => {
    const { id } = await storeGuestCart(shop, { [products.book]: 1 });
    expect((await setAddress({ id, email: 'a@example.org', ...vienna })).value?.shipping_cost).toBe(499);
    expect(await setAddress(vienna)).toMatchObject({ status: 422, codes: ['INVALID_INPUT'] });
    expect((await setAddress({ id: 'A'.repeat(22), ...vienna })).status).toBe(404);
  });

  test('also stores a guest’s e-mail; a user’s cart has only the e-mail of the account', async () => {
    const emailOf = async (public_id: string) => (await rowOf(shop.db, 'carts', { public_id })).email;
    const { id } = await storeGuestCart(shop, { [products.book]: 1 });
    const address = { id, email: 'gast@example.org', ...vienna };
    await setAddress(address);
    expect(await emailOf(id)).toBe('gast@example.org');
    await setAddress({ id, ...berlin });
    expect(await emailOf(id)).toBe('gast@example.org');

    const own = await register(shop);
    const cart = await fillOwnCart(shop, own, { [products.book]: 1 });
    const body = { ...address, id: cart.bundle_cart_unique_id ?? '' };
    expect((await setAddress(body, { bearer: own.access })).value?.shipping_cost).toBe(499);
    expect(await emailOf(body.id)).toBeNull();
  });

  test('may be a saved address of the user, never of another user', async () => {
    const own = await register(shop);
    await fillOwnCart(shop, own, { [products.book]: 1 });
    const address_id = (await storeAddress(shop, own.access, vienna)).value?.data.id ?? '';
    expect((await setAddress({ address_id }, { bearer: own.access })).value?.shipping_cost).toBe(499);
    const { access: bearer } = await register(shop);
    expect((await setAddress({ address_id }, { bearer })).status).toBe(404);
    expect((await setAddress({ address_id })).status).toBe(401);
  });

  test('must be in a delivery country if something is shipped; otherwise any country is accepted', async () => {
    const paris = { ...berlin, country: 'FR', postal_code: '75001', city: 'Paris' };
    const goods = await storeGuestCart(shop, { [products.book]: 1 });
    const refused = await setAddress({ id: goods.id, ...paris });
    expect([refused.status, refused.codes]).toEqual([422, ['COUNTRY_NOT_DELIVERED']]);
    const digital = await storeGuestCart(shop, { [products.course]: 1 });
    expect((await setAddress({ id: digital.id, ...paris })).value?.shipping_cost).toBe(0);
  });

  test.each([
    ['DE', '1011'],
    ['AT', '10119'],
    ['CH', '80A1'],
  ])('in %s is refused with the postal code %s', async (country, postal_code) => {
    const { id } = await storeGuestCart(shop, { [products.book]: 1 });
    const refused = await setAddress({ id, ...berlin, country, postal_code });
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

test('goods are shipped to the countries of content/shop.yaml, unless the setting names others', async () => {
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
