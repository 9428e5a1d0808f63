import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { accountEndpoints } from '#api/accounts/account-endpoints.ts';
import { addressEndpoints } from '#api/accounts/address-endpoints.ts';
import { cartEndpoints } from '#api/carts/cart-endpoints.ts';
import { checkOutOrder } from '#api/orders/order-endpoints.ts';
import { postalAddress } from '#core/model/address.ts';
import { customProperties, requestedLine } from '#core/model/cart.ts';

const id = '01937f2e-5a30-7c61-9b5e-3f2a1d4c8e70';
const contact = { firstname: 'Klara', lastname: '王', country: 'AT' };
const address = { ...contact, street: 'Gasse', house_number: '2', postal_code: '1070', city: 'Wien' };
const resource = (type: string, attributes: object, more = {}) => ({ data: { type, attributes, ...more } });
const password = 'three apples on a shelf';
const person = { email: 'k@example.org', password, password_confirmation: password };

/** Request schemas, and functions that return a body with a text that documents show. */
const bodies: readonly (readonly [string, z.ZodMiniType | undefined, (text: string) => unknown])[] = [
  [
    'a new address',
    addressEndpoints.createAddress.body,
    (text) => resource('addresses', { ...address, company: text }),
  ],
  [
    'a changed address',
    addressEndpoints.updateAddress.body,
    (text) => resource('addresses', { ...address, street: text }, { id }),
  ],
  ['the address of a cart', cartEndpoints.setShippingAddress.body, (text) => ({ ...address, city: text })],
  ['the buyer of a cart', cartEndpoints.setBillingContact.body, (text) => ({ ...contact, lastname: text })],
  [
    'an invoice address',
    checkOutOrder.body,
    (text) => ({ id, expected_total: 1, billing_address: { ...address, firstname: text } }),
  ],
  [
    'a greeting',
    requestedLine,
    (text) => ({ product_id: 'gift', quantity: 1, custom_properties: { greeting: text } }),
  ],
  [
    'a recipient',
    requestedLine,
    (text) => ({ product_id: 'gift', quantity: 1, custom_properties: { recipient_name: text } }),
  ],
  [
    'the name of an account',
    accountEndpoints.registerUser.body,
    (text) => resource('users', { ...person, firstname: text }),
  ],
  [
    'a changed name',
    accountEndpoints.updateUser.body,
    (text) => resource('users', { lastname: text }, { id }),
  ],
];

test.each(bodies)('%s with a character that documents cannot show is refused', (_, body, of) => {
  expect(body?.safeParse(of('Für 小明 🎂')).success).toBe(true);
  const refused = body?.safeParse(of('Clara \ue000'));
  const messages = JSON.stringify(refused?.error?.issues ?? []);
  expect(messages).toContain('UNDRAWABLE_CHARACTER');
});

test('stored texts with such characters are still read', () => {
  expect(postalAddress.safeParse({ ...address, city: 'Wien \ue000' }).success).toBe(true);
  expect(customProperties.safeParse({ greeting: '\ue000' }).success).toBe(true);
});
