import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { orderToken } from '#server/orders/read-order.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { products, register, registerUnconfirmed, type Shopper } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { deleteAccount, mailedToken, patchUser } from './account-shop.ts';

const shop = await openTestShop();

/** Returns the numbers of the orders that the account sees: in its purchases and in its export. */
async function seenBy({ id, access: bearer }: Shopper): Promise<readonly string[]> {
  const listed = await shop.call(endpoints.listPayments, { bearer });
  const exported = await shop.call(endpoints.exportAccount, { params: { id }, bearer });
  const codes = (listed.value?.data ?? []).map(({ attributes }) => attributes.order_code);
  for (const code of codes) expect(exported.text).toContain(code);
  return codes;
}

async function confirm({ access: bearer, email }: Shopper, template = 'email_confirmation'): Promise<void> {
  const token = await mailedToken(shop, template, email);
  expect((await shop.call(endpoints.confirmEmail, { bearer, body: { token } })).status).toBe(200);
}

describe('a guest’s order of goods', () => {
  test('is seen by an account of its address after the confirmation, not before', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 });
    const me = await registerUnconfirmed(shop, order.email);
    expect(await seenBy(me)).toEqual([]);
    const early = await shop.call(endpoints.getOrder, { params: { id: order.id }, bearer: me.access });
    expect(early.codes).toEqual(['NOT_FOUND']);
    await confirm(me);
    expect(await seenBy(me)).toEqual([order.code]);
    const late = await shop.call(endpoints.getOrder, { params: { id: order.id }, bearer: me.access });
    expect(late.value?.data.attributes.has_account).toBe(true);
  });

  test('is seen by an account that changes to its address', async () => {
    const order = await buyAsGuest(shop, { [products.voucher]: 1 });
    const me = await register(shop);
    await patchUser(shop, me, { email: order.email });
    expect(await seenBy(me)).toEqual([]);
    await confirm({ ...me, email: order.email }, 'email_change');
    expect(await seenBy(me)).toEqual([order.code]);
  });

  test('is seen by an account that comes back to its address', async () => {
    const me = await register(shop);
    await patchUser(shop, me, { email: `weg-${me.email}` });
    await confirm({ ...me, email: `weg-${me.email}` }, 'email_change');
    const order = await buyAsGuest(shop, { [products.book]: 1 }, { email: me.email });
    const token = await mailedToken(shop, 'email_changed', me.email);
    expect((await shop.call(endpoints.undoEmailChange, { body: { token } })).status).toBe(200);
    const { user_id } = await rowOf(shop.db, 'orders', { id: order.id });
    expect(user_id).toBe(me.id);
  });

  test('stays when the account that it has joined is deleted, and no lookup finds it then', async () => {
    const order = await buyAsGuest(shop, { [products.book]: 1 });
    const me = await register(shop, order.email);
    expect(await seenBy(me)).toEqual([order.code]);
    expect((await deleteAccount(shop, me)).status).toBe(200);
    const proof = { orderToken: orderToken(shop.context, order.id) };
    const still = await shop.call(endpoints.getOrder, { params: { id: order.id }, ...proof });
    expect(still.status).toBe(200);
    await shop.call(endpoints.requestOrderLink, { body: { code: order.code, email: order.email } });
    const mails = await rowsOf(shop.db, 'outbox', { template: 'order_link' }, ['template']);
    expect(mails).toEqual([]);
  });
});
