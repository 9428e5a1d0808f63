import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { err } from '#core/rules/basics/result.ts';
import { listOpenDeclarations } from '#server/consumer-rights/operator-decision.ts';
import { giftCodesOf, offerCoupon, sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows, rowsOf } from '#test/integration/support/rows.ts';
import { createRightsShop, days, readDeclaration, sellEveryKind } from './consumer-rights-shop.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);
const { context } = shop;

beforeAll(async () => {
  await sellEveryKind(db);
  await sellProduct(db, { id: 'odd-gift', kind: 'gift', price: 2_503, gives: 'other-course' });
  await offerCoupon(db, { code: 'SIEBEN', percent: 7 });
});

const stranger = () => `${randomUUID()}@meisterhand.example`;

describe('what is used after its withdrawal was declared', () => {
  const withdrawUnknown = async () =>
    (await shop.withdraw({ code: 'MEIN KURS', email: stranger() })).reference;

  test('is not refunded at once: an operator sees the use and settles it with a deduction', async () => {
    const pass = await shop.buy({ lines: { pass: 1 } });
    await shop.deliverConfirmations();
    shop.advance(days(13));
    const reference = await withdrawUnknown();
    shop.advance(days(5));
    expect(await shop.download(pass.id, 'course-2')).toBe('open');
    const found = await shop.answer(reference, { action: 'carry_out', code: pass.code });
    expect(found).toMatchObject({ ok: true, value: { state: 'open', decision: { open: 'USED_SINCE' } } });
    expect(await shop.refundsOf(pass.id)).toEqual([]);
    expect((await listOpenDeclarations(context)).map((one) => one.reference)).toContain(reference);
    expect((await readDeclaration(db, reference)).row.order_id).toBe(pass.id);
    const settle = (deduction: number) =>
      shop.answer(reference, { action: 'settle', deduction: cents(deduction) });
    expect(await settle(18_001)).toEqual(err('DEDUCTION_TOO_HIGH'));
    expect(await settle(750)).toMatchObject({ ok: true, value: { state: 'answered' } });
    expect((await readDeclaration(db, reference)).amounts).toEqual({ pass: 17_250 });
    expect(await shop.amountsBack(pass.id)).toEqual([17_250]);
    expect(await shop.outcomeMails(reference)).toEqual(['answered', 'settled']);
    expect(await settle(0)).toEqual(err('NOT_OPEN'));
  });

  test('is not refused either: the withdrawal of a course and of a gift came first', async () => {
    const order = await shop.buy({ lines: { course: 1, gift: 1 } });
    await shop.deliverConfirmations();
    const reference = await withdrawUnknown();
    shop.advance(1_000);
    expect(await shop.download(order.id, 'course-2')).toBe('open');
    await shop.watchGift(order.id, 'gift');
    await shop.answer(reference, { action: 'carry_out', code: order.code });
    const { results } = await readDeclaration(db, reference);
    expect(results).toEqual({ course: 'USED_SINCE', gift: 'USED_SINCE' });
    await shop.answer(reference, { action: 'settle', deduction: cents(2_670) });
    expect((await readDeclaration(db, reference)).amounts).toEqual({ course: 7_565, gift: 7_565 });
    expect(await shop.download(order.id, 'course-2')).toBe('refused');
  });

  test('is settled separately from goods that are awaited', async () => {
    const order = await shop.buy({ lines: { course: 1, book: 1 } });
    await shop.deliverConfirmations();
    await shop.ship(order.id, true);
    const reference = await withdrawUnknown();
    shop.advance(1_000);
    await shop.download(order.id, 'course-2');
    await shop.answer(reference, { action: 'carry_out', code: order.code });
    expect(await shop.answer(reference, { action: 'goods_back' })).toEqual(err('NO_GOODS_AWAITED'));
    const settled = { action: 'settle', deduction: cents(8_900) } as const;
    expect(await shop.answer(reference, settled)).toMatchObject({
      ok: true,
      value: { state: 'open', decision: { open: 'GOODS_AWAITED' } },
    });
    expect(await shop.answer(reference, settled)).toEqual(err('NOTHING_TO_SETTLE'));
    await shop.answer(reference, { action: 'goods_back' });
    expect((await readDeclaration(db, reference)).amounts).toEqual({ course: 0, book: 2_490 });
  });

  test.each([
    ['was used before, waits for an operator', 1, true],
    ['was used before, and last on the day of the declaration, is refunded by its days', 0, true],
    ['was not used before, waits for an operator', 1, false],
  ])('of a membership that %s', async (_, later, isUsedBefore) => {
    const pass = await shop.buy({ lines: { pass: 1 }, earlyStart: true });
    await shop.deliverConfirmations();
    const use = () => shop.download(pass.id, 'course-2');
    const firstDay = new Date(context.clock.now());
    if (isUsedBefore) await use();
    shop.advance(days(3));
    const declaredDay = new Date(context.clock.now());
    if (isUsedBefore) await use();
    const reference = await withdrawUnknown();
    shop.advance(60_000);
    if (isUsedBefore) await use();
    shop.advance(days(later));
    const lastDay = new Date(context.clock.now());
    if (later > 0) await use();
    const [line] = await shop.linesOf(pass.id);
    const columns = ['opened_at', 'last_used_at'] as const;
    const noted = await rowsOf(db, 'digital_contents', { order_line_id: line?.id ?? '' }, columns);
    expect(noted, 'the first use, and the first one of the last day').toEqual([
      isUsedBefore
        ? { opened_at: firstDay, last_used_at: later > 0 ? lastDay : declaredDay }
        : { opened_at: lastDay, last_used_at: null },
    ]);
    await shop.answer(reference, { action: 'carry_out', code: pass.code });
    const { results, amounts } = await readDeclaration(db, reference);
    expect([results, amounts]).toEqual(
      later > 0
        ? [{ pass: 'USED_SINCE' }, { pass: 0 }]
        : [{ pass: 'refunded' }, { pass: Math.round((18_000 * 361) / 365) }],
    );
  });

  test.each([
    ['waits for an operator', 1, 'USED_SINCE', 0],
    ['is refunded when it was not used since', 0, 'refunded', 8_900],
  ])(
    'of an old gift on a card, whose buyer was not asked for consent, %s',
    async (_, later, result, amount) => {
      const order = await shop.buy({ lines: { gift: 1 }, isPrinted: true });
      await changeRows(db, 'orders', { id: order.id }, { code_waiver_accepted_at: null });
      await shop.deliverConfirmations();
      const friend = await shop.redeemGift(order.id, 'gift');
      shop.advance(days(30));
      const use = () => shop.watch(friend, 'other-course', 'other-course-1');
      expect(await use()).toBe('open');
      shop.advance(days(1));
      const reference = await withdrawUnknown();
      shop.advance(days(later));
      if (later > 0) expect(await use()).toBe('open');
      await shop.answer(reference, { action: 'carry_out', code: order.code });
      const { results, amounts } = await readDeclaration(db, reference);
      expect([results, amounts]).toEqual([{ gift: result }, { gift: amount }]);
    },
  );

  test('does not include a code that was redeemed only: it is refunded at once', async () => {
    const order = await shop.buy({ lines: { gift: 1 } });
    await shop.deliverConfirmations();
    const reference = await withdrawUnknown();
    shop.advance(1_000);
    await shop.redeemGift(order.id, 'gift');
    await shop.answer(reference, { action: 'carry_out', code: order.code });
    expect((await readDeclaration(db, reference)).amounts).toEqual({ gift: 8_900 });
  });
});

describe('of several codes in one line', () => {
  /** Returns for the codes of an order, in the order in which they are redeemed, whether each is still valid. */
  const codesOf = async (orderId: string) =>
    (await giftCodesOf(db, orderId)).map(({ revoked_at }) => (revoked_at === null ? 'valid' : 'revoked'));
  const decided = async (reference: string) =>
    ((await readDeclaration(db, reference)).decision.lines ?? []).map((line) => [
      line.quantity,
      line.result,
      line.amount,
    ]);

  /** Buys four gifts for 93.11 EUR. One is used after a withdrawal was declared, and maybe one before it. */
  async function buyFour(isUsedBefore: boolean) {
    const order = await shop.buy({ lines: { 'odd-gift': 4 }, coupon: 'SIEBEN' });
    expect(order.total).toBe(9_311);
    await shop.deliverConfirmations();
    if (isUsedBefore) await shop.watchGift(order.id, 'odd-gift');
    shop.advance(1_000);
    const { reference } = await shop.withdraw({ code: 'MEIN GESCHENK', email: stranger() });
    shop.advance(1_000);
    await shop.watchGift(order.id, 'odd-gift');
    return { order, reference };
  }
  const carryOut = (reference: string, code: string) => shop.answer(reference, { action: 'carry_out', code });
  const settle = (reference: string, deduction: number) =>
    shop.answer(reference, { action: 'settle', deduction: cents(deduction) });

  test('each is decided by its own use, and the unused ones are refunded by their share', async () => {
    const { order, reference } = await buyFour(true);
    await carryOut(reference, order.code);
    expect(await decided(reference)).toEqual([
      [2, 'refunded', 4_656],
      [1, 'USED_SINCE', 0],
      [1, 'USED', 0],
    ]);
    expect(await codesOf(order.id)).toEqual(['valid', 'valid', 'revoked', 'revoked']);
    expect(await settle(reference, 2_328)).toEqual(err('DEDUCTION_TOO_HIGH'));
    await settle(reference, 249);
    expect(await decided(reference)).toEqual([
      [2, 'refunded', 4_656],
      [1, 'refunded', 2_078],
      [1, 'USED', 0],
    ]);
    expect(await codesOf(order.id)).toEqual(['valid', 'revoked', 'revoked', 'revoked']);
    expect(await shop.amountsBack(order.id)).toEqual([4_656, 2_078]);
  });

  test('the shares of all add up to the price of the line, to the cent', async () => {
    const { order, reference } = await buyFour(false);
    await carryOut(reference, order.code);
    await settle(reference, 0);
    expect(await decided(reference)).toEqual([
      [3, 'refunded', 6_983],
      [1, 'refunded', 2_328],
    ]);
    await shop.settle();
    expect(await shop.stateOf(order.id)).toBe('refunded');
  });

  test('of two that were redeemed before the confirmation only the one that was watched after it is used', async () => {
    const order = await shop.buy({ lines: { gift: 2 } });
    const friend = await shop.redeemGift(order.id, 'gift');
    await shop.redeemGift(order.id, 'gift');
    shop.advance(1_000);
    await shop.deliverConfirmations();
    expect(await shop.watch(friend, 'other-course', 'other-course-1')).toBe('open');
    const { reference } = await shop.withdraw(order);
    expect(await decided(reference)).toEqual([
      [1, 'refunded', 8_900],
      [1, 'USED', 0],
    ]);
    expect(await codesOf(order.id)).toEqual(['valid', 'revoked']);
  });

  test('unused ones are withdrawn first, up to the declared number', async () => {
    const order = await shop.buy({ lines: { 'odd-gift': 3 } });
    await shop.deliverConfirmations();
    const { reference } = await shop.withdraw({ code: 'MEIN GESCHENK', email: stranger() }, [
      { id: 'odd-gift', quantity: 2 },
    ]);
    shop.advance(1_000);
    await shop.watchGift(order.id, 'odd-gift');
    await carryOut(reference, order.code);
    expect(await decided(reference)).toEqual([[2, 'refunded', 5_006]]);
    expect(await codesOf(order.id)).toEqual(['valid', 'revoked', 'revoked']);
  });
});
