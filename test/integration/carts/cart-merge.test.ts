import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  fillOwnCart,
  linesOf,
  products,
  register,
  type Shopper,
  storeGuestCart,
  vienna,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { uuid } = shop.context.ids;

interface MergeOptions {
  readonly merge_id?: string;
  readonly bundle_cart_unique_id?: string;
  readonly is_without_free?: boolean;
}

function merge(shopper: Shopper, lines: Readonly<Record<string, number>>, options: MergeOptions = {}) {
  return shop.call(endpoints.mergeCart, {
    bearer: shopper.access,
    body: { merge_id: uuid(), products: linesOf(lines), ...options },
  });
}

interface Codes {
  readonly referral_code: string | null;
  readonly affiliate_code: string | null;
}

const setCodes = (public_id: string, codes: Codes) => changeRows(shop.db, 'carts', { public_id }, codes);

function quantities(cart: { products: { product_id: string; quantity: number }[] } | undefined) {
  return Object.fromEntries((cart?.products ?? []).map((line) => [line.product_id, line.quantity]));
}

describe('merging a guest’s cart', () => {
  test('happens once per merge id: a repeated call returns the same and changes nothing', async () => {
    const shopper = await register(shop);
    const merge_id = uuid();
    const first = await merge(shopper, { [products.book]: 1, 'course-nobody': 1 }, { merge_id });
    const second = await merge(shopper, { [products.book]: 1, 'course-nobody': 1 }, { merge_id });
    expect(second.value).toEqual(first.value);
    expect(quantities(second.value?.cart)).toEqual({ [products.book]: 1 });
    expect(second.value?.changes).toEqual([
      { product_id: 'course-nobody', reason: 'UNKNOWN_PRODUCT', quantity: 0 },
    ]);
  });

  test('that is repeated after a lost response adds once what the guest’s cart got since', async () => {
    const shopper = await register(shop);
    const merge_id = uuid();
    const changed = { product_id: 'course-nobody', reason: 'UNKNOWN_PRODUCT', quantity: 0 };
    await merge(shopper, { [products.book]: 1, 'course-nobody': 1 }, { merge_id });
    await shop.call(endpoints.updateCart, {
      bearer: shopper.access,
      body: { action: 'delete', products: linesOf({ [products.book]: 1 }) },
    });
    for (let turn = 0; turn < 2; turn += 1) {
      const lines = { [products.book]: 3, 'course-nobody': 1, [products.gift]: 1 };
      const { value } = await merge(shopper, lines, { merge_id });
      expect(quantities(value?.cart)).toEqual({ [products.book]: 2, [products.gift]: 1 });
      expect(value?.changes).toEqual([changed]);
    }
    expect((await merge(shopper, { [products.gift]: 1 }, { merge_id })).value?.cart.amount).toBe(3);
  });

  test('is stored for the last fifty merges of an account', async () => {
    const shopper = await register(shop);
    for (let merged = 0; merged < 51; merged += 1) {
      shop.advance(1);
      await merge(shopper, {});
    }
    expect(await rowsOf(shop.db, 'cart_merges', { user_id: shopper.id })).toHaveLength(50);
  });

  test.each([1, 2, 3])('happens once when twenty tabs log in at once (round %i)', async () => {
    const shopper = await register(shop);
    // The cart already exists. Otherwise its creation would make the requests wait for each other.
    await fillOwnCart(shop, shopper, { [products.book]: 1, [products.voucher]: 1 });
    const lines = { [products.book]: 2, [products.gift]: 2 };
    const { id: bundle_cart_unique_id } = await storeGuestCart(shop, lines);
    const once = { merge_id: uuid(), bundle_cart_unique_id };
    const answers = await inParallel(20, () => merge(shopper, lines, once));
    const merged = { [products.book]: 3, [products.voucher]: 1, [products.gift]: 2 };
    for (const { value } of answers) {
      expect(value?.changes).toEqual([]);
      expect(quantities(value?.cart)).toEqual(merged);
    }
    expect(shop.faults).toEqual([]);
  });

  test('of several carts at once loses no line and no quantity', async () => {
    const shopper = await register(shop);
    await fillOwnCart(shop, shopper, { [products.voucher]: 1 });
    const ids = shop.content.products.filter((product) => product.kind === 'gift').map(({ id }) => id);
    await Promise.all(ids.map((id) => merge(shopper, { [id]: 1, [products.voucher]: 1 })));
    const { value } = await shop.call(endpoints.getOwnCart, { bearer: shopper.access });
    expect(quantities(value ?? undefined)).toEqual({
      ...Object.fromEntries(ids.map((id) => [id, 1])),
      [products.voucher]: 1 + ids.length,
    });
  });

  test('can have the same id as one of another user', async () => {
    const merge_id = uuid();
    await merge(await register(shop), { [products.book]: 1 }, { merge_id });
    const { value } = await merge(await register(shop), { [products.book]: 1 }, { merge_id });
    expect(quantities(value?.cart)).toEqual({ [products.book]: 1 });
  });

  test('reports lines that were reduced or left out', async () => {
    const shopper = await register(shop);
    await fillOwnCart(shop, shopper, { [products.course]: 1 });
    const limited = shop.content.products.find((product) => product.id === 'gift-box-zeichentisch');
    const { value } = await merge(shopper, {
      [products.course]: 1,
      [limited?.id ?? '']: 9,
      'course-nobody': 1,
    });
    const limit = limited?.max_per_order ?? 0;
    expect(quantities(value?.cart)).toEqual({ [products.course]: 1, [limited?.id ?? '']: limit });
    expect(value?.changes).toEqual([
      { product_id: products.course, reason: 'EXCEED_LIMIT', quantity: 1 },
      { product_id: limited?.id, reason: 'EXCEED_LIMIT', quantity: limit },
      { product_id: 'course-nobody', reason: 'UNKNOWN_PRODUCT', quantity: 0 },
    ]);
  });

  test('takes over code and address of the stored guest cart, and empties that cart', async () => {
    const shopper = await register(shop);
    const guest = await storeGuestCart(shop, { [products.course]: 1 });
    await shop.call(endpoints.applyCode, { body: { id: guest.id, code: 'WILLKOMMEN10' } });
    await shop.call(endpoints.setShippingAddress, { body: { id: guest.id, ...vienna } });
    const { value } = await merge(
      shopper,
      { [products.course]: 1, [products.book]: 1 },
      { bundle_cart_unique_id: guest.id },
    );
    expect(value?.cart).toMatchObject({ code: 'WILLKOMMEN10', code_error: null, shipping_cost: 499 });
    const left = await shop.call(endpoints.getCart, { params: { id: guest.id } });
    expect(left.value).toMatchObject({ products: [], code: null });
  });

  test('keeps a user’s own code', async () => {
    const shopper = await register(shop);
    const own = await fillOwnCart(shop, shopper, { [products.course]: 1 });
    const id = own.bundle_cart_unique_id ?? '';
    await shop.call(endpoints.applyCode, { bearer: shopper.access, body: { id, code: 'FUENFER' } });
    const guest = await storeGuestCart(shop, { [products.book]: 1 });
    await shop.call(endpoints.applyCode, { body: { id: guest.id, code: 'VERSANDFREI' } });
    const { value } = await merge(shopper, { [products.book]: 1 }, { bundle_cart_unique_id: guest.id });
    expect(value?.cart.code).toBe('FUENFER');
  });

  test('keeps each referral code of the user, or else takes the guest’s', async () => {
    const merged = async (own: Codes, guest: Codes) => {
      const shopper = await register(shop);
      const { bundle_cart_unique_id } = await fillOwnCart(shop, shopper, { [products.course]: 1 });
      const { id } = await storeGuestCart(shop, { [products.book]: 1 });
      await setCodes(bundle_cart_unique_id ?? '', own);
      await setCodes(id, guest);
      await merge(shopper, { [products.book]: 1 }, { bundle_cart_unique_id: id });
      const { referral_code, affiliate_code } = await rowOf(shop.db, 'carts', {
        public_id: bundle_cart_unique_id,
      });
      return { referral_code, affiliate_code };
    };
    const own = { referral_code: 'OWN-FRIEND', affiliate_code: 'OWN-PARTNER' };
    const guest = { referral_code: 'GUEST-FRIEND', affiliate_code: 'GUEST-PARTNER' };
    const none = { referral_code: null, affiliate_code: null };
    expect(await merged(own, guest)).toEqual(own);
    expect(await merged(none, guest)).toEqual(guest);
    expect(await merged(own, none)).toEqual(own);
    expect(await merged({ ...own, referral_code: null }, guest)).toEqual({
      referral_code: 'GUEST-FRIEND',
      affiliate_code: 'OWN-PARTNER',
    });
    expect(await merged({ ...own, affiliate_code: null }, guest)).toEqual({
      referral_code: 'OWN-FRIEND',
      affiliate_code: 'GUEST-PARTNER',
    });
  });

  test('takes over a coupon’s free product together with the coupon or not at all', async () => {
    const free = 'gift-geschenk-ignaz-semmelweis';
    const giveaway = async () => {
      const guest = await storeGuestCart(shop, { [products.course]: 1 });
      await shop.call(endpoints.applyCode, { body: { id: guest.id, code: 'ZUGABE' } });
      return { bundle_cart_unique_id: guest.id };
    };
    const lines = { [products.course]: 1, [free]: 1 };
    const taken = await merge(await register(shop), lines, await giveaway());
    expect(quantities(taken.value?.cart)).toEqual(lines);
    expect(taken.value?.cart).toMatchObject({ code: 'ZUGABE', code_error: null });
    const late = await giveaway();
    await changeRows(shop.db, 'products', { id: free }, { stock: 0 });
    const soldOut = await merge(await register(shop), lines, late);
    expect(quantities(soldOut.value?.cart)).toEqual({ [products.course]: 1 });
    await changeRows(shop.db, 'products', { id: free }, { stock: null });
    const shopper = await register(shop);
    const own = await fillOwnCart(shop, shopper, { [products.book]: 1, [products.otherCourse]: 1 });
    const id = own.bundle_cart_unique_id ?? '';
    await shop.call(endpoints.applyCode, { bearer: shopper.access, body: { id, code: 'WILLKOMMEN10' } });
    const kept = await merge(shopper, lines, await giveaway());
    expect(quantities(kept.value?.cart)).toEqual({
      [products.book]: 1,
      [products.otherCourse]: 1,
      [products.course]: 1,
    });
  });

  test('keeps a piece that the guest buys of the free product of an invalid coupon', async () => {
    const free = 'gift-geschenk-ignaz-semmelweis';
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    await shop.call(endpoints.applyCode, { body: { id, code: 'ZUGABE' } });
    const body = { id, products: linesOf({ [products.course]: 1, [free]: 2 }) };
    await shop.call(endpoints.storeGuestCart, { body });
    const ended = { valid_until: new Date(shop.context.clock.now()) };
    await changeRows(shop.db, 'promotions', { id: 'zugabe' }, ended);
    const lines = { [products.course]: 1, [free]: 1 };
    const options = { bundle_cart_unique_id: id, is_without_free: true };
    const { value } = await merge(await register(shop), lines, options);
    expect(quantities(value?.cart)).toEqual(lines);
    await changeRows(shop.db, 'promotions', { id: 'zugabe' }, { valid_until: null });
  });

  test('never touches a cart that belongs to a user', async () => {
    const victim = await register(shop);
    const theirs = await fillOwnCart(shop, victim, { [products.course]: 1 });
    const id = theirs.bundle_cart_unique_id ?? '';
    await shop.call(endpoints.applyCode, { bearer: victim.access, body: { id, code: 'WILLKOMMEN10' } });
    const { value } = await merge(
      await register(shop),
      { [products.book]: 1 },
      { bundle_cart_unique_id: id },
    );
    expect(value?.cart.code).toBeNull();
    const kept = await shop.call(endpoints.getOwnCart, { bearer: victim.access });
    expect(kept.value).toMatchObject({ code: 'WILLKOMMEN10', amount: 1 });
    expect(shop.faults).toEqual([]);
  });
});
