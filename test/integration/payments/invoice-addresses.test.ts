import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { smallInvoiceLimit } from '#core/rules/accounts/address-needs.ts';
import { addressLines } from '#server/platform/outbox/mail-layout.ts';
import { remindOfRenewals, renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { rowOf } from '#test/integration/support/rows.ts';

import {
  berlin,
  fillOwnCart,
  products,
  register,
  type Shopper,
  vienna,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { fetchInvoice, findInvoice } from './invoice-shop.ts';

const shop = await openTestShop();
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
const written = (address: typeof berlin | typeof vienna) => plain(addressLines(address, 'de').join(' '));

const setPrice = (id: string, price_cents: number) =>
  shop.db.updateTable('products').set({ price_cents }).where('id', '=', id).execute();

async function orderAs({ access: bearer }: Shopper, bundle_cart_unique_id: string | null) {
  return shop.call(endpoints.createOrder, {
    bearer,
    body: { bundle_cart_unique_id: bundle_cart_unique_id ?? '' },
  });
}

function pay({ access: bearer }: Shopper, id: string, expected_total: number, billing?: typeof vienna) {
  const body = { id, expected_total, payment_method_nonce: 'fake-valid-nonce', waiver_accepted: true };
  return shop.call(endpoints.checkOutOrder, {
    bearer,
    body: billing === undefined ? body : { ...body, billing_address: billing },
  });
}

async function textOfInvoice(orderId: string): Promise<string> {
  return plain((await fetchInvoice(shop, await findInvoice(shop, orderId))).text);
}

test('an invoice of exactly 250 EUR requires no address, of one cent more it does', async () => {
  const me = await register(shop);
  const cart = await fillOwnCart(shop, me, { [products.gift]: 1 });
  await setPrice(products.gift, smallInvoiceLimit + 1);
  const refused = await orderAs(me, cart.bundle_cart_unique_id);
  expect([refused.status, refused.codes]).toEqual([422, ['INVOICE_ADDRESS_REQUIRED']]);
  expect(refused.text).toContain('250 Euro');
  await setPrice(products.gift, smallInvoiceLimit);
  const { value } = await orderAs(me, cart.bundle_cart_unique_id);
  expect((await pay(me, value?.data.id ?? '', smallInvoiceLimit)).status).toBe(200);
  expect(await textOfInvoice(value?.data.id ?? '')).toContain(me.email);
});

test('a saved address is sufficient, and an address is required again after it was deleted', async () => {
  await setPrice(products.gift, 30_000);
  const me = await register(shop);
  const bearer = me.access;
  const cart = await fillOwnCart(shop, me, { [products.gift]: 1 });
  const saved = await shop.call(endpoints.createAddress, {
    bearer,
    body: { data: { type: 'addresses', attributes: { ...berlin, is_default_billing: true } } },
  });
  const { value } = await orderAs(me, cart.bundle_cart_unique_id);
  const id = value?.data.id ?? '';
  const verify = () => shop.call(endpoints.verifyOrder, { bearer, body: { id } });
  expect((await verify()).status).toBe(200);
  await shop.call(endpoints.deleteAddress, { bearer, params: { id: saved.value?.data.id ?? '' } });
  for (const refused of [await verify(), await pay(me, id, 30_000)]) {
    expect(refused.codes).toEqual(['INVOICE_ADDRESS_REQUIRED']);
  }
  expect(shop.gateway.ledger().charges.filter(({ amount }) => amount === 30_000)).toEqual([]);
  expect((await pay(me, id, 30_000, vienna)).status).toBe(200);
  expect(await textOfInvoice(id)).toContain(written(vienna));
});

test('an order that a voucher pays completely uses the address of its request', async () => {
  await setPrice(products.gift, 5_000);
  const me = await register(shop);
  const cart = await fillOwnCart(shop, me, { [products.gift]: 1 });
  const id = cart.bundle_cart_unique_id ?? '';
  await shop.call(endpoints.applyCode, { bearer: me.access, body: { id, code: 'GUTSCHEIN-50' } });
  const { value } = await orderAs(me, id);
  const body = {
    id: value?.data.id ?? '',
    expected_total: 0,
    billing_address: vienna,
    waiver_accepted: true,
  };
  const paid = await shop.call(endpoints.checkOutOrder, { bearer: me.access, body });
  expect(paid.value?.data.attributes.billing_address).toEqual(vienna);
  expect(await textOfInvoice(body.id)).toContain(written(vienna));
});

test('a subscription that renews for more than 250 EUR requires the address even if a coupon reduces the first period', async () => {
  await setPrice(products.membership, 27_000);
  const me = await register(shop);
  const bearer = me.access;
  const cart = await fillOwnCart(shop, me, { [products.membership]: 1 });
  const id = cart.bundle_cart_unique_id ?? '';
  const reduced = await shop.call(endpoints.applyCode, { bearer, body: { id, code: 'WILLKOMMEN10' } });
  expect(reduced.value?.total).toBe(24_300);
  expect((await orderAs(me, id)).codes).toEqual(['INVOICE_ADDRESS_REQUIRED']);
  const saved = await shop.call(endpoints.createAddress, {
    bearer,
    body: { data: { type: 'addresses', attributes: { ...berlin, is_default_shipping: true } } },
  });
  const { value } = await orderAs(me, id);
  expect((await pay(me, value?.data.id ?? '', 24_300)).status).toBe(200);
  // The subscription has its own copy of the address, so the saved address can be deleted.
  await shop.call(endpoints.deleteAddress, { bearer, params: { id: saved.value?.data.id ?? '' } });
  for (const days of [340, 26]) {
    shop.advance(days * 86_400_000);
    await remindOfRenewals(shop.context);
    await renewSubscriptions(shop.context);
  }
  const renewal = await rowOf(shop.db, 'orders', { user_id: me.id, period_number: 2 });
  expect(renewal).toMatchObject({ total_cents: 27_000, state: 'paid' });
  expect(await textOfInvoice(renewal.id)).toContain(written(berlin));
  expect(shop.faults).toEqual([]);
});
