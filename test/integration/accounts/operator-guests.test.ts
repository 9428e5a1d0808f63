import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { explainAll, scannedBy } from '#test/integration/support/explain-all.ts';
import { buyAsGuest, orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  fillOwnCart,
  orderAs,
  payOrder,
  products,
  register,
  registerUnconfirmed,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { buy, deleteAccount, joinNewsletter, userRow } from './account-shop.ts';

const shop = await openTestShop();
const { db } = shop;
const { cookie: operator } = await logInAs(shop, 'support');
const { getGuest, exportGuest, deleteGuest } = operatorEndpoints;

const book = { [products.book]: 1 };
const show = async (email: string) =>
  (await shop.call(getGuest, { operator, query: { email } })).value?.data.attributes;
const read = (email: string) => shop.call(exportGuest, { operator, body: { email } });
const remove = async (email: string) => (await shop.call(deleteGuest, { operator, body: { email } })).codes;

/** Stores an address in every place that needs no account, and marks all its mails as sent. */
async function storeData(email: string) {
  const paid = await buyAsGuest(shop, book, { email });
  const draft = await orderAsGuest(shop, book, { email });
  const cart = await storeGuestCart(shop, book);
  await shop.call(endpoints.setShippingAddress, { body: { id: cart.id, email, ...berlin } });
  await joinNewsletter(shop, email);
  const message = `Eine Frage von ${email}.`;
  await shop.call(endpoints.sendMessage, { body: { email, name: 'Lena', topic: 'Kurse', message } });
  await shop.call(endpoints.declareWithdrawal, { body: { code: 'MH-UNBEKANNT', email, name: 'Lena' } });
  const now = new Date(shop.context.clock.now());
  await insertRows(db, 'giveaway_entries', { giveaway: 'los', email, locale: 'de', entered_at: now });
  await changeRows(db, 'outbox', { recipient: email }, { sent_at: now });
  return { paid, draft, message };
}

/** Returns the rows with an address by the parts of the export. */
const storedBy = async (email: string) => ({
  orders: await rowsOf(db, 'orders', { email }, '*', 'created_at', 'id'),
  declarations: await rowsOf(db, 'declarations', { email }, '*', 'received_at'),
  carts: await rowsOf(db, 'carts', { email }, '*', 'id'),
  newsletter: await rowsOf(db, 'newsletter_subscriptions', { email }),
  giveaways: await rowsOf(db, 'giveaway_entries', { email }),
  messages: await rowsOf(db, 'contact_messages', { email }),
  mails: await rowsOf(db, 'outbox', { recipient: email }, '*', 'id'),
});

async function countsOf(email: string) {
  const counts = Object.entries(await storedBy(email)).map(([part, rows]) => ({ part, count: rows.length }));
  return counts.filter(({ count }) => count > 0);
}

const invoicesOf = (order_id: string) => rowsOf(db, 'invoices', { order_id });

const eventsOf = async (email: string) => {
  const { id } = await rowOf(db, 'newsletter_subscriptions', { email });
  const rows = await rowsOf(db, 'newsletter_events', { subscription_id: id }, '*', 'happened_at', 'id');
  return rows.map(({ event, source }) => [event, source]);
};

describe('the data stored for the address of a guest', () => {
  test('is shown and exported completely, in any spelling of the address and without data of others', async () => {
    const [email, neighbour] = ['lena@example.org', 'lene@example.org'];
    const { paid, draft, message } = await storeData(email);
    await storeData(neighbour);
    const typed = { email, name: 'Lena' };
    await shop.call(endpoints.sendMessage, { body: { ...typed, topic: 'Kurse', message: 'Noch eine.' } });
    const entry = { email, locale: 'de', entered_at: new Date(shop.context.clock.now()) };
    await insertRows(db, 'giveaway_entries', [
      { ...entry, giveaway: 'topf' },
      { ...entry, giveaway: 'tisch' },
    ]);
    for (const code of ['MH-ZWEI', 'MH-DREI', 'MH-VIER'])
      await shop.call(endpoints.declareWithdrawal, { body: { ...typed, code } });
    const counts = await countsOf(email);
    expect(counts.map(({ part }) => part)).toEqual(Object.keys(await storedBy(email)));
    // All different, so that swapped counts are noticed.
    expect(Object.fromEntries(counts.map(({ part, count }) => [part, count]))).toMatchObject({
      newsletter: 1,
      messages: 2,
      giveaways: 3,
      declarations: 4,
    });
    expect(await show(' LENA@Example.org')).toEqual({ account_id: null, stored: counts });
    const { value, text } = await read('Lena@example.org ');
    const all = value?.data.attributes;
    expect(value?.data.id).toBe(email);
    expect(all?.email).toBe(email);
    const parts: Readonly<Record<string, unknown>> = { ...all };
    for (const { part, count } of counts) expect([parts[part]].flat(), part).toHaveLength(count);
    const states = Object.fromEntries(all?.orders.map(({ code, state }) => [code, state]) ?? []);
    expect(states).toEqual({ [paid.code]: 'paid', [draft.code]: 'draft' });
    const bought = all?.orders.find(({ code }) => code === paid.code);
    expect(bought).toMatchObject({ shipping_address: { city: 'Berlin' }, lines: [{ quantity: 1 }] });
    expect(bought?.invoices).toHaveLength(1);
    expect(all?.carts).toContainEqual(
      expect.objectContaining({
        email,
        shipping_address: expect.objectContaining({ street: berlin.street }),
        lines: [expect.objectContaining({ product_id: products.book, quantity: 1 })],
      }),
    );
    expect(all?.newsletter?.events.map(({ event }) => event)).toEqual(['requested', 'confirmed']);
    expect(all?.messages).toContainEqual(expect.objectContaining({ message }));
    expect(all?.declarations).toContainEqual(expect.objectContaining({ contract_code: 'MH-UNBEKANNT' }));
    expect(text).not.toContain(neighbour);
    expect(text).not.toMatch(/hash|vault|nonce|token/);
  });

  test('is deleted except what has to be kept, by parallel and repeated calls, without data of others', async () => {
    const [email, neighbour] = ['mara@example.org', 'mare@example.org'];
    const { paid, draft } = await storeData(email);
    await storeData(neighbour);
    const others = await storedBy(neighbour);
    const before = await storedBy(email);
    const invoices = await invoicesOf(paid.id);
    expect(invoices).toHaveLength(1);
    expect(await Promise.all([remove(email), remove(email)])).toEqual([[], []]);
    const after = await storedBy(email);
    expect(after).toMatchObject({
      orders: before.orders.filter(({ id }) => id === paid.id),
      declarations: before.declarations,
      newsletter: [{ state: 'unsubscribed' }],
    });
    expect([after.carts, after.giveaways, after.messages, after.mails]).toEqual([[], [], [], []]);
    expect(await invoicesOf(paid.id)).toEqual(invoices);
    const nobodys = { state: 'voided', email: `deleted-${draft.id}@deleted.invalid`, shipping_address: null };
    expect(await rowOf(db, 'orders', { id: draft.id })).toMatchObject(nobodys);
    for (const { id } of before.carts)
      expect(await rowOf(db, 'carts', { id })).toMatchObject({ email: null, shipping_address: null });
    expect(await eventsOf(email)).toEqual([
      ['requested', 'widget'],
      ['confirmed', 'widget'],
      ['unsubscribed', 'guest_deletion'],
    ]);
    expect(await remove(email)).toEqual([]);
    expect(await storedBy(email)).toEqual(after);
    expect((await show(email))?.stored).toEqual(await countsOf(email));
    expect(await storedBy(neighbour)).toEqual(others);
    expect(shop.faults).toEqual([]);
  });

  test('is not deleted while an order is being paid', async () => {
    const email = 'zahlt@example.org';
    await storeData(email);
    const order = await orderAsGuest(shop, book, { email });
    expect((await payOrder(shop, order, 'fake-timeout-after-charge-nonce')).status).toBe(202);
    const before = await storedBy(email);
    expect(await remove(email)).toEqual(['ORDER_BUSY']);
    expect(await storedBy(email)).toEqual(before);
  });

  test('includes what a deleted account has left', async () => {
    const me = await register(shop);
    const { code } = await buy(shop, me, [products.book]);
    await deleteAccount(shop, me);
    const exported = (await read(me.email)).value?.data.attributes;
    expect(exported?.orders.map((order) => order.code)).toEqual([code]);
    expect(await remove(me.email)).toEqual([]);
    expect(await rowOf(db, 'orders', { code })).toMatchObject({ email: me.email, state: 'paid' });
  });

  test('is looked up through an index in each table', async () => {
    const email = 'gesucht@example.org';
    await storeData(email);
    const plans = await explainAll(db, async () => [await show(email), await remove(email)], {
      isMeant: ({ values }) => values.includes(email),
      without: ['seqscan', 'indexscan', 'indexonlyscan'],
    });
    const scanned = scannedBy(plans);
    for (const table of ['outbox', 'declarations', 'carts', 'orders', 'contact_messages']) {
      expect(
        plans.some((plan) => plan.includes(`"Relation Name":"${table}"`)),
        table,
      ).toBe(true);
      expect(scanned).not.toContain(table);
    }
    // The primary key begins with the giveaway, so a search by the address alone would read all of it.
    expect(plans.join()).toContain('"Index Name":"giveaway_entries_by_email"');
  });

  test('may be empty', async () => {
    const email = 'niemand@example.org';
    expect(await show(email)).toEqual({ account_id: null, stored: [] });
    expect((await read(email)).value?.data.attributes).toMatchObject({
      orders: [],
      newsletter: null,
      mails: [],
    });
    expect(await remove(email)).toEqual([]);
  });
});

describe('an account with the address of a guest', () => {
  test('is shown instead once the address is confirmed', async () => {
    const { id, email } = await register(shop);
    expect(await show(email)).toEqual({ account_id: id, stored: [] });
    expect((await read(email)).codes).toEqual(['EMAIL_TAKEN']);
    expect(await remove(email)).toEqual(['EMAIL_TAKEN']);
    expect((await userRow(shop, id)).deleted_at).toBeNull();
  });

  test('is ignored while the address is unconfirmed, and loses nothing', async () => {
    const email = 'fremd@example.org';
    const { message } = await storeData(email);
    const registrant = await registerUnconfirmed(shop, email);
    const { code } = await orderAs(shop, registrant, book);
    await fillOwnCart(shop, registrant, book);
    const own = async () => [
      await userRow(shop, registrant.id),
      await rowOf(db, 'carts', { user_id: registrant.id }),
      await rowOf(db, 'orders', { code }),
    ];
    const before = await own();
    const exported = (await read(email)).value?.data.attributes;
    expect(exported?.messages).toMatchObject([{ message }]);
    expect(exported?.orders.map((order) => order.code)).not.toContain(code);
    expect(await remove(email)).toEqual([]);
    expect(await own()).toEqual(before);
    expect((await storedBy(email)).messages).toEqual([]);
  });
});

test('the audit log names the operator who exported and deleted, not the guest', async () => {
  const { cookie, email: actor_name } = await logInAs(shop, 'owner');
  const body = { email: 'protokoll@example.org' };
  await storeData(body.email);
  expect((await shop.call(exportGuest, { operator: cookie, body })).status).toBe(200);
  expect((await shop.call(deleteGuest, { operator: cookie, body })).status).toBe(200);
  const log = await rowsOf(db, 'audit_log', { actor_name }, '*', 'id');
  expect(log.map(({ action }) => action)).toEqual(['customer.guest_exported', 'customer.guest_deleted']);
  expect(JSON.stringify(log)).not.toContain(body.email);
});
