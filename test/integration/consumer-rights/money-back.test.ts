import { beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { getCodeInfo } from '#server/coupons/code-info.ts';
import { selectIssuedCodes } from '#server/mail/mail-attachments.ts';
import { readNewVouchers } from '#server/mail/payment-mails.ts';
import { revokeCode } from '#server/operations/order-actions/order-codes.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import { eraseAccount, lockErasable } from '#server/personal-data/erase-account.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { cancelById } from '#server/subscriptions/cancel-subscription.ts';
import { giveVoucher, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows, insertRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import { runs } from '#test/run-length.ts';
import { type BoughtOrder, createRightsShop, days, sellEveryKind } from './consumer-rights-shop.ts';

// Attempts to use a purchase and to get a refund for it as well, each from the purchase to the refund.

const { db } = await openTestDatabase();
const shop = createRightsShop(db);
const { context } = shop;

beforeAll(async () => {
  await sellEveryKind(db);
  await sellProduct(db, { id: 'present', kind: 'gift', price: 9_900, gives: 'other-course' });
  await sellProduct(db, { id: 'chest', kind: 'gift_box', price: 12_900, stock: 9, gives: 'other-course' });
  await sellProduct(db, { id: 'year', kind: 'gift', price: 18_000, gives: 'pass' });
  await insertRows(db, 'bundles', {
    id: 'pair',
    product_ids: ['course', 'other-course'],
    price_cents: 14_900,
    texts: '{}',
  });
});

/** Withdraws from a whole order. Returns the cents of all its refunds, by card and as credit. */
async function backOf(order: BoughtOrder): Promise<number> {
  await shop.withdraw(order);
  return (await shop.refundsOf(order.id)).reduce((sum, one) => sum + one.amount_cents + one.credit_cents, 0);
}

const buyerOf = async (orderId: string) => (await rowOf(db, 'orders', { id: orderId })).user_id ?? '';

const voucherOf = async (order_id: string) =>
  rowOf(db, 'gift_codes', { order_line_id: (await rowOf(db, 'order_lines', { order_id })).id });

/** Deletes the account of an order's buyer. */
async function erase(orderId: string): Promise<void> {
  const userId = await buyerOf(orderId);
  await inTransaction(db, async (trx) => {
    const account = await lockErasable(trx, userId, null);
    if (!account.ok) throw new Error(account.error.code);
    await eraseAccount(trx, context, account.value);
  });
}

const dayLess = (price: number, count: number) => Math.round((price * (365 - count)) / 365);

test('of a bundle of two courses only the share of the unwatched one is refunded', async () => {
  const order = await shop.buy({ lines: { course: 1, 'other-course': 1 } });
  expect(order.total).toBe(14_900);
  await shop.deliverConfirmations();
  expect(await shop.download(order.id, 'course-2')).toBe('open');
  const lines = await shop.linesOf(order.id);
  const other = lines.find(({ product_id }) => product_id === 'other-course');
  expect(await backOf(order)).toBe((other?.price_cents ?? 0) - (other?.discount_cents ?? 0));
});

test('neither price nor voucher is refunded for a watched course that was paid by a voucher', async () => {
  const voucher = await shop.buy({ lines: { voucher: 1 } });
  const { id } = await voucherOf(voucher.id);
  const course = await shop.buy({ lines: { course: 1 }, voucherId: id });
  await shop.deliverConfirmations();
  await shop.download(course.id, 'course-2');
  expect([await backOf(voucher), await backOf(course), await backOf(voucher)]).toEqual([0, 0, 0]);
});

test('an unwatched course gives the voucher back that paid for it, and the voucher its price, each once', async () => {
  const voucher = await shop.buy({ lines: { voucher: 1 } });
  const { id } = await voucherOf(voucher.id);
  const course = await shop.buy({ lines: { course: 1 }, voucherId: id });
  await shop.deliverConfirmations();
  expect(await backOf(course)).toBe(8_900);
  expect((await voucherOf(voucher.id)).balance_cents).toBe(5_000);
  expect([await backOf(voucher), await backOf(voucher), await backOf(course)]).toEqual([5_000, 5_000, 8_900]);
  expect(await shop.download(course.id, 'course-2')).toBe('refused');
});

test('a gift of a membership with which a course was watched is not refunded', async () => {
  const order = await shop.buy({ lines: { year: 1 } });
  await shop.deliverConfirmations();
  const friend = await shop.redeemGift(order.id, 'year');
  expect(await shop.watch(friend, 'course', 'course-2')).toBe('open');
  expect(await backOf(order)).toBe(0);
  expect(await shop.watch(friend, 'course', 'course-2')).toBe('open');
});

test('a membership is refunded by its days, also after its owner has cancelled it and deleted the account', async () => {
  const order = await shop.buy({ lines: { pass: 1 }, earlyStart: true });
  await shop.deliverConfirmations();
  await shop.download(order.id, 'course-2');
  const { id } = await rowOf(db, 'subscriptions', { order_id: order.id });
  await inTransaction(db, (trx) => cancelById(trx, context, id, { cause: 'buyer' }));
  await erase(order.id);
  shop.advance(days(2));
  expect(await backOf(order)).toBe(dayLess(18_000, 3));
  expect(await backOf(order)).toBe(dayLess(18_000, 3));
});

describe('after the account was deleted a new voucher is mailed for what was paid by', () => {
  /** Returns the amounts of the new vouchers for the only refund of an order. */
  async function mailedVouchers(order: BoughtOrder) {
    const [refund] = await shop.refundsOf(order.id);
    expect(await shop.mailsTo(order.email)).toContain('refund');
    const made = await readNewVouchers(db, refund?.id ?? '');
    for (const { code, amount_cents } of made)
      expect(await rowOf(db, 'gift_codes', { code })).toMatchObject({
        kind: 'voucher',
        balance_cents: amount_cents,
        redeemed_by: null,
      });
    return made.map(({ amount_cents }) => amount_cents);
  }

  test('credit', async () => {
    const userId = await shop.redeemGift((await shop.buy({ lines: { voucher: 1 } })).id, 'voucher');
    const { email } = await rowOf(db, 'users', { id: userId });
    const cart = await shop.storeCart({ lines: { course: 1 }, userId });
    const { id, attributes } = await shop.ordered(cart, email, userId);
    const paid = await shop.pay(id, 'fake-valid-nonce', attributes.amount_due, userId);
    expect([paid.ok, attributes.amount_due]).toEqual([true, 3_900]);
    const order = { id, email, code: attributes.code, total: attributes.total };
    await erase(id);
    expect(await backOf(order)).toBe(8_900);
    expect(await mailedVouchers(order)).toEqual([5_000]);
    const credit = await rowsOf(db, 'gift_codes', { kind: 'credit', redeemed_by: userId }, ['balance_cents']);
    expect(credit).toEqual([{ balance_cents: 0 }]);
  });

  test('a voucher that another user has redeemed since; no account is created', async () => {
    const voucherId = await giveVoucher(db, 5_000);
    const order = await shop.buy({ lines: { course: 1 }, voucherId });
    const redeemed_by = await shop.redeemGift((await shop.buy({ lines: { voucher: 1 } })).id, 'voucher');
    await changeRows(db, 'gift_codes', { id: voucherId }, { redeemed_by });
    await erase(order.id);
    expect(await backOf(order)).toBe(8_900);
    expect(await mailedVouchers(order)).toEqual([5_000]);
    expect(await rowsOf(db, 'users', { email: order.email })).toEqual([]);
  });
});

test.each(['gift', 'voucher'])(
  'a %s that an operator revoked without a refund is refunded by a withdrawal, once',
  async (product) => {
    const order = await shop.buy({ lines: { [product]: 3 } });
    const { id: line_id } = await rowOf(db, 'order_lines', { order_id: order.id });
    await shop.refund({ order_id: order.id, lines: [{ line_id, quantity: 1 }], includes_shipping: false });
    const good = async () =>
      (await rowsOf(db, 'gift_codes', { order_line_id: line_id })).filter((code) => code.revoked_at === null);
    const [first, second] = await good();
    expect(await revokeCode(context, { id: order.id, code_id: first?.id ?? '' })).toMatchObject({ ok: true });
    shop.advance(days(5));
    const { results } = await shop.withdraw(order, [{ id: line_id, quantity: 1 }]);
    expect(results).toEqual({ [product]: 'refunded' });
    expect(await good(), 'a valid code is kept').toEqual([second]);
    for (const _ of [1, 2]) expect(await backOf(order)).toBe(order.total);
  },
);

test('a withdrawal refunds the voucher that was revoked without a refund, not one that was refunded since', async () => {
  const order = await shop.buy({ lines: { voucher: 2 } });
  const { id: line_id } = await rowOf(db, 'order_lines', { order_id: order.id });
  const [spent] = await rowsOf(db, 'gift_codes', { order_line_id: line_id });
  await changeRows(db, 'gift_codes', { id: spent?.id ?? '' }, { balance_cents: 1_000 });
  await revokeCode(context, { id: order.id, code_id: spent?.id ?? '' });
  shop.advance(days(1));
  await shop.refund({ order_id: order.id, lines: [{ line_id, quantity: 1 }], includes_shipping: false });
  const { results } = await shop.withdraw(order, [{ id: line_id, quantity: 1 }]);
  expect(results).toEqual({ voucher: 'refunded' });
  const amounts = await shop.amountsBack(order.id);
  expect(amounts.toSorted((one, other) => one - other)).toEqual([1_000, order.total / 2]);
});

test('an earlier refund by an operator is deducted from the refund of a withdrawal', async () => {
  const [course, pass] = [
    await shop.buy({ lines: { course: 1 } }),
    await shop.buy({ lines: { pass: 1 }, earlyStart: true }),
  ];
  await shop.deliverConfirmations();
  await shop.download(pass.id, 'course-2');
  for (const { id } of [course, pass]) {
    const [line] = await shop.linesOf(id);
    const lines = [{ line_id: line?.id ?? '', quantity: 0, amount: cents(3_000) }];
    await shop.refund({ order_id: id, lines, includes_shipping: false });
  }
  expect(await backOf(course)).toBe(8_900);
  expect(await backOf(pass)).toBe(3_000 + dayLess(15_000, 1));
});

test('a course that was watched while the declaration named a wrong number is not refunded', async () => {
  const order = await shop.buy({ lines: { course: 1 } });
  await shop.deliverConfirmations();
  await shop.download(order.id, 'course-2');
  shop.advance(1_000);
  const { reference } = await shop.withdraw({ code: 'FALSCH', email: order.email });
  await erase(order.id);
  await shop.answer(reference, { action: 'carry_out', code: order.code });
  expect(await backOf(order)).toBe(0);
});

// Races; docs/testing.md describes how an implementation without protection fails in each.

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

test('one withdrawal declared 20 times and decided by 20 jobs at once: one refund', async () => {
  for (const _ of times(runs(3))) {
    const order = await shop.buy({ lines: { course: 1, book: 2, voucher: 1 } });
    const details = { lines: null, reason: null };
    const declaration = { kind: 'withdrawal', name: 'Johanna', details, ...order } as const;
    await Promise.all(times(20).map(() => shop.declare(declaration)));
    await Promise.all(times(20).map(() => shop.decide()));
    await Promise.all(times(5).map(() => shop.settle()));
    expect(await shop.amountsBack(order.id)).toEqual([order.total]);
    expect(await shop.stateOf(order.id)).toBe('refunded');
    expect(shop.gatewayRefunds(order.code)).toEqual([order.total]);
    const left = await rowsOf(db, 'declarations', { order_id: order.id }, ['state']);
    expect(left.map((row) => row.state)).toEqual(times(20).map(() => 'matched'));
  }
});

test('20 parallel refunds of one order never refund more than was paid', async () => {
  for (const _ of times(runs(3))) {
    const order = await shop.buy({ lines: { course: 1, 'other-course': 1 } });
    const lines = await db.selectFrom('order_lines').select('id').where('order_id', '=', order.id).execute();
    const asked = await Promise.all(
      times(20).map((index) =>
        shop.refund({
          order_id: order.id,
          lines: index % 3 === 0 ? 'all' : [{ line_id: lines[index % 2]?.id ?? '', quantity: 1 }],
          includes_shipping: true,
        }),
      ),
    );
    const granted = asked.flatMap((one) => (one.ok ? [one.value.amount] : []));
    const refusals = asked.flatMap((one) => (one.ok ? [] : [one.error]));
    expect(refusals).toEqual(refusals.map(() => 'NOTHING_LEFT'));
    expect(granted.reduce((sum, amount) => sum + amount, 0)).toBe(order.total);
  }
});

test('numbers of corrections have no gaps, also for parallel refunds', async () => {
  const orders = [];
  for (const _ of times(12)) orders.push(await shop.buy({ lines: { course: 1 } }));
  await Promise.all(
    orders.map((order, index) =>
      index % 3 === 0
        ? failingRefund(order.id).catch(() => null)
        : shop.refund({ order_id: order.id, lines: 'all', includes_shipping: true }),
    ),
  );
  const rows = await rowsOf(db, 'invoices', { kind: 'correction' }, ['number'], 'number');
  expect(rows.map((row) => row.number)).toEqual(
    rows.map((_, index) => `RK-2026-${String(index + 1).padStart(6, '0')}`),
  );
  expect(rows.length).toBeGreaterThanOrEqual(8);
});

/** Requests a refund in a transaction that is rolled back at its end. */
async function failingRefund(orderId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const request = { order_id: orderId, lines: 'all', includes_shipping: true, cause: 'operator' } as const;
    await createRefund(trx, shop.context, request);
    throw new Error('rolled back');
  });
}

/** Changes what a product gives to later buyers. */
const changeGift = (id: string, product_id: string) =>
  changeRows(db, 'products', { id }, { details: JSON.stringify({ gives: { product_id } }) });

/** Returns the courses and memberships that an account has by codes. */
async function givenTo(userId: string): Promise<readonly string[]> {
  const courses = await rowsOf(db, 'entitlements', { user_id: userId }, ['course_id']);
  const periods = await rowsOf(db, 'subscriptions', { user_id: userId }, ['product_id']);
  return [...courses.map(({ course_id }) => course_id), ...periods.map(({ product_id }) => product_id)];
}

describe('a code opens what was sold, whatever its product gives later:', () => {
  test.each([
    ['a gift of a course that gives another one', 'present', 'other-course', 'course', 'other-course'],
    ['a gift of a course that gives a membership', 'present', 'other-course', 'pass', 'other-course'],
    ['a box', 'chest', 'other-course', 'course', 'other-course'],
    ['a gift of a membership that gives a course', 'year', 'pass', 'course', 'year'],
  ])('%s', async (_, sold, promised, later, title) => {
    await changeGift(sold, promised);
    const order = await shop.buy({ lines: { [sold]: 1 } });
    await changeGift(sold, later);
    const [issued] = await selectIssuedCodes(db).where('order_lines.order_id', '=', order.id).execute();
    expect(issued?.given_title).toBe(title);
    const asked = { code: issued?.code ?? '', opens: false };
    const told = await getCodeInfo(context, asked, { user: null, locale: 'de', address: '127.0.0.1' });
    expect(told).toMatchObject({ ok: true, value: { product_title: title } });
    expect(await givenTo(await shop.redeemGift(order.id, sold))).toEqual([promised]);
  });

  test('later buyers get what it gives now', async () => {
    await changeGift('present', 'course');
    const order = await shop.buy({ lines: { present: 1 } });
    expect(await givenTo(await shop.redeemGift(order.id, 'present'))).toEqual(['course']);
  });
});
