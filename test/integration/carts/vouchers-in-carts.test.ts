import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { changeRows, insertRows } from '#test/integration/support/rows.ts';
import {
  applyCode,
  fillOwnCart,
  linesOf,
  products,
  register,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

const voucher = (code: string, cents: number, more: object = {}) => ({
  ...{ id: shop.context.ids.uuid(), code, kind: 'voucher' },
  ...{ initial_cents: cents, balance_cents: cents, created_at: new Date(0), ...more },
});

describe('a voucher', () => {
  test('that was not bought does not pay for books with a fixed price', async () => {
    const books = await storeGuestCart(shop, { [products.book]: 1 });
    expect((await applyCode(shop, books.id, 'GUTSCHEIN-50')).codes).toEqual(['NOT_APPLICABLE']);
    const { id } = await storeGuestCart(shop, { [products.book]: 2, [products.course]: 1 });
    const { value } = await applyCode(shop, id, 'GUTSCHEIN-50');
    expect(value).toMatchObject({ credit: 5000, promotional_credit: 5000 });
    const few = await shop.call(endpoints.storeGuestCart, {
      body: { id, products: linesOf({ [products.book]: 2 }) },
    });
    expect(few.value).toMatchObject({ credit: 0, promotional_credit: 0, amount_due: few.value?.total });
  });

  test('replaces only credit of its own kind: promotional credit is still used beside a bought voucher', async () => {
    const shopper = await register(shop);
    const { id: user, access: bearer } = shopper;
    await insertRows(shop.db, 'gift_codes', [
      voucher('GUTHABEN-1', 2_000, { kind: 'credit', is_promotional: true, redeemed_by: user }),
      voucher('GUTHABEN-2', 500, { kind: 'credit', is_promotional: false, redeemed_by: user }),
      voucher('BEZAHLT', 1_000, { is_promotional: false }),
      voucher('GESCHENKT', 700, { is_promotional: true }),
      voucher('ZU-SPAET', 10_000, { is_promotional: false }),
    ]);
    const cart = await fillOwnCart(shop, shopper, { [products.course]: 1 });
    expect(cart).toMatchObject({ credit: 2_500, promotional_credit: 2_000 });
    const read = async () =>
      (await shop.call(endpoints.getCart, { params: { id: cart.bundle_cart_unique_id ?? '' }, bearer }))
        .value;
    const apply = (code: string) => applyCode(shop, cart.bundle_cart_unique_id ?? '', code, { bearer });
    const setBalance = (is_promotional: boolean, balance_cents: number) =>
      changeRows(shop.db, 'gift_codes', { redeemed_by: user, is_promotional }, { balance_cents });
    expect((await apply('BEZAHLT')).value).toMatchObject({ credit: 3_000, promotional_credit: 2_000 });
    // Credit that pays more is kept.
    expect((await apply('GESCHENKT')).codes).toEqual(['CREDIT_PAYS_MORE']);
    await setBalance(false, 1_001);
    expect(await read()).toMatchObject({ credit: 3_001, promotional_credit: 2_000 });
    expect(await apply('BEZAHLT')).toMatchObject({ status: 422, codes: ['CREDIT_PAYS_MORE'] });
    await setBalance(true, 600);
    expect((await apply('GESCHENKT')).value).toMatchObject({ credit: 1_701, promotional_credit: 700 });
    await setBalance(true, 90_000);
    expect((await apply('ZU-SPAET')).codes).toEqual(['NOT_APPLICABLE']);
  });

  test('that pays less than the credit of its kind adds to it once it is redeemed', async () => {
    const shopper = await register(shop);
    const { id: user, access: bearer } = shopper;
    await insertRows(shop.db, 'gift_codes', [
      voucher('GUTHABEN-3', 3_000, { kind: 'credit', is_promotional: false, redeemed_by: user }),
      voucher('WENIGER', 1_000, { is_promotional: false }),
    ]);
    const cart = await fillOwnCart(shop, shopper, { [products.course]: 1 });
    const id = cart.bundle_cart_unique_id ?? '';
    expect(cart.credit).toBe(3_000);
    expect((await applyCode(shop, id, 'WENIGER', { bearer })).codes).toEqual(['CREDIT_PAYS_MORE']);
    expect((await shop.call(endpoints.redeemGiftCode, { bearer, body: { code: 'WENIGER' } })).codes).toEqual(
      [],
    );
    expect((await shop.call(endpoints.getCart, { params: { id }, bearer })).value?.credit).toBe(4_000);
  });

  test('that was redeemed pays for that user only, even if another cart already contains it', async () => {
    const [owner, early] = [await register(shop), await storeGuestCart(shop, { [products.book]: 1 })];
    await insertRows(shop.db, 'gift_codes', voucher('SCHON-MEINER', 1_000));
    expect((await applyCode(shop, early.id, 'SCHON-MEINER')).value?.credit).toBe(1000);
    const redeemed = { redeemed_by: owner.id, redeemed_at: new Date(0) };
    await changeRows(shop.db, 'gift_codes', { code: 'SCHON-MEINER' }, redeemed);
    expect((await shop.call(endpoints.getCart, { params: { id: early.id } })).value?.credit).toBe(0);
    expect((await applyCode(shop, early.id, 'SCHON-MEINER')).codes).toEqual(['UNKNOWN']);
  });

  test.each([
    ['LEER', { balance_cents: 0 }],
    ['WEG', { revoked_at: new Date(0) }],
  ])('%s is refused like an unknown code', async (code, columns) => {
    await insertRows(shop.db, 'gift_codes', voucher(code, 1_000, columns));
    const { id } = await storeGuestCart(shop, { [products.book]: 1 });
    expect((await applyCode(shop, id, code)).codes).toEqual(['UNKNOWN']);
  });
});
