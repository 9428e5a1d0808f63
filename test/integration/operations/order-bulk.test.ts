import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { maxBulkOrders } from '#api/operations/order-bulk-endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { berlin, products } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { readCsv } from '#test/support/read-csv.ts';
import { readPdf } from '#test/support/read-pdf.ts';

const shop = await openTestShop();
const { cookie: operator, email: author } = await logInAs(shop, 'support');
const { previewSending, shipOperatorOrders, drawPackingSlips, previewOrderExport, exportOperatorOrders } =
  operatorEndpoints;

async function readMany(ids: readonly string[]) {
  const found = await Promise.all(
    ids.map((id) => shop.call(operatorEndpoints.getOperatorOrder, { operator, params: { id } })),
  );
  return found.map(({ value }) => {
    if (value === null) throw new Error('An order is missing');
    return value.data.attributes;
  });
}

const preview = async (order_ids: string[]) =>
  (await shop.call(previewSending, { operator, body: { order_ids } })).value?.data;

test('orders are shipped as their preview says, once each, also by two requests at once; a refused one stops no other', async () => {
  const one = await buyAsGuest(shop, { [products.book]: 2 });
  const two = await buyAsGuest(shop, { [products.book]: 1 });
  const digital = await buyAsGuest(shop, { [products.course]: 1 });
  const unknown = randomUUID();
  const ids = [one.id, digital.id, unknown, two.id];
  const seen = await preview([...ids, one.id]);
  expect(seen?.map(({ order_id, refusal }) => [order_id, refusal])).toEqual([
    [one.id, null],
    [digital.id, 'NOTHING_TO_SEND'],
    [unknown, 'NOT_FOUND'],
    [two.id, null],
  ]);
  expect(seen?.[0]).toMatchObject({ code: one.code, lines: [{ quantity: 2 }] });

  const body = {
    parcels: ids.map((order_id, index) => ({
      order_id,
      parcel_id: randomUUID(),
      carrier: 'gls' as const,
      tracking_code: index === 0 ? 'GLS-4711' : null,
    })),
  };
  const send = async (sent: typeof body) => {
    const { value } = await shop.call(shipOperatorOrders, { operator, body: sent });
    return value?.data.map(({ outcome }) => outcome);
  };
  const both = await Promise.all([send(body), send(body)]);
  const shipped = (index: number) => both.map((outcomes) => outcomes?.[index]).toSorted();
  expect([0, 1, 2, 3].map(shipped)).toEqual([
    ['again', 'shipped'],
    ['NOT_POSSIBLE', 'NOT_POSSIBLE'],
    ['NOT_FOUND', 'NOT_FOUND'],
    ['again', 'shipped'],
  ]);
  expect(await send(body)).toEqual(['again', 'NOT_POSSIBLE', 'NOT_FOUND', 'again']);
  const other = {
    parcels: body.parcels.map((parcel) => ({ ...parcel, parcel_id: randomUUID(), tracking_code: null })),
  };
  expect(await send(other)).toEqual(['RECORD_CHANGED', 'NOT_POSSIBLE', 'NOT_FOUND', 'RECORD_CHANGED']);
  for (const order of await readMany([one.id, two.id])) {
    expect(order.parcels).toHaveLength(1);
    expect(order.fulfilment).toBe('shipped');
    expect(order.mails.filter(({ template }) => template === 'shipped')).toHaveLength(1);
    expect(order.changes.map(({ actor, action }) => [actor, action])).toEqual([[author, 'order.shipped']]);
  }
  const many = Array.from({ length: maxBulkOrders + 1 }, () => randomUUID());
  expect((await shop.call(previewSending, { operator, body: { order_ids: many } })).codes).toEqual([
    'INVALID_INPUT',
  ]);
});

test('a piece that was refunded since the preview refuses the shipment with RECORD_CHANGED', async () => {
  const { id } = await buyAsGuest(shop, { [products.book]: 3 });
  const [seen] = (await preview([id])) ?? [];
  const lines = (seen?.lines ?? []).map(({ line_id, quantity }) => ({ line_id, quantity }));
  const refund = { refund_id: randomUUID(), seen_refunds: 0, includes_shipping: false, amount: null };
  await shop.call(operatorEndpoints.refundOperatorOrder, {
    operator,
    params: { id },
    body: { ...refund, keeps_goods: false, lines: lines.map((line) => ({ ...line, quantity: 1 })) },
  });
  const send = async (quantity: number) => {
    const parcel = { order_id: id, parcel_id: randomUUID(), carrier: 'dhl' as const, tracking_code: null };
    const body = { parcels: [{ ...parcel, lines: lines.map((line) => ({ ...line, quantity })) }] };
    return (await shop.call(shipOperatorOrders, { operator, body })).value?.data;
  };
  expect(await send(3)).toMatchObject([{ outcome: 'RECORD_CHANGED' }]);
  expect((await readMany([id]))[0]?.parcels).toEqual([]);
  expect(await send(2)).toMatchObject([{ outcome: 'shipped' }]);
});

test('packing slips have a page for each order: address, what is left, the greeting of a gift, and no price', async () => {
  const greeting = 'Für lange Abende, Deine Johanna';
  const gift = await buyAsGuest(
    shop,
    { [products.voucher]: 1 },
    { properties: { delivery: 'parcel', greeting, recipient_name: 'Łucja Nowak', sender_name: 'Johanna' } },
  );
  const books = await buyAsGuest(shop, { [products.book]: 3, [products.course]: 1 });
  const [order] = await readMany([books.id]);
  const line = order?.lines.find(({ is_shipped }) => is_shipped);
  const [course] = order?.lines.filter(({ is_shipped }) => !is_shipped) ?? [];
  const sent = await shop.call(operatorEndpoints.shipOperatorOrder, {
    operator,
    params: { id: books.id },
    body: { carrier: 'dhl', tracking_code: null, lines: [{ line_id: line?.id ?? '', quantity: 1 }] },
  });
  expect(sent.codes).toEqual([]);
  const { value } = await shop.call(drawPackingSlips, {
    operator,
    body: { order_ids: [gift.id, randomUUID(), books.id] },
  });
  const { pages, text } = await readPdf(value?.content ?? new Uint8Array());
  expect(pages).toHaveLength(2);
  for (const words of [gift.code, greeting, 'Für Łucja Nowak', 'Von Johanna', '1 ×'])
    expect(pages[0]).toContain(words);
  for (const words of [books.code, '2 ×', line?.title ?? '', berlin.street, 'dies ist der Rest'])
    expect(pages[1]).toContain(words);
  expect(text).not.toContain(course?.title);
  // A code of an order may contain the letters EUR.
  expect(text).not.toMatch(/€|\bEUR\b|\d,\d\d/);
  const none = await shop.call(drawPackingSlips, { operator, body: { order_ids: [randomUUID()] } });
  expect(none.codes).toEqual(['NOT_POSSIBLE']);
});

test('an export has all orders that the filters find, runs no formula, and is logged without the search text', async () => {
  const name = { firstname: '=1+1', lastname: '@evil' };
  const bought = await buyAsGuest(shop, { [products.book]: 1 }, { address: { ...berlin, ...name } });
  await buyAsGuest(shop, { [products.course]: 1 });
  // In the time zone of the shop this is the next day.
  await changeRows(shop.db, 'orders', { id: bought.id }, { created_at: new Date('2026-07-15T22:30:00Z') });
  const save = async (query: Record<string, string>, by = operator) =>
    readCsv(
      new TextDecoder('utf-8').decode(
        (await shop.call(exportOperatorOrders, { operator: by, query })).value?.content,
      ),
      ';',
    );
  const [head = [], ...all] = await save({});
  const { value } = await shop.call(operatorEndpoints.listOperatorOrders, { operator, query: {} });
  const codes = all.map((row) => row[head.indexOf('order')]);
  expect(codes).toEqual(value?.data.map(({ attributes }) => attributes.code));
  const open = await save({ 'filter[shipment]': 'open', 'filter[q]': bought.email });
  expect(open.slice(1).map((row) => row[head.indexOf('order')])).toEqual([bought.code]);
  expect(open[1]?.[head.indexOf('name')]).toBe("'=1+1 @evil");
  expect((await save({ 'filter[q]': 'xy' })).length).toBe(1);
  expect(open[1]?.[head.indexOf('total')]).toMatch(/^\d+,\d\d$/);
  expect(open[1]?.[head.indexOf('made_at')]).toBe('2026-07-16 00:30:00');
  expect(open[1]?.[head.indexOf('paid_at')]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const english = await shop.send(`${exportOperatorOrders.path}?ids=${bought.id}`, {
    method: exportOperatorOrders.method,
    headers: { Cookie: operator, 'Sec-Fetch-Site': 'same-origin', 'X-App-Language': 'en' },
  });
  expect(english.headers.get('X-Row-Count')).toBe('1');
  expect(readCsv(await english.text())[1]?.[head.indexOf('total')]).toMatch(/^\d+\.\d\d$/);
  const { cookie: bookkeeper } = await logInAs(shop, 'bookkeeper');
  const chosen = { ids: bought.id };
  expect((await save(chosen, bookkeeper)).slice(1).map((row) => row[head.indexOf('order')])).toEqual([
    bought.code,
  ]);
  const counted = async (query: Record<string, string>) =>
    (await shop.call(previewOrderExport, { operator: bookkeeper, query })).value?.data.orders;
  expect([await counted({}), await counted(chosen), await counted({ 'filter[q]': 'xy' })]).toEqual([
    all.length,
    1,
    0,
  ]);

  const action = 'order.exported';
  const noted = await rowsOf(shop.db, 'audit_log', { action }, ['actor_name', 'after'], 'happened_at', 'id');
  expect(noted).toHaveLength(5);
  expect(noted.map(({ after }) => (after as { orders: number }).orders).toSorted()).toContain(1);
  expect(JSON.stringify(noted)).not.toContain(bought.email);
  expect(noted[0]?.actor_name).toBe(author);

  shop.advance(11 * 60_000);
  const stale = await shop.call(exportOperatorOrders, { operator, query: {} });
  expect(stale.codes).toEqual(['PROOF_REQUIRED']);
});

test('an order is not to be shipped while a withdrawal takes all that is left: in list, count, export and preview', async () => {
  const { cookie } = await logInAs(shop, 'support');
  const { id, code, email } = await buyAsGuest(shop, { [products.book]: 2 });
  const { id: line_id } = await rowOf(shop.db, 'order_lines', { order_id: id });
  const decisionOf = (quantity: number) =>
    JSON.stringify({ lines: [{ line_id, quantity, result: 'await_return' }] });
  const query: Record<string, string> = { 'filter[shipment]': 'open', 'filter[q]': code };
  const found = async () => {
    const list = await shop.call(operatorEndpoints.listOperatorOrders, { operator: cookie, query });
    const counted = await shop.call(previewOrderExport, { operator: cookie, query });
    const file = await shop.call(exportOperatorOrders, { operator: cookie, query });
    const rows = readCsv(new TextDecoder().decode(file.value?.content), ';').length - 1;
    const [sending] = (await preview([id])) ?? [];
    return [list.value?.data.length, counted.value?.data.orders, rows, sending?.refusal];
  };
  const toShip = [1, 1, 1, null];
  expect(await found()).toEqual(toShip);
  await insertRows(shop.db, 'declarations', {
    ...{ id: randomUUID(), kind: 'withdrawal', reference: 'W-LEFT', declared_code: code, order_id: id },
    ...{ email, name: 'Ada', locale: 'de', details: '{}', state: 'open', decision: decisionOf(1) },
    received_at: new Date(shop.context.clock.now()),
  });
  expect(await found(), 'a piece is left').toEqual(toShip);
  await changeRows(shop.db, 'declarations', { order_id: id }, { decision: decisionOf(2) });
  expect(await found()).toEqual([0, 0, 0, 'NOTHING_TO_SEND']);
  const slips = await shop.call(drawPackingSlips, { operator: cookie, body: { order_ids: [id] } });
  expect(slips.codes).toEqual(['NOT_POSSIBLE']);
  await changeRows(shop.db, 'declarations', { order_id: id }, { state: 'answered' });
  expect(await found(), 'it was rejected').toEqual(toShip);
});
