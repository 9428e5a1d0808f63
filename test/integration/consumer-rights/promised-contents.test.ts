import { beforeAll, describe, expect, test } from 'vitest';
import { getCodeInfo } from '#server/coupons/code-info.ts';
import { selectIssuedCodes } from '#server/mail/mail-attachments.ts';
import { sellProduct } from '#test/integration/orders/order-shop.ts';
import { openTestDatabase } from '#test/integration/support/database.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import { createRightsShop, sellEveryKind } from './consumer-rights-shop.ts';

const { db } = await openTestDatabase();
const shop = createRightsShop(db);
const { context } = shop;

beforeAll(async () => {
  await sellEveryKind(db);
  await sellProduct(db, { id: 'present', kind: 'gift', price: 9_900, gives: 'other-course' });
  await sellProduct(db, { id: 'chest', kind: 'gift_box', price: 12_900, stock: 9, gives: 'other-course' });
  await sellProduct(db, { id: 'year', kind: 'gift', price: 18_000, gives: 'pass' });
});

/** What the products give to those who buy them from now on. */
const giveFromNowOn = (productId: string, given: string) =>
  changeRows(
    db,
    'products',
    { id: productId },
    { details: JSON.stringify({ gives: { product_id: given } }) },
  );

/** Courses and memberships that an account has by codes. */
async function givenTo(userId: string): Promise<readonly string[]> {
  const courses = await db
    .selectFrom('entitlements')
    .select('course_id as id')
    .where('user_id', '=', userId)
    .execute();
  const periods = await db
    .selectFrom('subscriptions')
    .select('product_id as id')
    .where('user_id', '=', userId)
    .execute();
  return [...courses, ...periods].map(({ id }) => id);
}

describe('a code opens what was sold, whatever its product gives later:', () => {
  test.each([
    ['a gift of a course that gives another one', 'present', 'other-course', 'course', 'other-course'],
    ['a gift of a course that gives a membership', 'present', 'other-course', 'pass', 'other-course'],
    ['a box', 'chest', 'other-course', 'course', 'other-course'],
    ['a gift of a membership that gives a course', 'year', 'pass', 'course', 'year'],
  ])('%s', async (_, sold, promised, later, title) => {
    await giveFromNowOn(sold, promised);
    const order = await shop.buy({ lines: { [sold]: 1 } });
    await giveFromNowOn(sold, later);
    const [issued] = await selectIssuedCodes(db).where('order_lines.order_id', '=', order.id).execute();
    expect(issued?.given_title).toBe(title);
    const asked = { code: issued?.code ?? '', opens: false };
    const told = await getCodeInfo(context, asked, { user: null, locale: 'de', address: '127.0.0.1' });
    expect(told).toMatchObject({ ok: true, value: { product_title: title } });
    expect(await givenTo(await shop.redeemGift(order.id, sold))).toEqual([promised]);
  });

  test('who buys afterwards gets what it gives now', async () => {
    await giveFromNowOn('present', 'course');
    const order = await shop.buy({ lines: { present: 1 } });
    expect(await givenTo(await shop.redeemGift(order.id, 'present'))).toEqual(['course']);
  });
});
