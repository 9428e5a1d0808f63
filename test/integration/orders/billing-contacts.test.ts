import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { smallInvoiceLimit } from '#core/rules/accounts/address-needs.ts';
import { addressLines } from '#server/platform/outbox/mail-layout.ts';
import { remindOfRenewals, renewSubscriptions } from '#server/subscriptions/renew-subscriptions.ts';
import { storeAddress } from '#test/integration/accounts/account-shop.ts';
import { fetchInvoice, findInvoice } from '#test/integration/payments/invoice-shop.ts';
import { changeRows, rowOf } from '#test/integration/support/rows.ts';
import {
  applyCode,
  berlin,
  fillOwnCart,
  linesOf,
  payOrder,
  placeOrder,
  products,
  register,
  storeGuestCart,
  vienna,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

/** Buyers of digital things give name and country instead of an address. */
const shop = await openTestShop();
const rahel = { firstname: 'Rahel', lastname: 'Meyer', country: 'CH' };

async function guestWith(lines: Readonly<Record<string, number>>, email: string) {
  const { id } = await storeGuestCart(shop, lines);
  const set = await shop.call(endpoints.setBillingContact, { body: { id, email, ...rahel } });
  const body = { bundle_cart_unique_id: id };
  const order = () => shop.call(endpoints.createOrder, { body });
  return { id, set, order, place: () => placeOrder(shop, { body }) };
}

/** Returns the text of the invoice of an order. */
async function invoiceOf(orderId: string): Promise<string> {
  const { text } = await fetchInvoice(shop, await findInvoice(shop, orderId));
  return text.replaceAll(/\s+/g, ' ');
}

test('a guest buys a gift with e-mail, name and country: invoice and mail know the name, and the country decides on VAT', async () => {
  const email = 'rahel@example.org';
  const guest = await guestWith({ [products.gift]: 1 }, email);
  expect(guest.set.value?.error).toBeNull();
  const placed = await guest.place();
  const contact = { shipping_address: null, billing_contact: rahel, included_vat: 0, email };
  expect(placed.order.attributes).toMatchObject(contact);
  const paid = await payOrder(shop, placed);
  expect(paid.status).toBe(200);
  expect(paid.value?.data.attributes).toMatchObject({ billing_address: null, billing_contact: rahel });
  expect(await invoiceOf(placed.id)).toContain('Rahel Meyer Schweiz rahel@example.org');
});

test('an account that an order creates has the name', async () => {
  const email = 'konto-rahel@example.org';
  const guest = await guestWith({ [products.course]: 1 }, email);
  await payOrder(shop, await guest.place());
  const name = { firstname: 'Rahel', lastname: 'Meyer', salutation: 'none' };
  expect(await rowOf(shop.db, 'users', { email })).toMatchObject(name);
});

test('with a book in the cart name and country are refused, and an order without an address', async () => {
  const guest = await guestWith({ [products.gift]: 1 }, 'spaeter@example.org');
  const placed = await guest.place();
  const body = { id: guest.id, products: linesOf({ [products.gift]: 1, [products.book]: 1 }) };
  await shop.call(endpoints.storeGuestCart, { body });
  const again = await shop.call(endpoints.setBillingContact, { body: { id: guest.id, ...rahel } });
  expect([again.status, again.codes]).toEqual([422, ['ADDRESS_REQUIRED']]);
  expect((await guest.order()).codes).toEqual(['ADDRESS_REQUIRED']);
  expect(await payOrder(shop, placed)).toMatchObject({ status: 422, codes: ['ADDRESS_REQUIRED'] });
  const unknown = await shop.call(endpoints.setBillingContact, { body: { id: 'A'.repeat(22), ...rahel } });
  expect([unknown.status, unknown.codes]).toEqual([404, ['NOT_FOUND']]);
  const set = await shop.call(endpoints.setShippingAddress, { body: { id: guest.id, ...vienna } });
  expect(set.value?.shipping_cost).toBe(499);
  expect((await guest.order()).value?.data.attributes).toMatchObject({
    shipping_address: { city: 'Wien' },
    billing_contact: null,
  });
});

test('name and country are accepted exactly while an order needs no address', async () => {
  const me = await register(shop);
  const bearer = me.access;
  const printed = { product_id: products.course, quantity: 1, custom_properties: { delivery: 'parcel' } };
  await shop.call(endpoints.updateCart, {
    bearer,
    body: { action: 'add', products: [printed] } as never,
  });
  const set = async () => (await shop.call(endpoints.setBillingContact, { bearer, body: rahel })).codes;
  const { value: own } = await shop.call(endpoints.getOwnCart, { bearer });
  const body = { bundle_cart_unique_id: own?.bundle_cart_unique_id ?? '' };
  const order = async () => (await shop.call(endpoints.createOrder, { bearer, body })).codes;
  expect([await set(), await order()], 'for a course, which is not printed').toEqual([[], []]);

  const free = shop.db.updateTable('promotions').where('id', '=', 'zugabe');
  const box = await shop.db
    .selectFrom('products')
    .select('id')
    .where('kind', '=', 'gift_box')
    .where('stock', '>', 1)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await free.set({ free_product_id: box.id }).execute();
  await applyCode(shop, own?.bundle_cart_unique_id ?? '', 'ZUGABE', { bearer });
  expect([await set(), await order()], 'with a free box').toEqual([
    ['ADDRESS_REQUIRED'],
    ['ADDRESS_REQUIRED'],
  ]);
  await free.set({ minimum_subtotal_cents: 99_999 }).execute();
  expect([await set(), await order()], 'while its code does not count').toEqual([[], []]);
});

test('above 250 EUR name and country are not enough, even if the address book has an address', async () => {
  const me = await register(shop);
  const bearer = me.access;
  const cart = await fillOwnCart(shop, me, { [products.otherCourse]: 1 });
  await storeAddress(shop, bearer, { is_default_billing: true });
  const set = (body: object) =>
    shop.call(endpoints.setBillingContact, { bearer, body: body as typeof rahel });
  const request = { bearer, body: { bundle_cart_unique_id: cart.bundle_cart_unique_id ?? '' } };
  const setPrice = (price_cents: number) =>
    changeRows(shop.db, 'products', { id: products.otherCourse }, { price_cents });
  await set(rahel);
  await setPrice(smallInvoiceLimit + 1);
  expect((await shop.call(endpoints.createOrder, request)).codes).toEqual(['INVOICE_ADDRESS_REQUIRED']);
  await setPrice(smallInvoiceLimit);
  const placed = await placeOrder(shop, request);
  expect([placed.due, (await payOrder(shop, placed)).status]).toEqual([smallInvoiceLimit, 200]);
  const invoice = await invoiceOf(placed.id);
  expect(invoice).toContain('Rahel Meyer');
  expect(invoice).not.toContain(berlin.street);
});

test('an address replaces name and country, and the other way round', async () => {
  const guest = await guestWith({ [products.course]: 1 }, 'wechselt@example.org');
  await shop.call(endpoints.setShippingAddress, { body: { id: guest.id, ...berlin } });
  const first = (await guest.order()).value?.data.attributes;
  expect(first).toMatchObject({ shipping_address: { city: 'Berlin' }, billing_contact: null });
  await shop.call(endpoints.setBillingContact, { body: { id: guest.id, ...rahel, country: 'FR' } });
  const second = (await guest.order()).value?.data.attributes;
  expect(second).toMatchObject({ shipping_address: null, billing_contact: { ...rahel, country: 'FR' } });
});

test('a guest’s name and country are merged at login, unless the learner’s cart has an address', async () => {
  for (const [own, expected] of [
    [null, { shipping_address: null, billing_contact: rahel }],
    [berlin, { shipping_address: { city: 'Berlin' }, billing_contact: null }],
  ] as const) {
    const me = await register(shop);
    const bearer = me.access;
    if (own !== null) await shop.call(endpoints.setShippingAddress, { bearer, body: own });
    const guest = await guestWith({ [products.gift]: 2 }, me.email);
    const lines = linesOf({ [products.gift]: 2 });
    const body = { merge_id: shop.context.ids.uuid(), products: lines, bundle_cart_unique_id: guest.id };
    const merged = await shop.call(endpoints.mergeCart, { bearer, body });
    const bundle_cart_unique_id = merged.value?.cart.bundle_cart_unique_id ?? '';
    const order = await shop.call(endpoints.createOrder, { bearer, body: { bundle_cart_unique_id } });
    expect(order.value?.data.attributes).toMatchObject(expected);
  }
});

test('a renewal has the name and country of the first order', async () => {
  const me = await register(shop);
  const bearer = me.access;
  const cart = await fillOwnCart(shop, me, { [products.membership]: 1 });
  const set = await shop.call(endpoints.setBillingContact, { bearer, body: { ...rahel, country: 'AT' } });
  const body = { bundle_cart_unique_id: cart.bundle_cart_unique_id ?? '' };
  const order = await placeOrder(shop, { bearer, body });
  expect([order.due, (await payOrder(shop, order)).status]).toEqual([set.value?.amount_due, 200]);
  for (const days of [340, 26]) {
    shop.advance(days * 86_400_000);
    await remindOfRenewals(shop.context);
    await renewSubscriptions(shop.context);
  }
  const renewal = await rowOf(shop.db, 'orders', { user_id: me.id, period_number: 2 });
  const contact = { ...rahel, country: 'AT' };
  expect(renewal).toMatchObject({
    state: 'paid',
    vat_country: 'AT',
    billing_contact: contact,
    billing_address: null,
  });
  expect(await invoiceOf(renewal.id)).toContain(addressLines(contact, 'de').join(' '));
  expect(shop.faults).toEqual([]);
});
