import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { endNewsletter, requestNewsletter } from '#server/marketing/newsletter.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  berlin,
  fillOwnCart,
  placeOrder,
  products,
  register,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { refreshSession } from './account-shop.ts';

const shop = await openTestShop();
const { db, context } = shop;
const day = 24 * 60 * 60_000;

/** Repeats the deletion until no expired data is left, as the background job does. */
async function deleteAll(): Promise<void> {
  while ((await deleteExpiredData(context)) > 0);
}

/** Advances the clock, then deletes what has expired. */
async function pass(milliseconds: number): Promise<void> {
  shop.advance(milliseconds);
  await deleteAll();
}

beforeEach(deleteAll);

const carts = () => db.selectFrom('carts').select(['public_id', 'user_id']).execute();

describe('deletion as promised on the privacy page', () => {
  test('a guest’s cart is deleted thirty days after its last change, a learner’s cart is not', async () => {
    const learner = await register(shop);
    await fillOwnCart(shop, learner, { [products.course]: 1 });
    const guest = await storeGuestCart(shop, { [products.book]: 1 });
    await pass(29 * day);
    expect((await carts()).map(({ public_id }) => public_id)).toContain(guest.id);
    await pass(2 * day);
    expect((await carts()).map(({ user_id }) => user_id)).toEqual([learner.id]);
  });

  test('a session is deleted 90 days after its last use, with its device', async () => {
    const countOf = async (user_id: string) => (await rowsOf(db, 'sessions', { user_id })).length;
    const [left, used] = [await register(shop), await register(shop)];
    await shop.call(endpoints.logOut, { body: { refresh: left.refresh } });
    shop.advance(60 * day);
    await refreshSession(shop, used.refresh);
    await deleteAll();
    expect([await countOf(left.id), await countOf(used.id)]).toEqual([1, 1]);
    await pass(31 * day);
    expect([await countOf(left.id), await countOf(used.id)]).toEqual([0, 1]);
  });

  test('an unpaid order loses its personal data after thirty days; a paid one keeps it', async () => {
    const paid = await buyAsGuest(shop, { [products.book]: 1 }, { email: 'paid@example.org' });
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const email = 'draft@example.org';
    const contact = { firstname: 'Rahel', lastname: 'Meyer', country: 'CH' };
    await shop.call(endpoints.setBillingContact, { body: { id, email, ...contact } });
    const { id: draft } = await placeOrder(shop, { body: { email, bundle_cart_unique_id: id } });
    await changeRows(db, 'orders', { id: draft }, { shipping_address: JSON.stringify(berlin) });
    const read = (orderId: string) => rowOf(db, 'orders', { id: orderId });
    await pass(29 * day);
    expect(await read(draft)).toMatchObject({ email, billing_contact: contact });
    await pass(2 * day);
    expect(await read(draft)).toMatchObject({
      state: 'voided',
      email: `deleted-${draft}@deleted.invalid`,
      shipping_address: null,
      billing_contact: null,
      billing_address: null,
    });
    expect(await read(paid.id)).toMatchObject({ state: 'paid', email: 'paid@example.org' });
    expect((await read(paid.id)).shipping_address).not.toBeNull();
    expect(await rowsOf(db, 'carts', { email })).toEqual([]);
  });

  test('a newsletter request is deleted with its link; the proof of an earlier consent is kept', async () => {
    const ask = (email: string) =>
      inTransaction(db, (trx) => requestNewsletter(trx, context, { email, locale: 'de', source: 'widget' }));
    await ask('never@example.org');
    await ask('again@example.org');
    const again = await rowOf(db, 'newsletter_subscriptions', { email: 'again@example.org' });
    await insertRows(db, 'newsletter_events', {
      id: context.ids.uuid(),
      subscription_id: again.id,
      event: 'confirmed',
      source: 'widget',
      happened_at: new Date(context.clock.now()),
    });
    await pass(8 * day);
    const left = await rowsOf(db, 'newsletter_subscriptions', {}, ['email', 'state', 'token_hash']);
    expect(left).toEqual([{ email: 'again@example.org', state: 'unsubscribed', token_hash: null }]);
    const proofs = async () =>
      (await rowsOf(db, 'newsletter_events', {}, ['event'], 'event')).map(({ event }) => event);
    expect(await proofs()).toEqual(['confirmed', 'requested']);
    await pass(3 * 365 * day);
    expect(await proofs()).toHaveLength(2);
    await pass(2 * day);
    expect(await proofs()).toEqual([]);
  });

  test('the proof of a running newsletter is never deleted', async () => {
    const id = context.ids.uuid();
    const now = new Date(context.clock.now());
    const reader = { email: 'reader@example.org', locale: 'de', source: 'widget', state: 'confirmed' };
    await insertRows(db, 'newsletter_subscriptions', { id, ...reader, requested_at: now, confirmed_at: now });
    await pass(5 * 365 * day);
    expect(await rowsOf(db, 'newsletter_subscriptions', {}, ['id'])).toEqual([{ id }]);
    await inTransaction(db, (trx) => endNewsletter(trx, context, { id, source: 'link' }));
  });

  test('a message to the shop is deleted after a year', async () => {
    const person = { email: 'writer@example.org', name: 'Ada', locale: 'de' };
    const message = { id: context.ids.uuid(), ...person, topic: 'other', message: 'Guten Tag' };
    await insertRows(db, 'contact_messages', { ...message, received_at: new Date(context.clock.now()) });
    await pass(364 * day);
    expect(await rowsOf(db, 'contact_messages', {})).toHaveLength(1);
    await pass(2 * day);
    expect(await rowsOf(db, 'contact_messages', {})).toEqual([]);
  });

  test('entries of a giveaway are deleted thirty days after its last day', async () => {
    const now = new Date(context.clock.now());
    const until = (days: number) => new Date(now.getTime() + days * day).toISOString().slice(0, 10);
    const title = { de: 'Los', en: 'Ticket' };
    const giveaways = [
      { key: 'short', title, from: until(-1), until: until(3) },
      { key: 'long', title, from: until(-1), until: until(90) },
    ];
    await sql`update contents set value = jsonb_set(value, '{giveaways}', ${JSON.stringify(giveaways)}::jsonb)
      where key = 'marketing'`.execute(db);
    const player = { email: 'player@example.org', locale: 'de', entered_at: now };
    for (const giveaway of ['short', 'long', 'no longer in the files'])
      await insertRows(db, 'giveaway_entries', { giveaway, ...player });
    const entered = async () =>
      (await rowsOf(db, 'giveaway_entries', {}, ['giveaway'], 'giveaway')).map(({ giveaway }) => giveaway);
    await pass(29 * day);
    expect(await entered()).toEqual(['long', 'no longer in the files', 'short']);
    await pass(4 * day);
    expect(await entered()).toEqual(['long', 'short']);
    await sql`insert into giveaway_entries (giveaway, email, locale, entered_at)
      select 'flood', number || '@example.org', 'de', ${now} from generate_series(1, 201) number`.execute(db);
    expect([await deleteExpiredData(context), await deleteExpiredData(context)]).toEqual([200, 1]);
    await pass(day);
    expect(await entered()).toEqual(['long']);
  });
});
