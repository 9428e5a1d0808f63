import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { countStatements } from '#test/integration/support/database.ts';
import { insertRows, rowOf } from '#test/integration/support/rows.ts';
import {
  password,
  products,
  register,
  registerUnconfirmed,
  type Shopper,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { buy, logIn, passwordLink, resetPassword, storeAddress } from './account-shop.ts';

const shop = await openTestShop();

function exportOf({ id, access }: Pick<Shopper, 'id' | 'access'>) {
  return shop.call(endpoints.exportAccount, { params: { id }, bearer: access });
}

/** Confirms the e-mail address by resetting the password with a mailed link, then logs in again. */
async function proveMailbox(me: Shopper): Promise<Shopper> {
  await resetPassword(shop, await passwordLink(shop, me.email));
  const { value } = await logIn(shop, me.email, password);
  return { ...me, access: value?.access ?? '', refresh: value?.refresh ?? '' };
}

function write(email: string) {
  return shop.call(endpoints.sendMessage, {
    body: { email, name: 'Ada', topic: 'Kurse', message: 'Eine Frage zur Tinte.' },
  });
}

describe('an export', () => {
  test('contains all personal data', async () => {
    const me = await proveMailbox(await register(shop));
    const { access: bearer, id, email } = me;
    await storeAddress(shop, bearer);
    await buy(shop, me, [products.course, products.book]);
    await shop.call(endpoints.trackUtm, { bearer, body: { utm_source: 'zeitung', user_id: id } });
    await shop.call(endpoints.subscribeToNewsletter, { body: { email, locale: 'de', source: 'widget' } });
    await write(email);
    await shop.call(endpoints.addNote, {
      bearer,
      body: { lesson: 'schumann-eine-taste', position_seconds: 9, text: 'Langsam' },
    });
    const rahel = { firstname: 'Rahel', lastname: 'Meyer', country: 'CH' };
    await shop.call(endpoints.setBillingContact, { bearer, body: rahel });
    const { value, status } = await exportOf(me);
    expect(status).toBe(200);
    expect(value?.data).toMatchObject({ type: 'account_exports', id });
    const all = value?.data.attributes;
    expect(all?.account).toMatchObject({ email, is_email_confirmed: true });
    expect(all?.addresses).toMatchObject([{ fields: { city: 'Berlin' } }]);
    expect(all?.sessions).toHaveLength(2);
    expect(all?.orders).toHaveLength(1);
    expect(all?.orders[0]).toMatchObject({ state: 'paid', email, shipping_address: { city: 'Berlin' } });
    expect(all?.cart).toMatchObject({ shipping_address: null, billing_contact: rahel });
    expect(all?.orders[0]).toMatchObject({ billing_contact: null });
    expect(all?.orders[0]?.lines).toHaveLength(2);
    expect(all?.orders[0]?.payments).toMatchObject([{ state: 'charged' }]);
    expect(all?.orders[0]?.invoices).toHaveLength(1);
    expect(all?.courses).toMatchObject([{ course_id: products.course }]);
    expect(all?.notes).toMatchObject([
      { lesson_id: 'schumann-eine-taste', position_seconds: 9, text: 'Langsam' },
    ]);
    expect(all?.origin).toMatchObject({ utm_source: 'zeitung', utm_medium: null });
    expect(all?.newsletter).toMatchObject({ state: 'pending', events: [{ event: 'requested' }] });
    expect(all?.messages).toMatchObject([{ message: 'Eine Frage zur Tinte.' }]);
    expect(all?.mails.map(({ template }) => template)).toContain('contact_receipt');
  });

  test('contains no secrets', async () => {
    const me = await proveMailbox(await register(shop));
    await buy(shop, me, [products.membership]);
    const { text } = await exportOf(me);
    const row = await rowOf(shop.db, 'users', { id: me.id });
    expect(text).not.toContain(row.password_hash ?? 'no hash');
    expect(text).not.toMatch(/hash|vault|nonce|token/);
  });

  test('lists gift PDFs without their codes, which may belong to somebody else', async () => {
    const me = await register(shop);
    const { id: order_id } = await buy(shop, me, [products.voucher]);
    const line = await rowOf(shop.db, 'order_lines', { order_id });
    const { id, code } = await rowOf(shop.db, 'gift_codes', { order_line_id: line.id });
    const sheet = { key: `gift_sheet:${id}`, filename: `Geschenk-${code}.pdf`, content: Buffer.from('') };
    await insertRows(shop.db, 'documents', { ...sheet, order_id, declaration_id: null });
    const { text, value } = await exportOf(me);
    expect(text).not.toContain(code);
    const filename = `Geschenk-…${code.slice(-4)}.pdf`;
    expect(value?.data.attributes.orders[0]?.documents).toContainEqual({ filename });
  });

  test('of an account with an unconfirmed address contains no data of the address’s owner', async () => {
    const email = 'eigentuemerin@example.org';
    await write(email);
    const typed = await registerUnconfirmed(shop, email);
    const all = (await exportOf(typed)).value?.data.attributes;
    expect(all?.account.is_email_confirmed).toBe(false);
    expect([all?.messages, all?.mails, all?.newsletter, all?.giveaways]).toEqual([[], [], null, []]);
    const owner = await proveMailbox(typed);
    expect((await exportOf(owner)).value?.data.attributes.messages).toHaveLength(1);
  });

  test('is available only to the user, and contains no data of others', async () => {
    const [me, stranger] = [await register(shop), await register(shop)];
    await buy(shop, stranger, [products.course]);
    expect((await exportOf({ id: stranger.id, access: me.access })).codes).toEqual(['NOT_FOUND']);
    const own = await exportOf(me);
    expect(own.value?.data.attributes.orders).toEqual([]);
    expect(own.text).not.toContain(stranger.email);
  });

  test('needs as many queries for twenty orders as for one', async () => {
    const me = await register(shop);
    await buy(shop, me, [products.book]);
    const one = await countQueries(me);
    for (let count = 0; count < 19; count += 1) await buy(shop, me, [products.book]);
    expect(await countQueries(me)).toBe(one);
    expect((await exportOf(me)).value?.data.attributes.orders).toHaveLength(20);
    expect(shop.faults).toEqual([]);
  });
});

async function countQueries(me: Shopper): Promise<number> {
  const { exportAccount } = await import('#server/personal-data/export-account.ts');
  const counted = countStatements();
  await exportAccount({ ...shop.context, db: shop.db.withPlugin(counted.plugin) }, me.id);
  return counted.number();
}
