import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { deliverMail, resendMail } from '#server/mail/outbox.ts';
import { correctParcel, shipOrder } from '#server/orders/delivery/shipments.ts';
import { readOperatorOrder } from '#server/orders/operator-order.ts';
import { deleteExpiredData } from '#server/personal-data/delete-expired-data.ts';
import { forgetOrders } from '#server/personal-data/forget-orders.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { explainAll } from '#test/integration/support/explain-all.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { buy } from './account-shop.ts';

const shop = await openTestShop();
const { db, context } = shop;
const day = 24 * 60 * 60_000;

async function deleteAll(): Promise<void> {
  while ((await deleteExpiredData(context)) > 0);
}

/** Advances the clock, then deletes what has expired. */
async function pass(milliseconds: number): Promise<void> {
  shop.advance(milliseconds);
  await deleteAll();
}

/** Advances the clock to 10:00 UTC of a day, `YYYY-MM-DD`, then deletes what has expired. */
const passUntil = (date: string) => pass(Date.parse(`${date}T10:00:00Z`) - context.clock.now());

const orderRow = (id: string) => rowOf(db, 'orders', { id });
const invoicesOf = (order_id: string) => rowsOf(db, 'invoices', { order_id }, ['number']);
const declarationsOf = (email: string) => rowsOf(db, 'declarations', { email }, ['id']);

beforeEach(deleteAll);

describe('the outbox', () => {
  const mailRow = (id: string) => rowOf(db, 'outbox', { id });

  /** Queues a mail to a new address, which the mail server accepts, or refuses until the shop gives it up. */
  async function mailOnce(recipient: string, isTaken: boolean): Promise<string> {
    await shop.call(endpoints.subscribeToNewsletter, {
      body: { email: recipient, locale: 'de', source: 'widget' },
    });
    const { id } = await rowOf(db, 'outbox', { recipient });
    const send = async () => {
      if (!isTaken) {
        const [name] = recipient.split('@');
        throw new Error(
          `550 5.1.1 <${recipient}>: no such mailbox (${name}) to=${encodeURIComponent(recipient)}`,
        );
      }
    };
    for (let attempt = 0; attempt < (isTaken ? 1 : 8); attempt += 1) {
      shop.advance(3 * 60 * 60_000);
      while ((await deliverMail(context, { texts: apiTexts.mails, mailer: { send } })) > 0);
    }
    return id;
  }

  test('keeps neither recipient nor links thirty days after a mail was sent or given up', async () => {
    const refused = await mailOnce('abgewiesen@example.org', false);
    const sent = await mailOnce('angekommen@example.org', true);
    expect(await mailRow(refused)).toMatchObject({ recipient: 'abgewiesen@example.org', sent_at: null });
    await pass(29 * day);
    expect((await mailRow(sent)).recipient).toBe('angekommen@example.org');
    expect((await mailRow(refused)).recipient).toBe('abgewiesen@example.org');
    expect(JSON.stringify(await mailRow(refused))).toContain('token');
    await pass(day + 3 * 60 * 60_000);
    const rows = JSON.stringify([await mailRow(sent), await mailRow(refused)]);
    expect(rows).not.toMatch(/@example\.org|token/);
    expect(await mailRow(sent)).toMatchObject({ template: 'newsletter_confirm' });
    expect(await resendMail(context, refused)).toEqual({ ok: false, error: 'FORGOTTEN' });
  });

  test('makes the mailer delete its copy of a mail before the recipient leaves the row', async () => {
    const id = await mailOnce('aufgehoben@example.org', true);
    const kept = new Set([id, 'a newer one']);
    let isAway = true;
    const mailer = {
      async forget(ids: readonly string[]) {
        if (isAway) throw new Error('the folder is away');
        for (const one of ids) kept.delete(one);
      },
    };
    shop.advance(29 * day);
    await deleteExpiredData(context, { mailer });
    expect(kept).toContain(id);
    shop.advance(day + 3 * 60 * 60_000);
    await expect(deleteExpiredData(context, { mailer })).rejects.toThrow('the folder is away');
    expect((await mailRow(id)).recipient).toBe('aufgehoben@example.org');
    isAway = false;
    while ((await deleteExpiredData(context, { mailer })) > 0);
    expect([...kept]).toEqual(['a newer one']);
    expect((await mailRow(id)).recipient).toBe('deleted@deleted.invalid');
  });

  test('locks no row while the mailer deletes', async () => {
    const id = await mailOnce('wartet@example.org', true);
    const free: string[] = [];
    const forget = async (ids: readonly string[]) => {
      const { rows } = await sql<{ id: string }>`select id from outbox where id = any(${[...ids]}::uuid[])
        for update skip locked`.execute(db);
      free.push(...rows.map((row) => row.id));
    };
    shop.advance(31 * day);
    await deleteExpiredData(context, { mailer: { forget } });
    expect(free).toContain(id);
  });

  test('stores the response of the mail server without the address', async () => {
    const { last_error } = await mailRow(await mailOnce('fehler@example.org', false));
    expect(last_error).toBe('550 5.1.1 <…@…>: no such mailbox (…) …@…');
  });
});

describe('links of mails', () => {
  test('are deleted a day after they have expired', async () => {
    const me = await register(shop);
    await shop.call(endpoints.requestPasswordReset, { body: { email: me.email } });
    const kinds = async () => {
      const rows = await rowsOf(db, 'one_time_tokens', { user_id: me.id }, ['kind']);
      return rows.map(({ kind }) => kind).toSorted();
    };
    await deleteAll();
    expect(await kinds()).toEqual(['email_confirmation', 'password']);
    await pass(day + 61 * 60_000);
    expect(await kinds()).toEqual(['email_confirmation']);
    await pass(7 * day);
    expect(await kinds()).toEqual([]);
  });
});

describe('a paid order', () => {
  test('keeps its personal data for eight calendar years, and its declarations with it', async () => {
    const email = 'kauf@example.org';
    const order = await buyAsGuest(shop, { [products.book]: 1, [products.voucher]: 1 }, { email });
    await shipOrder(context, order.code, { carrier: 'dhl', tracking_code: '00340-4711' });
    await shop.call(endpoints.declareWithdrawal, { body: { code: order.code, email, name: 'Karl' } });
    await decideDeclarations(context);
    expect(await declarationsOf(email)).toHaveLength(1);
    const year = new Date(context.clock.now()).getUTCFullYear();
    await passUntil(`${year + 8}-12-31`);
    expect(await orderRow(order.id)).toMatchObject({ email, personal_data_deleted_at: null });
    expect(await invoicesOf(order.id)).not.toEqual([]);
    await passUntil(`${year + 9}-01-01`);
    expect(await orderRow(order.id)).toMatchObject({
      email: `deleted-${order.id}@deleted.invalid`,
      shipping_address: null,
      payment_method: null,
    });
    expect(await invoicesOf(order.id)).toEqual([]);
    const parcel = await rowOf(db, 'parcels', { order_id: order.id });
    expect(parcel).toMatchObject({ carrier: null, tracking_code: null });
    expect(await declarationsOf(email)).toEqual([]);
  });

  test('in the one-stop shop keeps its personal data and invoice for ten calendar years', async () => {
    const startOneStopShop = (oss_from: string | null) =>
      changeRows(db, 'contents', { key: 'vat' }, { value: JSON.stringify({ oss_from }) });
    const address = { city: 'Wien', postal_code: '1010', country: 'AT' };
    const before = await buyAsGuest(shop, { [products.course]: 1 }, { address });
    shop.advance(day);
    await startOneStopShop(calendarDay(context.clock.now()));
    const inVienna = await buyAsGuest(shop, { [products.course]: 1 }, { address });
    const atHome = await buyAsGuest(shop, { [products.course]: 1 });
    const billedToVienna = await buyAsGuest(shop, { [products.course]: 1 });
    await changeRows(db, 'orders', { id: billedToVienna.id }, { digital_vat_country: 'AT' });
    const invoices = async () => {
      const orders = [before, atHome, inVienna, billedToVienna];
      return (await Promise.all(orders.map(({ id }) => invoicesOf(id)))).map(({ length }) => length);
    };
    expect(await invoices()).toEqual([1, 1, 1, 1]);
    const year = new Date(context.clock.now()).getUTCFullYear();
    await passUntil(`${year + 9}-01-02`);
    expect(await invoices()).toEqual([0, 0, 1, 1]);
    await passUntil(`${year + 10}-12-31`);
    expect(await invoices()).toEqual([0, 0, 1, 1]);
    expect((await orderRow(inVienna.id)).email).toBe(inVienna.email);
    await passUntil(`${year + 11}-01-02`);
    expect(await invoices()).toEqual([0, 0, 0, 0]);
    expect((await orderRow(inVienna.id)).personal_data_deleted_at).not.toBeNull();
    await startOneStopShop(null);
  });

  test('shows its changes to operators without values once its personal data is deleted', async () => {
    const { id, code } = await buyAsGuest(shop, { [products.book]: 1 });
    const parcel_id = context.ids.uuid();
    await shipOrder(context, code, { parcel_id, carrier: 'dhl', tracking_code: '00340-4711' });
    shop.advance(1_000);
    await correctParcel(context, code, { parcel_id, carrier: 'gls', tracking_code: '4712-GLS' });
    const changes = async () => (await readOperatorOrder(db, { id }))?.changes ?? [];
    const known = await changes();
    expect(known.map(({ action, values }) => [action, values])).toEqual([
      ['order.shipped', [{ name: 'fulfilment', before: 'open', after: 'shipped' }]],
      [
        'order.parcel_corrected',
        [
          { name: 'carrier', before: 'dhl', after: 'gls' },
          { name: 'tracking_code', before: '00340-4711', after: '4712-GLS' },
        ],
      ],
    ]);
    await inTransaction(db, (trx) => forgetOrders(trx, [id], new Date(context.clock.now())));
    expect(await changes()).toEqual(known.map((change) => ({ ...change, values: [] })));
  });

  test('is kept as long as its correction, and while its membership renews', async () => {
    const me = await register(shop);
    const corrected = await buyAsGuest(shop, { [products.book]: 1 });
    const { id: running } = await buy(shop, me, [products.membership]);
    const year = new Date(context.clock.now()).getUTCFullYear();
    const issued_at = new Date(Date.UTC(year + 1, 0, 1, 10));
    await changeRows(db, 'invoices', { order_id: corrected.id }, { issued_at });
    await passUntil(`${year + 9}-01-02`);
    expect((await orderRow(corrected.id)).personal_data_deleted_at).toBeNull();
    expect((await orderRow(running)).email).toBe(me.email);
    await changeRows(db, 'subscriptions', { order_id: running }, { status: 'past_due' });
    await deleteAll();
    expect((await orderRow(running)).email, 'while its renewal is charged again').toBe(me.email);
    await changeRows(db, 'subscriptions', { order_id: running }, { status: 'cancelled' });
    await passUntil(`${year + 10}-01-02`);
    expect((await orderRow(corrected.id)).personal_data_deleted_at).not.toBeNull();
    expect((await orderRow(running)).email).not.toBe(me.email);
  });
});

test('an unmatched declaration is kept for 400 days, or for 30 if it was one of many', async () => {
  const email = 'erfunden@example.org';
  for (let count = 0; count < 20; count += 1) {
    const body = { code: 'ABCDEFGHJK', email, name: 'Niemand' };
    expect((await shop.call(endpoints.declareWithdrawal, { body })).status).toBe(201);
  }
  while ((await decideDeclarations(context)) > 0);
  const kept = async () => {
    const rows = await rowsOf(db, 'declarations', { email }, ['state', 'decision']);
    const isCollected = rows.map(({ decision }) => JSON.stringify(decision).includes('"collected"'));
    expect(rows.every(({ state }) => state === 'unmatched')).toBe(true);
    const collected = isCollected.filter(Boolean).length;
    return { single: rows.length - collected, collected };
  };
  const first = await kept();
  expect(first.single + first.collected).toBe(20);
  expect([first.single > 0, first.collected > 0]).toEqual([true, true]);
  await pass(30 * day);
  expect(await kept()).toEqual(first);
  await pass(1);
  expect(await kept()).toEqual({ ...first, collected: 0 });
  await pass(370 * day);
  expect(await kept()).toEqual({ single: 0, collected: 0 });
});

test('an unmatched declaration is deleted after 400 days if it was answered, and kept while it waits', async () => {
  const states = ['answered', 'open', 'received'];
  for (const state of states) {
    const email = `${state}@example.org`;
    const body = { code: 'ABCDEFGHJK', email, name: 'Niemand' };
    expect((await shop.call(endpoints.declareWithdrawal, { body })).status).toBe(201);
    await changeRows(db, 'declarations', { email }, { state });
  }
  const kept = async () => {
    const found = await Promise.all(states.map((state) => declarationsOf(`${state}@example.org`)));
    return states.filter((_, index) => found[index]?.length === 1);
  };
  await pass(400 * day);
  expect(await kept()).toEqual(['answered', 'open', 'received']);
  await pass(1);
  expect(await kept()).toEqual(['open', 'received']);
});

test('declarations to delete are found through indexes that contain no others', async () => {
  const email = 'eine-von-vielen@example.org';
  const body = { code: 'ABCDEFGHJK', email, name: 'Niemand' };
  expect((await shop.call(endpoints.declareWithdrawal, { body })).status).toBe(201);
  const now = context.clock.now();
  const many = (state: string, days: number) => sql`
    insert into declarations select (jsonb_populate_record(old, jsonb_build_object(
        'id', gen_random_uuid(), 'reference', ${state}::text || number, 'state', ${state}::text,
        'received_at', ${new Date(now - days * day)}::timestamptz,
        'details', jsonb_build_object('is_receipted', true)))).*
      from declarations old, generate_series(1, 3000) number
      where email = ${email} and reference not like 'matched%'`;
  const plans = await explainAll(db, () => deleteExpiredData(context), {
    isMeant: ({ text }) => text.startsWith('delete from "declarations"') && text.includes('unmatched'),
    async prepare(trx) {
      await many('matched', 500).execute(trx);
      await many('unmatched', 100).execute(trx);
      await sql`analyze declarations`.execute(trx);
    },
  });
  const indexes = plans.map(
    (plan) => /"Index Name":"(\w+)"[^{}]*"Index Cond":"[^"]*received_at </.exec(plan)?.[1],
  );
  expect(indexes).toEqual(['declarations_to_delete', 'unreceipted_declarations_to_delete']);
});
