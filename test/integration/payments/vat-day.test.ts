import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { cents } from '#core/rules/basics/money.ts';
import { receiveTransfer } from '#server/payments/settle-bank-transfers.ts';
import { bankTransfer, refundWhole } from '#test/integration/orders/order-shop.ts';
import { orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import { rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { payOrder, products, vienna } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { findInvoice } from './invoice-shop.ts';

const shop = await openTestShop({ bankTransfer });

async function startOneStopShop(oss_from: string | null): Promise<void> {
  const value = JSON.stringify({ oss_from });
  await shop.db.updateTable('contents').set({ value }).where('key', '=', 'vat').execute();
}

async function review(lines: Readonly<Record<string, number>>) {
  const placed = await orderAsGuest(shop, lines, { email: 'wien@example.org', address: vienna });
  const { included_vat } = placed.order.attributes;
  return { id: placed.id, included_vat, pay: () => payOrder(shop, placed) };
}

const rates = (facts: { readonly vat_shares: readonly { readonly rate: number }[] }) =>
  facts.vat_shares.map(({ rate }) => rate);

test('an order reviewed before the one-stop shop began is refused once; its lines, invoice and correction have the VAT of one day', async () => {
  const { id, included_vat, pay } = await review({
    [products.course]: 1,
    [products.book]: 1,
    [products.voucher]: 1,
  });
  await startOneStopShop('2026-11-21');
  const refused = await pay();
  expect([refused.status, refused.codes]).toEqual([409, ['TOTAL_CHANGED']]);
  expect((await pay()).status).toBe(200);
  // A change after the payment has no effect.
  await startOneStopShop(null);
  const order = await rowOf(shop.db, 'orders', { id });
  const lines = await rowsOf(shop.db, 'order_lines', { order_id: id });
  expect(new Set(lines.map(({ vat_rate }) => vat_rate))).toEqual(new Set([20, 10, 0]));
  expect(order.included_vat_cents).not.toBe(included_vat);
  const { facts } = await findInvoice(shop, id);
  expect(rates(facts)).toEqual([20, 10, 0]);
  expect(facts.vat_shares.reduce((sum, { vat }) => sum + vat, 0)).toBe(order.included_vat_cents);
  await refundWhole(shop.context, id);
  const correction = await findInvoice(shop, id, 'correction');
  expect(rates(correction.facts)).toEqual([20, 10, 0]);
  expect(correction.facts.vat_shares.reduce((sum, { vat }) => sum + vat, 0)).toBe(-order.included_vat_cents);
});

test('the delivery of a printed voucher has the standard rate in the review, at the payment and on the invoice', async () => {
  const printed = {
    email: 'karte@example.org',
    address: vienna,
    properties: { delivery: 'parcel' },
  } as const;
  const placed = await orderAsGuest(shop, { [products.voucher]: 1 }, printed);
  expect(placed.order.attributes).toMatchObject({ shipping_cost: 499, included_vat: 80 });
  const pay = () => payOrder(shop, placed);
  // Only the rate of the delivery changes.
  await startOneStopShop('2026-11-21');
  expect((await pay()).codes).toEqual(['TOTAL_CHANGED']);
  await startOneStopShop(null);
  expect((await pay()).codes).toEqual(['TOTAL_CHANGED']);
  expect((await pay()).status).toBe(200);
  const { facts } = await findInvoice(shop, placed.id);
  expect(facts.vat_shares).toEqual([
    { rate: 19, gross: 499, vat: 80 },
    { rate: 0, gross: facts.total - 499, vat: 0 },
  ]);
});

test.each([
  ['of goods', { [products.course]: 1, [products.book]: 2, [products.voucher]: 1 }, {}, [20, 10, 0]],
  ['of a printed voucher', { [products.voucher]: 1 }, { properties: { delivery: 'parcel' } }, [20, 0]],
] as const)(
  'an order %s whose transfer arrives after the one-stop shop began has the VAT of that day, for the same total',
  async (_, lines, printed, expected) => {
    const placed = await orderAsGuest(shop, lines, { address: vienna, ...printed });
    const { id, code, due, proof } = placed;
    const { value } = await shop.call(endpoints.verifyOrder, { ...proof, body: { id } });
    expect((await payOrder(shop, placed, value?.transfer_nonce ?? '')).status).toBe(202);
    const read = () => rowOf(shop.db, 'orders', { id });
    const before = await read();
    expect(before.state).toBe('awaiting_payment');
    await startOneStopShop('2026-11-21');
    expect(await receiveTransfer(shop.context, code, cents(due))).toMatchObject({ ok: true });
    await startOneStopShop(null);
    const order = await read();
    expect([order.total_cents, order.amount_due_cents]).toEqual([before.total_cents, due]);
    expect(order.included_vat_cents).toBeGreaterThan(before.included_vat_cents);
    const { facts } = await findInvoice(shop, id);
    expect(rates(facts)).toEqual(expected);
    expect(facts.vat_shares).toEqual(order.vat_shares);
    expect(facts.vat_shares.reduce((sum, { gross }) => sum + gross, 0)).toBe(order.total_cents);
    expect(facts.vat_shares.reduce((sum, { vat }) => sum + vat, 0)).toBe(order.included_vat_cents);
    const stored = await rowsOf(shop.db, 'order_lines', { order_id: id }, ['vat_rate'], 'position');
    expect(facts.lines.map(({ vat_rate }) => vat_rate)).toEqual(stored.map(({ vat_rate }) => vat_rate));
  },
);
