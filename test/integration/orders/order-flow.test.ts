import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { purchaseEvent } from '#core/rules/tracking/analytics-events.ts';
import type { CardGateway } from '#ports/payment-gateway.ts';
import { createOrder } from '#server/orders/create-order.ts';
import { findOrder } from '#server/orders/read-order.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { refusalOf } from '#test/integration/support/outcomes.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { createOrderShop, giftCodesOf, giveVoucher, offerCoupon, sellProduct } from './order-shop.ts';

const { db } = await openTestDatabase();
const shop = createOrderShop(db);
const newEmail = () => `${randomUUID()}@meisterhand.example`;

beforeAll(async () => {
  await sellProduct(db, { id: 'drawing', kind: 'course', price: 8900 });
  await sellProduct(db, { id: 'piano', kind: 'course', price: 9900 });
  await sellProduct(db, { id: 'type-book', kind: 'book', price: 2490, stock: 100 });
  await sellProduct(db, { id: 'voucher-50', kind: 'voucher', price: 5000 });
  await sellProduct(db, { id: 'pass', kind: 'membership', price: 18000 });
  await sellProduct(db, { id: 'year', kind: 'membership', price: 17_999 });
  await offerCoupon(db, { code: 'WILLKOMMEN10', percent: 10 });
});

test('a guest buys a course and a book: coupon, shipping, account, course, invoice and mails follow', async () => {
  const email = newEmail();
  const stock = await shop.stockOf('type-book');
  const cart = await shop.storeCart({ lines: { drawing: 1, 'type-book': 2 }, coupon: 'WILLKOMMEN10' });
  const { id, attributes } = await shop.ordered(cart, email);
  expect(attributes).toMatchObject({ state: 'draft', subtotal: 13880, discount: 890, shipping_cost: 499 });
  expect(attributes.total).toBe(13880 - 890 + 499);
  expect(attributes.needs_waiver).toBe(true);
  expect(attributes.products).toMatchObject([
    { category: 'Alles aus course', category_identifier: 'course' },
    { category: 'Alles aus book', category_identifier: 'book' },
  ]);

  const paid = await shop.pay(id, 'fake-valid-nonce', attributes.amount_due);
  expect(paid).toMatchObject({
    ok: true,
    value: { attributes: { state: 'paid', fulfilment: 'open', is_new_account: true } },
  });
  expect(shop.chargesOf(attributes.code)).toMatchObject([{ amount: attributes.total }]);

  const user = await rowOf(db, 'users', { email });
  expect(user.is_registered_with_funnel).toBe(true);
  const owned = await rowsOf(db, 'entitlements', { user_id: user.id }, ['course_id']);
  expect(owned).toEqual([{ course_id: 'drawing' }]);
  expect(await shop.stockOf('type-book')).toBe(stock - 2);
  const mails = await rowsOf(db, 'outbox', { recipient: email }, ['template']);
  expect(mails.map((mail) => mail.template).toSorted()).toEqual(['order', 'set_password']);
  const link = await rowOf(db, 'one_time_tokens', { user_id: user.id });
  expect(link.kind).toBe('password');
  expect(Number(link.expires_at) - Number(link.created_at)).toBe(70 * 60_000);
  const { id: cart_id } = await rowOf(db, 'carts', { public_id: cart });
  expect(await rowsOf(db, 'cart_lines', { cart_id })).toEqual([]);
  expect(shop.surprises).toEqual([]);
});

test('a paid line leaves the cart even if it got default properties since; one for another recipient stays', async () => {
  const cart = await shop.storeCart({ lines: { 'voucher-50': 1 } });
  const { id, attributes } = await shop.ordered(cart);
  const { id: cart_id } = await rowOf(db, 'carts', { public_id: cart });
  const defaults = { delivery: 'buyer', theme: 'neutral', greeting: '', is_gift_pdf: false };
  await changeRows(db, 'cart_lines', { cart_id }, { custom_properties: JSON.stringify(defaults) });
  const gateway: CardGateway = {
    ...shop.gateway,
    async charge(request) {
      const others = JSON.stringify({ greeting: 'Alles Gute' });
      const added = { cart_id, product_id: 'voucher-50', quantity: 1, position: 2 };
      await insertRows(db, 'cart_lines', { ...added, custom_properties: others });
      return shop.gateway.charge(request);
    },
  };
  const paid = await shop.pay(id, 'fake-valid-nonce', attributes.amount_due, null, gateway);
  expect(paid).toMatchObject({ ok: true, value: { attributes: { state: 'paid' } } });
  const left = await rowsOf(db, 'cart_lines', { cart_id }, ['custom_properties']);
  expect(left).toEqual([{ custom_properties: { greeting: 'Alles Gute' } }]);
});

test.each([
  [1, []],
  [3, [{ product_id: 'voucher-50', quantity: 2, is_from_coupon: false }]],
])('a hidden free unit leaves the cart with the order, of %i pieces one', async (pieces, rest) => {
  const cart = await shop.storeCart({ lines: { 'type-book': 1 }, coupon: 'VORBEI' });
  const { id: cart_id } = await rowOf(db, 'carts', { public_id: cart });
  const free = { cart_id, product_id: 'voucher-50', is_from_coupon: true };
  await insertRows(db, 'cart_lines', { ...free, quantity: 1, position: 2 });
  const { id, attributes } = await shop.ordered(cart);
  const gateway: CardGateway = {
    ...shop.gateway,
    async charge(request) {
      await changeRows(db, 'cart_lines', free, { quantity: pieces });
      return shop.gateway.charge(request);
    },
  };
  const paid = await shop.pay(id, 'fake-valid-nonce', attributes.amount_due, null, gateway);
  expect(paid).toMatchObject({ ok: true, value: { attributes: { products: [{ id: 'type-book' }] } } });
  const left = await rowsOf(db, 'cart_lines', { cart_id }, ['product_id', 'quantity', 'is_from_coupon']);
  expect(left).toEqual(rest);
});

test('each line of an order has its own part of a discount', async () => {
  const lines = { piano: 1, drawing: 1, 'type-book': 1 };
  const order = await shop.ordered(await shop.storeCart({ lines, coupon: 'WILLKOMMEN10' }));
  const parts = await rowsOf(db, 'order_lines', { order_id: order.id }, '*', 'position');
  expect(parts.map(({ product_id, discount_cents }) => [product_id, discount_cents])).toEqual([
    ['piano', 990],
    ['drawing', 890],
    ['type-book', 0],
  ]);
});

test('a decline releases what was reserved, and a new nonce pays', async () => {
  const voucherId = await giveVoucher(db, 3000);
  const stock = await shop.stockOf('type-book');
  const cart = await shop.storeCart({
    lines: { 'type-book': 1, drawing: 1 },
    coupon: 'WILLKOMMEN10',
    voucherId,
  });
  const order = await shop.ordered(cart);
  expect(order.attributes.credit).toBe(3000);
  const decline = () => shop.pay(order.id, 'fake-processor-declined-visa-nonce', order.attributes.amount_due);
  const declined = await decline();
  expect(declined).toMatchObject({ ok: false, error: { code: 'PAYMENT_DECLINED' } });
  expect(await shop.stockOf('type-book')).toBe(stock);
  const voucher = () => rowOf(db, 'gift_codes', { id: voucherId });
  expect((await voucher()).balance_cents).toBe(3000);
  expect(await decline()).toEqual(declined);

  const paid = await shop.pay(order.id, 'fake-valid-nonce', order.attributes.amount_due);
  expect(paid).toMatchObject({ ok: true, value: { attributes: { state: 'paid' } } });
  expect((await voucher()).balance_cents).toBe(0);
  expect(await shop.stockOf('type-book')).toBe(stock - 1);
});

test('a price that changed after the review is shown again before the gateway is called', async () => {
  await sellProduct(db, { id: 'changing', kind: 'course', price: 5000 });
  const order = await shop.ordered(await shop.storeCart({ lines: { changing: 1 } }));
  await changeRows(db, 'products', { id: 'changing' }, { price_cents: 6000 });
  const charges = shop.gateway.ledger().charges.length;
  expect(refusalOf(await shop.pay(order.id, 'fake-valid-nonce', 5000))).toBe('TOTAL_CHANGED');
  expect(shop.gateway.ledger().charges).toHaveLength(charges);
  expect(await shop.pay(order.id, 'fake-valid-nonce', 6000)).toMatchObject({
    ok: true,
    value: { attributes: { total: 6000 } },
  });
});

test('a cart that changed in a second tab is reviewed again, even at the same total', async () => {
  await sellProduct(db, { id: 'twin', kind: 'course', price: 8900 });
  const cart = await shop.storeCart({ lines: { drawing: 1 } });
  const order = await shop.ordered(cart);
  const { id: cart_id } = await rowOf(db, 'carts', { public_id: cart });
  await changeRows(db, 'cart_lines', { cart_id }, { product_id: 'twin' });
  expect(refusalOf(await shop.pay(order.id, 'fake-valid-nonce', 8900))).toBe('TOTAL_CHANGED');
  expect(await shop.pay(order.id, 'fake-valid-nonce', 8900)).toMatchObject({
    ok: true,
    value: { attributes: { products: [{ id: 'twin' }] } },
  });
});

test('a membership requires a payment method even if nothing is due, and starts a subscription', async () => {
  const voucherId = await giveVoucher(db, 20_000);
  const free = await shop.ordered(await shop.storeCart({ lines: { pass: 1 }, voucherId }));
  expect(refusalOf(await shop.pay(free.id, null, 0))).toBe('PAYMENT_METHOD_REQUIRED');
  expect(await shop.pay(free.id, 'fake-valid-nonce', 0)).toMatchObject({ ok: true });
  const { vault_token: _, ...kept } = await rowOf(db, 'payment_attempts', { order_id: free.id });
  expect(kept).toMatchObject({ state: 'charged', transaction_id: kept.attempt_key });
  // The token is in no other column, so it can be deleted completely.
  expect(JSON.stringify(kept)).not.toContain('vault:');
  const order = await shop.ordered(await shop.storeCart({ lines: { pass: 1 } }));
  await shop.pay(order.id, 'fake-valid-nonce', 18_000);
  const subscription = await rowOf(db, 'subscriptions', { order_id: order.id });
  expect(subscription).toMatchObject({
    status: 'active',
    anchor_day: 21,
    period_ends_at: new Date('2027-11-21T00:00:00+01:00'),
    vault_token: expect.stringMatching(/^vault:/),
  });
});

test('the purchase event counts a membership as twelve monthly prices, whatever a year costs', async () => {
  const { attributes } = await shop.ordered(await shop.storeCart({ lines: { year: 1 } }));
  expect([attributes.total, purchaseEvent(attributes).value]).toEqual([17_999, 12 * 1_500]);
});

test('bought vouchers have a code each, with a ledger that agrees', async () => {
  const order = await shop.ordered(await shop.storeCart({ lines: { 'voucher-50': 3 } }));
  const paid = await shop.pay(order.id, 'fake-valid-nonce', 15_000);
  const codes = await giftCodesOf(db, order.id);
  expect(codes.map((code) => code.balance_cents)).toEqual([5000, 5000, 5000]);
  expect(new Set(codes.map((code) => code.code)).size, 'different codes').toBe(3);
  expect(paid).toMatchObject({ value: { attributes: { products: [{ code: expect.any(String) }] } } });
});

test('the token of a guest’s order expires after 180 days; the account of the buyer keeps access', async () => {
  const order = await shop.ordered(await shop.storeCart({ lines: { drawing: 1 } }));
  const placed = Date.parse(order.attributes.created_at);
  const day = 24 * 60 * 60_000;
  const ask = (after: number, caller = shop.callerFor(order.id)) =>
    findOrder(db, { ...shop.context, clock: { now: () => placed + after } }, caller, order.id);
  expect(await ask(180 * day - 1)).toMatchObject({ ok: true });
  expect(await ask(180 * day)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  const owner = randomUUID();
  const account = { email: newEmail(), preferred_language: 'de', created_at: new Date() };
  await insertRows(db, 'users', { id: owner, ...account });
  await changeRows(db, 'orders', { id: order.id }, { user_id: owner });
  expect(await ask(400 * day, shop.callerFor(null, owner))).toMatchObject({ ok: true });
});

const ofCart = { referral_code: 'CART-FRIEND', affiliate_code: 'CART-PARTNER' };
const noCodes = { referral_code: null, affiliate_code: null };

test('an order stores the referral and affiliate codes of its request, or else those of its cart', async () => {
  type Codes = { readonly referral_code?: string | null; readonly affiliate_code?: string | null };
  const codesOf = async (body: Codes) => {
    const cart = await shop.storeCart({ lines: { drawing: 1 } });
    await changeRows(db, 'carts', { public_id: cart }, ofCart);
    const created = await createOrder(shop.context, shop.callerFor(null), {
      email: newEmail(),
      template: 'order',
      bundle_cart_unique_id: cart,
      products: [],
      ...body,
    });
    if (!created.ok) throw new Error(created.error.code);
    const { referral_code, affiliate_code } = await rowOf(db, 'orders', { id: created.value.data.id });
    return { referral_code, affiliate_code };
  };
  expect(await codesOf({})).toEqual(ofCart);
  for (const own of [{ referral_code: 'FRIEND', affiliate_code: 'PARTNER' }, noCodes])
    expect(await codesOf(own)).toEqual(own);
});

test('the codes that led to an order do not count for the next one of the same cart', async () => {
  const cart = await shop.storeCart({ lines: { drawing: 1 } });
  await changeRows(db, 'carts', { public_id: cart }, ofCart);
  const { id, attributes } = await shop.ordered(cart);
  expect(await rowOf(db, 'carts', { public_id: cart })).toMatchObject(ofCart);
  expect(await shop.pay(id, 'fake-valid-nonce', attributes.amount_due)).toMatchObject({ ok: true });
  expect(await rowOf(db, 'orders', { id })).toMatchObject(ofCart);
  expect(await rowOf(db, 'carts', { public_id: cart })).toMatchObject(noCodes);
});
