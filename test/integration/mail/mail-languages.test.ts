import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { shipOrder } from '#server/orders/delivery/shipments.ts';
import { remindOrExpireTransfers } from '#server/payments/settle-bank-transfers.ts';
import { changePassword, mailedToken, mailsTo, patchUser } from '#test/integration/accounts/account-shop.ts';
import { bankTransfer } from '#test/integration/orders/order-shop.ts';
import {
  berlin,
  password,
  payOrder,
  placeOrder,
  products,
  registerWith,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop({ bankTransfer });
const day = 24 * 60 * 60_000;

/** Returns template and language of all mails to an address. */
const sentTo = async (email: string) =>
  (await mailsTo(shop, email)).map(({ template, locale }) => `${template} ${locale}`).toSorted();

/** Orders in English, as a guest. */
async function orderInEnglish(email: string, lines: Readonly<Record<string, number>>) {
  const { id } = await storeGuestCart(shop, lines);
  await shop.call(endpoints.setShippingAddress, { body: { id, email, ...berlin } });
  return placeOrder(shop, { language: 'en', body: { bundle_cart_unique_id: id } });
}

test('mails about an account are in its language', async () => {
  const [email, next] = ['jane@example.org', 'jane.next@example.org'];
  const { value: mine } = await registerWith(shop, { email }, { language: 'en' });
  const confirm = (bearer: string, token: string) =>
    shop.call(endpoints.confirmEmail, { bearer, body: { token } });
  await confirm(mine?.access ?? '', await mailedToken(shop, 'email_confirmation', email));
  const { access = '' } = (await changePassword(shop, mine?.access ?? '', password)).value ?? {};
  await patchUser(shop, { id: mine?.data.sub ?? '', access }, { email: next }, 'en');
  await confirm(access, await mailedToken(shop, 'email_change', next));
  expect([await sentTo(email), await sentTo(next)]).toEqual([
    ['email_change_notice en', 'email_changed en', 'email_confirmation en', 'password_changed en'],
    ['email_change en'],
  ]);
});

test('mails about an order are in its language, those about a declaration in that of the declaration', async () => {
  const email = 'john@example.org';
  const order = await orderInEnglish(email, { [products.book]: 1, [products.course]: 1 });
  expect((await payOrder(shop, order)).status).toBe(200);
  const parcel = { carrier: 'dhl', tracking_code: '00340-4711' } as const;
  expect((await shipOrder(shop.context, order.code, parcel)).ok).toBe(true);
  const body = { code: order.code, email, name: 'John', lines: [{ id: products.course }] };
  expect((await shop.call(endpoints.declareWithdrawal, { language: 'de', body })).status).toBe(201);
  await decideDeclarations(shop.context);
  expect(await sentTo(email)).toEqual([
    ...['order en', 'refund en', 'set_password en', 'shipped en'],
    ...['withdrawal_outcome de', 'withdrawal_receipt de'],
  ]);
});

test('mails about a transfer are in the language of its order', async () => {
  const email = 'joan@example.org';
  const order = await orderInEnglish(email, { [products.course]: 1 });
  const { value } = await shop.call(endpoints.verifyOrder, { ...order.proof, body: { id: order.id } });
  await payOrder(shop, order, value?.transfer_nonce ?? '');
  for (const days of [6, 3]) {
    shop.advance(days * day);
    await remindOrExpireTransfers(shop.context);
  }
  expect(await sentTo(email)).toEqual(['transfer_awaited en', 'transfer_expired en', 'transfer_reminder en']);
  expect(shop.faults).toEqual([]);
});
