import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { accountsFound } from '#server/accounts/operator-customers.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { berlin, products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { buy, giveCredit } from './account-shop.ts';

const shop = await openTestShop();
const { cookie: operator, code: proof, email: by } = await logInAs(shop, 'support');
const { cookie: other } = await logInAs(shop, 'owner');
const { listCustomers, getCustomer, setCourseAccess, endCustomerSessions, exportCustomer, deleteCustomer } =
  operatorEndpoints;

async function find(q: string) {
  const { value, text } = await shop.call(listCustomers, { operator, query: { 'filter[q]': q } });
  if (value === null) throw new Error(text);
  return value.data.map(({ attributes }) => attributes.email);
}

async function idOf(email: string): Promise<string> {
  return (await rowOf(shop.db, 'users', { email })).id;
}

const show = async (id: string) =>
  (await shop.call(getCustomer, { operator, params: { id } })).value?.data.attributes;

/** Rolls a transaction back and carries its result. */
class RolledBack extends Error {}

describe('customers', () => {
  test('are found by name, address and order, and by a mistyped address', async () => {
    const email = 'friederike.vogelsang@example.org';
    const { code } = await buyAsGuest(shop, { [products.course]: 1 }, { email });
    for (const typed of [
      'vogelsang@',
      'FRIEDERIKE',
      code,
      code.toLowerCase(),
      'frederike.vogelsang@example.org',
      'friederike.vogelsang@exampel.org',
    ])
      expect(await find(typed), typed).toEqual([email]);
    for (const typed of ['%', 'niemand', 'ganz.anders@nirgendwo.test']) expect(await find(typed)).toEqual([]);
  });

  test('are found by an address with two typos, not by one with three', async () => {
    const email = 'ida.kern@x.example';
    await buyAsGuest(shop, { [products.course]: 1 }, { email });
    expect(await find('ida.krn@x.exmaple')).toEqual([email]);
    expect(await find('ida.krn@y.exmaple')).toEqual([]);
  });

  test('are found by the address of an earlier purchase, through an index', async () => {
    const old = 'alte.adresse@example.org';
    const address = { ...berlin, lastname: 'Quittenbaum' };
    await buyAsGuest(shop, { [products.course]: 1 }, { email: old, address });
    const moved = { email: 'neue@example.org', firstname: 'Ida', lastname: 'Neu' };
    await changeRows(shop.db, 'users', { email: old }, moved);
    for (const typed of [old, 'ALTE.ADR', 'e.adresse@', 'neue@'])
      expect(await find(typed)).toEqual(['neue@example.org']);
    // The index contains names, too, which are not searched here.
    expect(await find('quittenbaum')).toEqual([]);
    const plan = await shop.db
      .transaction()
      .execute(async (trx) => {
        // With few orders PostgreSQL reads the whole table; this forces the plan for many orders.
        await sql`set local enable_seqscan = off`.execute(trx);
        await sql`drop index orders_by_user`.execute(trx);
        const { rows } = await sql`explain select id from users where id in ${accountsFound(old)}`.execute(
          trx,
        );
        throw new RolledBack(JSON.stringify(rows));
      })
      .catch((error: unknown) => (error instanceof RolledBack ? error.message : Promise.reject(error)));
    for (const index of ['orders_by_part_of_email', 'users_by_words']) expect(plan).toContain(index);
  });

  test('are listed page by page', async () => {
    for (const email of ['seite-1@example.org', 'seite-2@example.org', 'seite-3@example.org'])
      await buyAsGuest(shop, { [products.course]: 1 }, { email });
    const query = { 'filter[q]': 'seite-', 'page[size]': '2' };
    const first = await shop.call(listCustomers, { operator, query });
    const after = first.value?.meta.next ?? '';
    const second = await shop.call(listCustomers, { operator, query: { ...query, 'page[after]': after } });
    const seen = [first, second].flatMap(
      ({ value }) => value?.data.map(({ attributes }) => attributes.email) ?? [],
    );
    expect(new Set(seen).size).toBe(3);
    expect([seen.length, second.value?.meta.next]).toEqual([3, null]);
  });

  test('are shown with orders, access and the proof of what they agreed to', async () => {
    const email = 'beweis@example.org';
    const { code } = await buyAsGuest(shop, { [products.course]: 1 }, { email });
    const shown = await show(await idOf(email));
    expect(shown).toMatchObject({
      email,
      latest_orders: [{ code, state: 'paid' }],
      courses: [{ course_id: products.course, revoked_at: null, source: 'order' }],
    });
    expect(shown?.consents).toContainEqual(expect.objectContaining({ kind: 'digital_content', proof: code }));
    expect(shown?.other_courses.map(({ course_id }) => course_id)).not.toContain(products.course);
  });
});

describe('a course', () => {
  test('is given once and taken once by parallel calls, each with a reason in the audit log', async () => {
    const { id } = await register(shop);
    const params = { id, course_id: products.course };
    const set = (has_access: boolean, cookie = operator) =>
      shop.call(setCourseAccess, { operator: cookie, params, body: { has_access, reason: 'Zum Ausgleich' } });
    const given = await Promise.all([set(true), set(true, other)]);
    expect(given.flatMap(({ codes }) => codes)).toEqual([]);
    expect((await show(id))?.courses).toMatchObject([{ source: 'given', revoked_at: null }]);
    await Promise.all([set(false), set(false, other)]);
    await set(false);
    const shown = await show(id);
    expect(shown?.courses).toMatchObject([{ revoked_at: expect.any(String) }]);
    expect(shown?.history.map(({ action }) => action)).toEqual([
      'account.course_taken',
      'account.course_given',
    ]);
    expect(shown?.history[0]?.values).toContainEqual({
      name: 'reason',
      before: null,
      after: 'Zum Ausgleich',
    });
    const missing = { ...params, course_id: 'gibt-es-nicht' };
    const body = { has_access: true, reason: 'Zum Ausgleich' };
    expect((await shop.call(setCourseAccess, { operator, params: missing, body })).codes).toEqual([
      'NOT_FOUND',
    ]);
  });
});

describe('an account', () => {
  test('is logged out everywhere', async () => {
    const { id, access } = await register(shop);
    expect((await show(id))?.sessions).toHaveLength(1);
    const ended = await shop.call(endCustomerSessions, { operator, params: { id } });
    expect(ended.value?.data.attributes).toMatchObject({
      sessions: [],
      history: [{ by, action: 'account.logged_out' }],
    });
    const own = await shop.call(endpoints.getUser, { bearer: access, params: { id } });
    expect(own.codes).toEqual(['UNAUTHENTICATED']);
  });

  test('is exported as for its customer, and deleted, only with a recent proof', async () => {
    const { id, email, access } = await register(shop);
    const own = await shop.call(endpoints.exportAccount, { bearer: access, params: { id } });
    const exported = await shop.call(exportCustomer, { operator, params: { id } });
    expect(exported.value?.data.attributes).toEqual(own.value?.data.attributes);
    shop.advance(11 * 60_000);
    expect((await shop.call(exportCustomer, { operator, params: { id } })).codes).toEqual(['PROOF_REQUIRED']);
    const deletion = { operator, params: { id }, body: { forfeit_credit: false } };
    expect((await shop.call(deleteCustomer, deletion)).codes).toEqual(['PROOF_REQUIRED']);
    await shop.call(operatorEndpoints.proveOperator, { operator, body: { code: proof() } });
    const deleted = await Promise.all([1, 2].map(() => shop.call(deleteCustomer, deletion)));
    expect(deleted.flatMap(({ codes }) => codes)).toEqual(['NOT_FOUND']);
    expect(await find(email)).not.toContain(email);
    const log = await rowsOf(shop.db, 'audit_log', { record_id: id }, '*', 'happened_at');
    expect(log.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['account.exported', by],
      ['account.deleted', by],
    ]);
    expect(JSON.stringify(log)).not.toContain(email);
  });

  test('is not deleted while a contract renews, credit is left, or a payment is in progress', async () => {
    const email = 'mitglied@example.org';
    await buyAsGuest(shop, { [products.membership]: 1 }, { email });
    const rich = await register(shop);
    await giveCredit(shop, rich.id);
    const buying = await register(shop);
    await buy(shop, buying, [products.course], 'fake-timeout-after-charge-nonce');
    const remove = async (id: string, forfeit_credit: boolean) =>
      (await shop.call(deleteCustomer, { operator, params: { id }, body: { forfeit_credit } })).codes;
    expect(await remove(await idOf(email), true)).toEqual(['CONTRACT_RENEWS']);
    expect(await remove(rich.id, false)).toEqual(['CREDIT_LEFT']);
    expect(await remove(rich.id, true)).toEqual([]);
    expect(await remove(buying.id, true)).toEqual(['ORDER_BUSY']);
  });
});
