import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { readOrderSearch } from '#core/rules/orders/order-search.ts';
import { type OrderListRequest, pageQuery, similarQuery } from '#server/orders/list-operator-orders.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { rowOf } from '#test/integration/support/rows.ts';
import { products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { cookie: operator } = await logInAs(shop, 'bookkeeper');
const bought = await buyAsGuest(shop, { [products.book]: 2 }, { email: 'anna.wiese@example.org' });
const copies = 6_000;

beforeAll(async () => {
  // Copies of the order, two in each second, with codes and addresses of their own; each hundredth was called off, each
  // second sent, each thousandth still to be sent, each third paid by PayPal; a voucher paid a part of the third.
  await sql`
    insert into orders select (jsonb_populate_record(orders, jsonb_build_object(
      'id', gen_random_uuid(), 'code', 'KOPIE' || n, 'email', 'leser-' || n || '@example.net', 'user_id', null,
      'cart_id', null, 'total_cents', 1000 + n, 'created_at', created_at - ((n / 2) * interval '1 second'),
      'amount_due_cents', case when n = 3 then 777 else 1000 + n end,
      'state', case when n % 100 = 0 then 'voided' else state end,
      'fulfilment', case when n % 2 = 0 then 'shipped' when n % 1000 = 1 then 'open' else 'none' end,
      'payment_method', case when n % 3 = 0 then '{"kind":"paypal","brand":null,"last_four":null}' else payment_method end
    ))).* from orders, generate_series(1, ${copies}) n where orders.id = ${bought.id}
  `.execute(shop.db);
  await sql`analyze orders`.execute(shop.db);
});

async function find(query: Readonly<Record<string, string>>) {
  const { value, text } = await shop.call(operatorEndpoints.listOperatorOrders, { operator, query });
  if (value === null) throw new Error(text);
  return { codes: value.data.map(({ attributes }) => attributes.code), next: value.meta.next };
}

async function searchTerms(): Promise<readonly string[]> {
  const { transaction_id } = await rowOf(shop.db, 'payment_attempts', { order_id: bought.id });
  return ['wiese@example', bought.code, bought.code.toLowerCase(), 'ANNA.W', transaction_id ?? ''];
}

describe('the orders of the back office', () => {
  test('are found by code, e-mail address and transaction', async () => {
    for (const typed of await searchTerms())
      expect((await find({ 'filter[q]': typed })).codes).toEqual([bought.code]);
    expect((await find({ 'filter[q]': 'Karl Lindner', 'page[size]': '3' })).codes).toHaveLength(3);
    for (const typed of ['_', '%', 'gibt%s', 'xy'])
      expect((await find({ 'filter[q]': typed })).codes).toEqual([]);
  });

  test('are found by a mistyped address through an index, even without an account', async () => {
    expect((await rowOf(shop.db, 'orders', { id: bought.id })).user_id).toBeNull();
    for (const typed of ['anna.wiese@exmaple.org', 'Ana.Wiese@example.org'])
      expect((await find({ 'filter[q]': typed })).codes, typed).toEqual([bought.code]);
    expect((await find({ 'filter[q]': 'ganz.anders@example.org' })).codes).toEqual([]);
    const query = similarQuery(shop.db, { size: 50 }, 'anna.wiese@exmaple.org');
    const plan = JSON.stringify(await query.explain('json'));
    expect(plan).toContain('"Index Name":"orders_by_words"');
    expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"orders"/);
  });

  test('that are only similar are all on one page', async () => {
    const { codes, next } = await find({ 'filter[q]': 'leser-77@exmaple.net', 'page[size]': '1' });
    expect(codes).toContain('KOPIE77');
    expect([codes.length, next]).toEqual([10, null]);
  });

  test('are found by amount, to the cent, also by what a voucher left to pay', async () => {
    expect((await find({ 'filter[q]': '7,77' })).codes).toEqual(['KOPIE3']);
    expect((await find({ 'filter[q]': '10,03' })).codes).toEqual(['KOPIE3']);
    expect((await find({ 'filter[q]': '10,07' })).codes).toEqual(['KOPIE7']);
    expect((await find({ 'filter[q]': '€10.08' })).codes).toEqual(['KOPIE8']);
    expect((await find({ 'filter[q]': '11 €' })).codes).toEqual(['KOPIE100']);
  });

  test('are listed page by page, each once, even if several have the same time', async () => {
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof find>> = await find({
        'filter[state]': 'paid',
        'filter[q]': 'leser-1',
        'page[size]': '97',
        ...(after === '' ? {} : { 'page[after]': after }),
      });
      seen.push(...page.codes);
      after = page.next;
    }
    const wanted = Array.from({ length: copies }, (_, index) => index + 1).filter(
      (n) => String(n).startsWith('1') && n % 100 !== 0,
    );
    expect(new Set(seen)).toEqual(new Set(wanted.map((n) => `KOPIE${n}`)));
    expect(seen).toHaveLength(wanted.length);
  });

  test('are filtered by shipment and by payment method, alone and together', async () => {
    const codes = async (query: Readonly<Record<string, string>>) =>
      (await find({ 'filter[q]': 'leser-120', 'filter[to]': '2026-11-21', ...query })).codes.toSorted();
    const shipped = { 'filter[shipment]': 'shipped' };
    const byPaypal = { 'filter[payment]': 'paypal' };
    expect(await codes(shipped)).toEqual([120, 1200, 1202, 1204, 1206, 1208].map((n) => `KOPIE${n}`));
    expect(await codes(byPaypal)).toEqual([120, 1200, 1203, 1206, 1209].map((n) => `KOPIE${n}`));
    expect(await codes({ ...shipped, ...byPaypal })).toEqual(['KOPIE120', 'KOPIE1200', 'KOPIE1206']);
    expect(await codes({ ...shipped, ...byPaypal, 'filter[state]': 'voided' })).toEqual(['KOPIE1200']);
  });

  test('are filtered by days of the shop, both included', async () => {
    const day = { 'filter[q]': bought.code };
    for (const [from, to, count] of [
      ['2026-11-21', '2026-11-21', 1],
      ['2026-11-22', '2026-11-22', 0],
      ['2026-11-20', '2026-11-20', 0],
    ] as const) {
      expect((await find({ ...day, 'filter[from]': from, 'filter[to]': to })).codes).toHaveLength(count);
    }
  });

  test.each<[string, string, Partial<OrderListRequest>]>([
    ['orders_by_words', 'a part of an address', { q: 'leser-77@' }],
    ['orders_by_amount', 'an amount', { q: '10,07' }],
    ['orders_by_amount_due', 'what was left to pay', { q: '7,77' }],
    ['orders_by_state', 'a rare state', { state: 'voided' }],
    ['orders_by_payment', 'a rare payment method', { payment: 'bank_transfer' }],
    ['orders_(?:to_ship|by_fulfilment)', 'orders to be shipped', { shipment: 'open' }],
    ['orders_newest', 'nothing', {}],
    ['orders_newest', 'a later page', { after: '1795255200000000_01900000-0000-7000-8000-000000000000' }],
  ])('%s serves a list of %s', async (index, _, wanted) => {
    const search = wanted.q === undefined ? undefined : (readOrderSearch(wanted.q) ?? undefined);
    const plan = JSON.stringify(await pageQuery(shop.db, { size: 50, ...wanted }, search).explain('json'));
    expect(plan).toMatch(new RegExp(`"Index Name":"${index}"`));
    expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"orders"/);
  });
});

test('an order is shown with its payments, invoices, mails and events', async () => {
  const { id } = bought;
  const { value } = await shop.call(operatorEndpoints.getOperatorOrder, { operator, params: { id } });
  const { attributes } = value?.data ?? {};
  expect(attributes).toMatchObject({
    code: bought.code,
    email: bought.email,
    name: 'Karl Lindner',
    state: 'paid',
    fulfilment: 'open',
    items: 2,
    refunded: 0,
    lines: [{ number: 1, quantity: 2, refunded_quantity: 0 }],
    payments: [{ state: 'charged', transaction_id: expect.any(String) }],
    invoices: [{ kind: 'invoice' }],
    mails: [{ template: 'order', recipient: bought.email }],
  });
  expect(attributes?.events.map(({ to }) => to)).toEqual(['draft', 'verified', 'charging', 'paid']);
  const missing = { id: '01900000-0000-7000-8000-000000000000' };
  const { codes } = await shop.call(operatorEndpoints.getOperatorOrder, { operator, params: missing });
  expect(codes).toEqual(['NOT_FOUND']);
});

test('a mail is found by its order through an index', async () => {
  const subject = sql`coalesce(facts ->> 'order_id', facts ->> 'refund_id', substring(dedupe_key from '[0-9a-f]{8}-[0-9a-f-]{27}'))`;
  await shop.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql`explain select id from outbox where ${subject} = ${bought.id}`.execute(trx);
    expect(JSON.stringify(rows)).toContain('outbox_by_subject');
  });
});
