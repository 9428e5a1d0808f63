import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { shipOrder } from '#server/orders/delivery/shipments.ts';
import { settleRefunds } from '#server/payments/settle-refunds.ts';
import { findInvoice } from '#test/integration/payments/invoice-shop.ts';
import { explainAll } from '#test/integration/support/explain-all.ts';
import { orderAs, payOrder, products, register, type Shopper } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { refundWhole } from './order-shop.ts';

const shop = await openTestShop();

async function buy(
  shopper: Shopper,
  lines: Readonly<Record<string, number>>,
  options: { readonly code?: string; readonly language?: 'de' | 'en' } = {},
) {
  const placed = await orderAs(shop, shopper, lines, options);
  await payOrder(shop, placed);
  shop.advance(60_000);
  return placed.order;
}

async function paymentsOf(shopper: Shopper, query: Record<string, string> = {}) {
  const { value } = await shop.call(endpoints.listPayments, { bearer: shopper.access, query });
  if (value === null) throw new Error('The payments could not be listed', { cause: shop.faults[0] });
  return value;
}

test('a payment shows the parcels of its goods; one without goods has none', async () => {
  const shopper = await register(shop);
  await buy(shopper, { [products.course]: 1 });
  const { attributes } = await buy(shopper, { [products.book]: 1, [products.voucher]: 1 });
  const parcels = async () => (await paymentsOf(shopper)).data.map((one) => one.attributes.parcel);
  const open = { fulfilment: 'open', parcels: [] };
  expect(await parcels()).toEqual([open, null]);
  await shipOrder(shop.context, attributes.code, { carrier: 'gls', tracking_code: 'G-4812' });
  expect(await parcels()).toMatchObject([
    {
      fulfilment: 'shipped',
      parcels: [
        {
          carrier: 'gls',
          tracking_code: 'G-4812',
          tracking_url: expect.stringMatching(/^https:\/\/gls-group\.com\/.*G-4812$/),
        },
      ],
    },
    null,
  ]);
});

test('a payment shows whether its product can be bought again as a gift, and its picture', async () => {
  const shopper = await register(shop);
  for (const product of [products.course, products.voucher, products.book, products.gift])
    await buy(shopper, { [product]: 1 });
  const { data } = await paymentsOf(shopper);
  expect(data.map((one) => one.attributes.can_be_given)).toEqual([true, false, true, true]);
  expect(data.map((one) => one.attributes.picture)).toEqual([
    expect.stringContaining('clara'),
    expect.stringContaining('buch-'),
    expect.any(String),
    expect.any(String),
  ]);
});

test('a payment has the title of its order, and names the language of it', async () => {
  const shopper = await register(shop);
  await buy(shopper, { [products.voucher]: 1 });
  await buy(shopper, { [products.voucher]: 1 }, { language: 'en' });
  const { data } = await paymentsOf(shopper);
  expect(data.map(({ attributes: { title, language } }) => ({ title, language }))).toEqual([
    { title: expect.stringContaining('voucher'), language: 'en' },
    { title: expect.stringContaining('utschein'), language: 'de' },
  ]);
  for (const { attributes } of data) {
    const params = { id: attributes.order_id };
    const read = await shop.call(endpoints.getOrder, { bearer: shopper.access, params });
    expect(read.value?.data.attributes.language).toBe(attributes.language);
  }
});

test('charges and refunds are in one list, newest first, five on a page', async () => {
  const shopper = await register(shop);
  const first = await buy(shopper, { [products.course]: 1, [products.otherCourse]: 1 });
  expect(await refundWhole(shop.context, first.id)).toMatchObject({ ok: true });
  // A refund of a free product, which is not listed.
  await sql`insert into refunds (id, order_id, refund_key, amount_cents, credit_cents, lines, cause, state, created_at)
    values (${shop.context.ids.uuid()}, ${first.id}, 'nothing', 0, 0, '{"lines":[],"shipping":0}', 'operator', 'refunded',
      ${new Date(shop.context.clock.now())})`.execute(shop.db);
  shop.advance(60_000);
  for (let index = 0; index < 5; index += 1) await buy(shopper, { [products.voucher]: 1 });

  const page = await paymentsOf(shopper);
  expect(page.meta.page).toEqual({ number: 1, size: 5, total: 7 });
  for (const { attributes } of page.data) expect(attributes.title).toContain('utschein');
  const { data } = await paymentsOf(shopper, { 'page[number]': '2' });
  expect(data.map((one) => one.attributes)).toMatchObject([
    { kind: 'refund', state: 'pending', order_code: first.attributes.code, items: 2 },
    {
      kind: 'charge',
      state: 'paid',
      order_code: first.attributes.code,
      amount: first.attributes.total,
      credit: 0,
      items: 2,
      method: { kind: 'card', brand: 'visa', last_four: '1881' },
    },
  ]);
  expect(data[0]?.attributes.amount).toBe(-first.attributes.total);
  await settleRefunds(shop.context);
  expect((await paymentsOf(shopper, { 'page[number]': '2' })).data[0]?.attributes.state).toBe('refunded');
});

test('the amounts paid by voucher and by card are listed separately', async () => {
  const shopper = await register(shop);
  const order = await buy(shopper, { [products.course]: 1 }, { code: 'GUTSCHEIN-50' });
  const { data } = await paymentsOf(shopper);
  const { amount, credit } = data[0]?.attributes ?? {};
  expect(credit).toBeGreaterThan(0);
  expect((amount ?? 0) + (credit ?? 0)).toBe(order.attributes.total);
});

test('an invoice URL gives access to this invoice only, without login, for 15 minutes', async () => {
  const shopper = await register(shop);
  const order = await buy(shopper, { [products.course]: 1 });
  const { data } = await paymentsOf(shopper);
  const address = data[0]?.attributes.invoice_url?.replace(/^\/api/, '') ?? '';
  const response = await shop.send(address);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/pdf');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(response.headers.get('Content-Disposition')).toMatch(
    /^inline; filename="Rechnung-RE-2026-\d{6}\.pdf"$/,
  );
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(new TextDecoder().decode((await response.arrayBuffer()).slice(0, 5))).toBe('%PDF-');

  const other = await buy(await register(shop), { [products.course]: 1 });
  const { id } = await findInvoice(shop, other.id);
  const own = await findInvoice(shop, order.id);
  const token = new URL(`http://localhost${address}`).searchParams.get('token') ?? '';
  const [expires, signature] = token.split('.');
  for (const forged of [
    `/invoices/${id}?token=${token}`,
    `/invoices/${own.id}`,
    `/invoices/${own.id}?token=`,
    `/invoices/${own.id}?token=${expires}`,
    `/invoices/${own.id}?token=${expires}x.${signature}`,
    `/invoices/${own.id}?token=zzzzzzzzz.${signature}`,
  ]) {
    expect((await shop.send(forged)).status, forged).toBe(403);
  }
  // `buy` has advanced the clock by one minute.
  shop.advance(14 * 60_000 - 1);
  expect((await shop.send(address)).status).toBe(200);
  shop.advance(1);
  expect((await shop.send(address)).status).toBe(403);
});

test('users cannot see payments of other users', async () => {
  expect((await paymentsOf(await register(shop))).data).toEqual([]);
  expect(shop.faults).toEqual([]);
});

test('invoices and corrections are found through the index of their orders', async () => {
  const learner = await register(shop);
  const plans = await explainAll(shop.db, () => paymentsOf(learner), {
    isMeant: ({ text }) => text.includes('left join invoices'),
    without: ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'],
  });
  const scans = plans.flatMap((plan) => plan.match(/"Relation Name":"invoices"[^{}]*/g) ?? []);
  expect(scans).toHaveLength(2);
  for (const scan of scans) expect(scan).toMatch(/"Index Cond":"\(order_id = /);
});
