import { randomUUID } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import { beforeAll, expect } from 'vitest';
import { decideAsOperator } from '#server/consumer-rights/operator-decision.ts';
import { previewSending } from '#server/operations/order-actions/order-bulk.ts';
import { recordReturned } from '#server/orders/delivery/parcels.ts';
import { shipOrder } from '#server/orders/delivery/shipments.ts';
import { readOperatorOrder } from '#server/orders/operator-order.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { createRightsShop, sellEveryKind } from '#test/integration/consumer-rights/consumer-rights-shop.ts';
import { countStatements, openTestDatabase } from '#test/integration/support/database.ts';
import { composeRow } from '#test/integration/support/deliver-mails.ts';
import { refusalOf } from '#test/integration/support/outcomes.ts';
import { rowsOf } from '#test/integration/support/rows.ts';
import { runs } from '#test/run-length.ts';
import { sellProduct } from './order-shop.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);
const { context } = shop;
beforeAll(async () => {
  await sellEveryKind(db);
  await sellProduct(db, { id: 'album', kind: 'book', price: 1_900, stock: 1_000 });
});

async function read(id: string) {
  const order = await readOperatorOrder(db, { id });
  if (order === null) throw new Error(`There is no order ${id}`);
  return order;
}

const mailsOf = (orderId: string) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('template', '=', 'shipped')
    .where('dedupe_key', 'like', `shipped:${orderId}:%`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

test('an order is shipped in two parcels; mails, order and history list the content of each', async () => {
  const bought = await shop.buy({ lines: { book: 3, course: 1 } });
  const line_id = (await read(bought.id)).lines.find(({ is_shipped }) => is_shipped)?.id ?? '';
  const first = { parcel_id: randomUUID(), carrier: 'dhl', tracking_code: '00340-1' } as const;
  const { code } = await read(bought.id);
  const send = (quantity: number, parcel: Parameters<typeof shipOrder>[2] = first) =>
    shipOrder(context, code, { ...parcel, lines: [{ line_id, quantity }] });

  expect(await send(4)).toEqual({ ok: false, error: { code: 'MORE_THAN_LEFT' } });
  const both = await Promise.all([send(2), send(2)]);
  expect(both.map((sent) => sent.ok && sent.value).toSorted()).toEqual(['again', 'moved']);
  expect(refusalOf(await send(1)), 'the same parcel with another content').toBe('OTHER_PARCEL');
  for (const corrected of [{ ...first, tracking_code: '00340-2' }, { ...first, carrier: 'gls' } as const])
    expect(await send(2, corrected), 'the same parcel with another number or carrier').toMatchObject({
      error: { code: 'OTHER_PARCEL', carrier: 'dhl', tracking_code: '00340-1' },
    });
  const { code: other } = await read((await shop.buy({ lines: { book: 1 } })).id);
  expect(refusalOf(await shipOrder(context, other, first)), 'a parcel of another order').toBe('OTHER_PARCEL');
  const part = await read(bought.id);
  expect(part).toMatchObject({
    fulfilment: 'open',
    shipped_at: null,
    parcels: [{ tracking_code: '00340-1', lines: [{ line_id, quantity: 2 }] }],
  });
  expect(part.lines.map(({ left_to_send }) => left_to_send).toSorted()).toEqual([0, 1]);
  expect(await rowsOf(db, 'parcels', { order_id: bought.id })).toHaveLength(1);

  shop.advance(86_400_000);
  expect(await shipOrder(context, code, { carrier: 'gls', tracking_code: null })).toEqual({
    ok: true,
    value: 'moved',
  });
  const whole = await read(bought.id);
  expect(whole).toMatchObject({
    fulfilment: 'shipped',
    parcels: [{}, { carrier: 'gls', tracking_url: null }],
  });
  expect(whole.changes.map(({ action }) => action)).toEqual(['order.parcel_sent', 'order.shipped']);

  const mails = await mailsOf(bought.id);
  const [one, two] = await Promise.all(mails.map((row) => composeRow(db, row)));
  expect(mails).toHaveLength(2);
  expect(one?.subject).toBe(`Ein Teil Ihrer Bestellung ${code} ist unterwegs`);
  for (const words of ['2 ×', '00340-1', 'https://www.dhl.de/', 'Der Rest folgt', 'letzte Paket'])
    expect(one?.text).toContain(words);
  expect(two?.subject).toBe(`Ihre Bestellung ${code} ist unterwegs`);
  for (const words of ['1 ×', 'den Rest der Ware']) expect(two?.text).toContain(words);
  expect(two?.text).not.toContain('Sendungsnummer');
});

test('a withdrawal waits for the return of lines that were shipped in part, and refunds others at once', async () => {
  const bought = await shop.buy({ lines: { book: 2, album: 1 } });
  const order = await read(bought.id);
  const book = order.lines.find(({ product_id }) => product_id === 'book');
  const lines = [{ line_id: book?.id ?? '', quantity: 1 }];
  await shipOrder(context, order.code, { carrier: 'dhl', tracking_code: null, lines });
  const { reference, results } = await shop.withdraw(bought);
  expect(results).toEqual({ book: 'await_return', album: 'refunded' });
  const refusal = async () => (await previewSending(db, [bought.id])).map((sending) => sending.refusal);
  expect(await read(bought.id)).toMatchObject({
    fulfilment: 'open',
    parcels: [{ lines: [{ quantity: 1 }] }],
    lines: [{ left_to_send: 0 }, { left_to_send: 0 }],
  });
  expect(await refusal()).toEqual(['NOTHING_TO_SEND']);
  expect(await shipOrder(context, order.code, { carrier: 'dhl', tracking_code: null })).toMatchObject({
    error: { code: 'NOT_POSSIBLE' },
  });

  const rejected = await decideAsOperator(context, reference, { action: 'reject', text: 'Zu spät.' });
  expect(rejected).toMatchObject({ ok: true });
  expect(await refusal()).toEqual([null]);
  await shop.ship(bought.id, false);
  expect(await read(bought.id)).toMatchObject({ fulfilment: 'shipped', parcels: [{}, {}] });
});

test('the parcel with the rest that was not withdrawn is announced as the last one', async () => {
  const bought = await shop.buy({ lines: { book: 2, album: 1 } });
  const { code, lines } = await read(bought.id);
  const book = lines.find(({ product_id }) => product_id === 'book')?.id ?? '';
  const piece = { carrier: 'dhl', tracking_code: null, lines: [{ line_id: book, quantity: 1 }] } as const;
  await shipOrder(context, code, piece);
  await shop.withdraw(bought, [{ id: book, quantity: 2 }]);
  await shipOrder(context, code, { carrier: 'gls', tracking_code: null });
  expect((await mailsOf(bought.id)).map(({ facts }) => facts)).toMatchObject([
    { share: 'part' },
    { share: 'last' },
  ]);
});

test.each([2, 3])('a returned piece leaves the other pieces to be shipped: %s ordered', async (quantity) => {
  const bought = await shop.buy({ lines: { book: quantity } });
  const { code, lines } = await read(bought.id);
  const line_id = lines[0]?.id ?? '';
  await shipOrder(context, code, {
    ...{ carrier: 'dhl', tracking_code: null },
    lines: [{ line_id, quantity: 1 }],
  });
  const { reference, results } = await shop.withdraw(bought, [{ id: line_id, quantity: 1 }]);
  expect(results).toEqual({ book: 'await_return' });
  expect(await decideAsOperator(context, reference, { action: 'goods_back' })).toMatchObject({ ok: true });
  expect(await read(bought.id)).toMatchObject({
    fulfilment: 'open',
    lines: [{ left_to_send: quantity - 1, refunded_quantity: 1 }],
  });
  await shipOrder(context, code, { carrier: 'gls', tracking_code: null });
  const whole = await read(bought.id);
  expect(whole.parcels.at(-1)?.lines).toMatchObject([{ quantity: quantity - 1 }]);
  expect(whole).toMatchObject({ fulfilment: 'shipped', lines: [{ left_to_send: 0 }] });
});

test('returned pieces are stored parcel by parcel, in one statement', async () => {
  const bought = await shop.buy({ lines: { book: 6 } });
  const { code, lines } = await read(bought.id);
  const line_id = lines[0]?.id ?? '';
  for (const [carrier, quantity] of [
    ['dhl', 1],
    ['gls', 2],
    ['ups', 2],
  ] as const)
    await shipOrder(context, code, { carrier, tracking_code: null, lines: [{ line_id, quantity }] });
  const { reference } = await shop.withdraw(bought, [{ id: line_id, quantity: 2 }]);
  await decideAsOperator(context, reference, { action: 'goods_back' });
  const returned = async () => {
    const packed = await db
      .selectFrom('parcel_lines')
      .innerJoin('parcels', 'parcels.id', 'parcel_id')
      .select('returned')
      .where('order_line_id', '=', line_id)
      .orderBy('number')
      .execute();
    return packed.map((parcel) => parcel.returned);
  };
  expect(await returned()).toEqual([1, 1, 0]);
  expect(await read(bought.id)).toMatchObject({ lines: [{ left_to_send: 1 }] });
  const counted = countStatements();
  const note = (quantity: number) =>
    inTransaction(db.withPlugin(counted.plugin), (trx) => recordReturned(trx, line_id, quantity));
  await note(2);
  expect([await returned(), counted.number()]).toEqual([[1, 2, 1], 1]);
  await note(9);
  expect(await returned(), 'no more than were shipped').toEqual([1, 2, 2]);
});

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ pieces: fc.tuple(fc.nat(3), fc.nat(2)) }) },
  { weight: 1, arbitrary: fc.constant('rest' as const) },
  { weight: 2, arbitrary: fc.record({ refund: fc.constantFrom(0, 1), quantity: fc.constantFrom(1, 2) }) },
);

test.prop([fc.array(step, { minLength: 1, maxLength: 6 })], { numRuns: runs(12) })(
  'over any parcels and refunds, each sent twice at once, no piece leaves twice or after its refund',
  async (steps) => {
    const bought = await shop.buy({ lines: { book: 3, album: 2 } });
    const { code } = await read(bought.id);
    for (const one of steps) {
      const before = await read(bought.id);
      const goods = before.lines.filter(({ is_shipped }) => is_shipped);
      if (typeof one === 'object' && 'refund' in one) {
        const line = goods[one.refund];
        const lines = [{ line_id: line?.id ?? '', quantity: one.quantity }];
        await shop.refund({ order_id: bought.id, lines, includes_shipping: false });
      } else {
        const lines =
          one === 'rest'
            ? undefined
            : goods.map(({ id }, index) => ({ line_id: id, quantity: one.pieces[index] ?? 0 }));
        const parcel = { parcel_id: randomUUID(), carrier: 'ups', tracking_code: null, lines } as const;
        const sent = await Promise.all([shipOrder(context, code, parcel), shipOrder(context, code, parcel)]);
        const moved = sent.filter((result) => result.ok && result.value === 'moved').length;
        const after = await read(bought.id);
        expect(after.parcels.length - before.parcels.length, 'new parcels').toBe(moved);
        expect(moved, 'times that one parcel was stored').toBeLessThanOrEqual(1);
        for (const [index, line] of after.lines.entries()) {
          const piecesOf = (order: typeof after) =>
            order.parcels
              .flatMap((packed) => packed.lines)
              .filter(({ line_id }) => line_id === line.id)
              .reduce((sum, { quantity }) => sum + quantity, 0);
          if (piecesOf(after) > piecesOf(before))
            expect(piecesOf(after), `line ${index}`).toBeLessThanOrEqual(
              line.quantity - line.refunded_quantity,
            );
        }
      }
      const now = await read(bought.id);
      const isLeft = now.lines.some(({ left_to_send }) => left_to_send > 0);
      const end = now.parcels.length > 0 ? 'shipped' : 'none';
      expect(now.fulfilment).toBe(isLeft ? 'open' : end);
      expect(await mailsOf(bought.id)).toHaveLength(now.parcels.length);
    }
  },
);
