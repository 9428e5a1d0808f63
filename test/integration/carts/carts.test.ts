import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { limits } from '#api/rate-limit-policy.ts';
import { countHit, limitOf } from '#server/platform/rate-limits.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { changeRows, rowOf, rowsOf } from '#test/integration/support/rows.ts';
import {
  applyCode,
  berlin,
  type CartResponse,
  fillOwnCart,
  giveCourse,
  linesOf,
  products,
  register,
  type Shopper,
  storeGuestCart,
  vienna,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

let shopper: Shopper;
beforeAll(async () => {
  shopper = await register(shop);
});

function update(action: 'add' | 'update' | 'delete', lines: Record<string, number>, bearer = shopper.access) {
  return shop.call(endpoints.updateCart, { bearer, body: { action, products: linesOf(lines) } });
}

const productOf = (id: string) => shop.content.products.find((product) => product.id === id);

describe('a guest’s cart', () => {
  test('gets the shop’s prices and an id of 128 random bits', async () => {
    const { id, cart } = await storeGuestCart(shop, { [products.course]: 1, [products.book]: 2 });
    expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const [course, book] = [productOf(products.course), productOf(products.book)];
    expect(cart.subtotal).toBe((course?.price_cents ?? 0) + 2 * (book?.price_cents ?? 0));
    expect(cart.amount).toBe(3);
    expect(cart.shipping_cost).toBeNull();
  });

  test('ignores prices of the client', async () => {
    const response = await shop.send('/cart/bundles', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ products: [{ product_id: products.course, quantity: 1, price: 1 }], total: 1 }),
    });
    expect((await response.json()).total).toBe(productOf(products.course)?.price_cents);
  });

  test('is never returned with e-mail addresses of recipients; a learner’s own cart is', async () => {
    const recipient_email = 'beschenkt@example.org';
    const given = { delivery: 'email', recipient_name: 'Anna', recipient_email } as const;
    const lines = [{ product_id: 'gift-geschenk-clara-schumann', quantity: 2, custom_properties: given }];
    const stored = await shop.call(endpoints.storeGuestCart, { body: { products: lines } });
    const id = stored.value?.bundle_cart_unique_id ?? '';
    const texts = [
      stored.text,
      (await shop.call(endpoints.getCart, { params: { id } })).text,
      (await shop.call(endpoints.applyCode, { body: { id, code: 'WILLKOMMEN10' } })).text,
      (await shop.call(endpoints.setShippingAddress, { body: { id, email: 'gibt@example.org', ...berlin } }))
        .text,
      (await shop.call(endpoints.cancelCode, { body: { id } })).text,
    ];
    for (const text of texts) {
      expect(text).toContain('Anna');
      expect(text).not.toContain(recipient_email);
    }
    const { id: cart_id } = await rowOf(shop.db, 'carts', { public_id: id });
    const kept = await rowOf(shop.db, 'cart_lines', { cart_id });
    expect(kept.custom_properties).toMatchObject({ recipient_email });

    const learner = await register(shop);
    const body = { action: 'add' as const, products: lines };
    const own = await shop.call(endpoints.updateCart, { bearer: learner.access, body });
    expect(own.value?.products[0]?.custom_properties).toMatchObject(given);
  });

  test('keeps code and e-mail when its lines are replaced, and never returns the e-mail', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    await shop.call(endpoints.applyCode, { body: { id, code: 'willkommen10' } });
    const replaced = await shop.call(endpoints.storeGuestCart, {
      body: { id, products: linesOf({ [products.otherCourse]: 1 }), email: 'geheim@example.org' },
    });
    expect(replaced.value?.code).toBe('WILLKOMMEN10');
    expect(replaced.value?.products.map((line) => line.product_id)).toEqual([products.otherCourse]);
    await shop.call(endpoints.setShippingAddress, { body: { id, ...vienna } });
    const read = await shop.call(endpoints.getCart, { params: { id } });
    expect(read.text).not.toContain('geheim');
    expect(read.text).not.toContain('Ringstraße');
    expect((await rowOf(shop.db, 'carts', { public_id: id })).email).toBe('geheim@example.org');
  });

  test('adds the quantities of a repeated product', async () => {
    const { value } = await shop.call(endpoints.storeGuestCart, {
      body: { products: [...linesOf({ [products.book]: 2 }), ...linesOf({ [products.book]: 3 })] },
    });
    expect(value?.products).toHaveLength(1);
    expect(value?.amount).toBe(5);
  });

  test('is created a thousand times an hour for one network, which can still change its carts', async () => {
    const address = 'a network of many guests';
    const store = (id?: string) => {
      const body = { id, products: linesOf({ [products.course]: 1 }) };
      return shop.call(endpoints.storeGuestCart, { address, body });
    };
    const id = (await store()).value?.bundle_cart_unique_id ?? '';
    const used = { ...limitOf('guest_cart', { network: address }), hits: limits.guest_cart.most - 2 };
    await countHit(shop.db, shop.context, [used]);
    expect((await store()).status).toBe(200);
    const stored = () => rowsOf(shop.db, 'carts', {}, ['id']);
    const before = await stored();
    expect(await store()).toMatchObject({ status: 429, codes: ['TOO_MANY_ATTEMPTS'] });
    expect(await stored()).toHaveLength(before.length);
    expect((await store(id)).status).toBe(200);
  });

  test('is not found by an unknown id or the id of a user’s cart', async () => {
    const own = await fillOwnCart(shop, await register(shop), { [products.course]: 1 });
    for (const id of ['A'.repeat(22), own.bundle_cart_unique_id ?? '']) {
      const stored = await shop.call(endpoints.storeGuestCart, { body: { id, products: [] } });
      expect([stored.status, stored.codes]).toEqual([404, ['NOT_FOUND']]);
      expect((await shop.call(endpoints.getCart, { params: { id } })).status).toBe(404);
    }
  });

  test.each([
    ['UNKNOWN_PRODUCT', { 'course-nobody': 1 }, 0],
    ['EXCEED_LIMIT', { [products.course]: 2 }, 1],
    ['EXCEED_LIMIT', { [products.membership]: 2 }, 1],
    ['OUT_OF_STOCK', { [products.book]: 999 }, null],
  ])('%s leaves the stored cart as it was, and returns the limit', async (error, lines, possible) => {
    const [product_id = ''] = Object.keys(lines);
    const error_limit = { product_id, quantity: possible ?? productOf(product_id)?.stock };
    const { id, cart } = await storeGuestCart(shop, { [products.otherCourse]: 1 });
    const refused = await shop.call(endpoints.storeGuestCart, { body: { id, products: linesOf(lines) } });
    expect(refused.status).toBe(200);
    expect(refused.value).toEqual({ ...cart, error, error_limit });
    expect((await shop.call(endpoints.getCart, { params: { id } })).value).toEqual(cart);
    const fresh = await shop.call(endpoints.storeGuestCart, { body: { products: linesOf(lines) } });
    expect(fresh.value).toMatchObject({ error, error_limit, products: [], bundle_cart_unique_id: null });
  });
});

/** Changes the gifts in the cart of a user. */
const changeGift = (
  bearer: string,
  action: 'add' | 'update' | 'delete',
  custom_properties: object,
  more: { readonly line_id?: string; readonly quantity?: number } = {},
) =>
  shop.call(endpoints.updateCart, {
    bearer,
    body: { action, products: [{ product_id: products.gift, custom_properties, ...more }] },
  });

describe('a user’s cart', () => {
  test('is empty at first', async () => {
    const { value } = await shop.call(endpoints.getOwnCart, { bearer: (await register(shop)).access });
    expect(value).toMatchObject({ products: [], amount: 0, total: 0, bundle_cart_unique_id: null });
  });

  test('adds, sets and removes products', async () => {
    const own = await register(shop);
    const added = await update('add', { [products.book]: 2, [products.course]: 1 }, own.access);
    expect(added.value?.products.map((line) => [line.product_id, line.quantity])).toEqual([
      [products.book, 2],
      [products.course, 1],
    ]);
    expect((await update('add', { [products.book]: 1 }, own.access)).value?.amount).toBe(4);
    expect((await update('update', { [products.book]: 5 }, own.access)).value?.amount).toBe(6);
    const deleted = await update('delete', { [products.book]: 1 }, own.access);
    expect(deleted.value?.products.map((line) => line.product_id)).toEqual([products.course]);
    expect((await shop.call(endpoints.getOwnCart, { bearer: own.access })).value).toEqual(deleted.value);
  });

  test('setting or removing a missing product changes nothing', async () => {
    const own = await register(shop);
    const before = await fillOwnCart(shop, own, { [products.course]: 1 });
    expect((await update('update', { [products.book]: 3 }, own.access)).value).toEqual(before);
    expect((await update('delete', { [products.book]: 1 }, own.access)).value).toEqual(before);
  });

  test('properties of a line are kept until a request contains new ones', async () => {
    const { access } = await register(shop);
    await changeGift(access, 'add', { greeting: 'Alles Gute', recipient_name: 'Mia' });
    const changed = await changeGift(access, 'update', { recipient_name: 'Ida' }, { quantity: 1 });
    expect(changed.value?.products[0]?.custom_properties).toEqual({
      greeting: 'Alles Gute',
      recipient_name: 'Ida',
    });
  });

  test('referral and affiliate codes are kept until a request contains others, or null', async () => {
    const own = await register(shop);
    const change = async (codes: { referral_code?: string | null; affiliate_code?: string | null }) => {
      const body = { action: 'add' as const, products: linesOf({ [products.book]: 1 }), ...codes };
      await shop.call(endpoints.updateCart, { bearer: own.access, body });
      const { referral_code, affiliate_code } = await rowOf(shop.db, 'carts', { user_id: own.id });
      return [referral_code, affiliate_code];
    };
    expect(await change({ referral_code: 'FREUND', affiliate_code: 'PARTNER' })).toEqual([
      'FREUND',
      'PARTNER',
    ]);
    expect(await change({ affiliate_code: 'ANDERER' })).toEqual(['FREUND', 'ANDERER']);
    expect(await change({ referral_code: null, affiliate_code: null })).toEqual([null, null]);
  });

  test('a second recipient is a second line; a line is changed and removed by its id', async () => {
    const { access } = await register(shop);
    await changeGift(access, 'add', { recipient_name: 'Mia', greeting: 'Liebe Mia' });
    const { value: two } = await changeGift(access, 'add', { recipient_name: 'Ida' });
    const [mia, ida] = two?.products ?? [];
    expect(two?.products.map((line) => line.custom_properties.recipient_name)).toEqual(['Mia', 'Ida']);
    const edited = await changeGift(
      access,
      'update',
      { recipient_name: 'Ada', delivery: 'parcel' },
      { line_id: ida?.line_id ?? '', quantity: 3 },
    );
    expect(edited.value?.products.map((line) => [line.quantity, line.custom_properties])).toEqual([
      [1, { recipient_name: 'Mia', greeting: 'Liebe Mia' }],
      [3, { recipient_name: 'Ada', delivery: 'parcel' }],
    ]);
    expect(edited.value?.products[1]?.product_data.is_shipped).toBe(true);
    const left = await changeGift(access, 'delete', {}, { line_id: mia?.line_id ?? '' });
    expect(left.value?.products.map((line) => line.custom_properties.recipient_name)).toEqual(['Ada']);
    const equal = await changeGift(access, 'add', { recipient_name: 'Ada', delivery: 'parcel' });
    expect(equal.value?.products.map((line) => line.quantity)).toEqual([4]);
    expect((await changeGift(access, 'delete', {})).value?.products).toEqual([]);
  });

  test('a change applies to all of its products or to none', async () => {
    const own = await register(shop);
    const before = await fillOwnCart(shop, own, { [products.course]: 1 });
    const refused = await update('add', { [products.book]: 1, [products.course]: 1 }, own.access);
    const error_limit = { product_id: products.course, quantity: 1 };
    expect(refused.value).toEqual({ ...before, error: 'EXCEED_LIMIT', error_limit });
  });

  test('a user cannot buy an owned product again, but can buy it as a gift', async () => {
    const own = await register(shop);
    await giveCourse(shop, own.id);
    expect((await update('add', { [products.course]: 1 }, own.access)).value?.error).toBe('ALREADY_OWNED');
    const gift = await update('add', { [products.gift]: 1 }, own.access);
    expect(gift.value).toMatchObject({ error: null, amount: 1 });
  });

  test('a shopper can reduce the quantity of a product that is now sold out, but not increase it', async () => {
    const own = await register(shop);
    const scarce = 'gift-box-kraeuterkiste';
    const stock = productOf(scarce)?.stock ?? 0;
    expect((await update('add', { [scarce]: stock }, own.access)).value?.error).toBeNull();
    await changeRows(shop.db, 'products', { id: scarce }, { stock: 0 });
    const more = await update('add', { [scarce]: 1 }, own.access);
    expect(more.value?.error).toMatch(/OUT_OF_STOCK|EXCEED_LIMIT/);
    const less = await update('update', { [scarce]: 1 }, own.access);
    expect(less.value).toMatchObject({ error: null, amount: 1 });
    await changeRows(shop.db, 'products', { id: scarce }, { stock });
  });

  test('fifty changes at once are all counted', async () => {
    const own = await register(shop);
    await inParallel(50, () => update('add', { [products.voucher]: 1 }, own.access));
    expect((await shop.call(endpoints.getOwnCart, { bearer: own.access })).value?.amount).toBe(50);
    expect(shop.faults).toEqual([]);
  });

  test('parallel changes together never exceed a limit', async () => {
    const own = await register(shop);
    const limited = 'gift-box-zeichentisch';
    const limit = productOf(limited)?.max_per_order ?? 0;
    const answers = await inParallel(10, () => update('add', { [limited]: 1 }, own.access));
    expect(
      answers.filter((answer) => answer.value?.error === null),
      'additions within the limit',
    ).toHaveLength(limit);
    expect((await shop.call(endpoints.getOwnCart, { bearer: own.access })).value?.amount).toBe(limit);
  });

  test('is not changed after its user has logged out, which is reported before an invalid change', async () => {
    const own = await register(shop);
    await fillOwnCart(shop, own, { [products.course]: 1 });
    await shop.call(endpoints.logOut, { body: { refresh: own.refresh } });
    expect((await update('add', { [products.book]: 2 }, own.access)).codes).toEqual(['UNAUTHENTICATED']);
    expect((await update('add', {}, own.access)).codes).toEqual(['UNAUTHENTICATED']);
    expect((await update('add', {})).codes).toEqual(['INVALID_INPUT']);
    const { id: cart_id } = await rowOf(shop.db, 'carts', { user_id: own.id });
    const lines = await rowsOf(shop.db, 'cart_lines', { cart_id }, ['product_id', 'quantity']);
    expect(lines).toEqual([{ product_id: products.course, quantity: 1 }]);
  });
});

describe('pieces that a learner buys of the free product of an expired coupon', () => {
  const free = 'gift-geschenk-ignaz-semmelweis';
  const setEnd = (valid_until: Date | null) =>
    changeRows(shop.db, 'promotions', { id: 'zugabe' }, { valid_until });
  afterAll(() => setEnd(null));

  /** Fills a cart with a course, the hidden free piece and bought pieces; returns its user’s access token. */
  async function fillCart(pieces: number) {
    await setEnd(null);
    const { access } = await register(shop);
    const { bundle_cart_unique_id } = await fillOwnCart(shop, { access }, { [products.course]: 1 });
    await applyCode(shop, bundle_cart_unique_id ?? '', 'ZUGABE', { bearer: access });
    if (pieces > 0) await fillOwnCart(shop, { access }, { [free]: pieces });
    await setEnd(new Date(shop.context.clock.now()));
    return access;
  }

  const linesIn = (cart: CartResponse | null) =>
    cart?.products.map(({ product_id, quantity, custom_properties }) => [
      product_id,
      quantity,
      custom_properties.greeting ?? '',
    ]);
  const course = [products.course, 1, ''];

  test('are counted without the hidden free piece', async () => {
    const { value } = await update('update', { [free]: 2 }, await fillCart(1));
    expect(linesIn(value)).toEqual([course, [free, 2, '']]);
  });

  test('stay when their greeting is changed', async () => {
    const line = { product_id: free, line_id: free, quantity: 1, custom_properties: { greeting: 'Hurra' } };
    const body = { action: 'update' as const, products: [line] };
    const { value } = await shop.call(endpoints.updateCart, { bearer: await fillCart(1), body });
    expect(linesIn(value)).toEqual([course, [free, 1, 'Hurra']]);
  });

  test('can include the last in stock; the hidden free piece returns with the coupon', async () => {
    await changeRows(shop.db, 'products', { id: free }, { stock: 1 });
    const bearer = await fillCart(0);
    const more = await update('add', { [products.book]: 1 }, bearer);
    expect(linesIn(more.value)).toEqual([course, [products.book, 1, '']]);
    await setEnd(null);
    expect((await shop.call(endpoints.getOwnCart, { bearer })).value?.amount).toBe(3);
    await setEnd(new Date(shop.context.clock.now()));
    const bought = await update('add', { [free]: 1 }, bearer);
    expect(linesIn(bought.value)).toEqual([course, [products.book, 1, ''], [free, 1, '']]);
    await changeRows(shop.db, 'products', { id: free }, { stock: null });
  });
});

describe('bundle offers', () => {
  test('are listed with the regular price of their parts', async () => {
    const { value } = await shop.call(endpoints.listBundles, { language: 'en' });
    const offered = shop.content.bundles[0];
    const found = value?.data.find((bundle) => bundle.id === offered?.id);
    expect(found?.attributes.title).toBe(offered?.titles.en);
    expect(found?.attributes.price).toBe(offered?.price_cents);
    expect(found?.attributes.regular_price).toBeGreaterThan(offered?.price_cents ?? 0);
  });

  test('are found for a cart with a part of their products, and reduce a cart with all of them', async () => {
    const offer = shop.content.bundles[0];
    const [first = '', second = ''] = offer?.product_ids ?? [];
    const { id } = await storeGuestCart(shop, { [first]: 1 });
    const fitting = (query: Record<string, string>) => shop.call(endpoints.listBundles, { query });
    expect((await fitting({ fb: 'true', id })).value?.data.map((bundle) => bundle.id)).toEqual([offer?.id]);
    expect((await fitting({ fb: 'true' })).value?.data).toEqual([]);
    const whole = await storeGuestCart(shop, { [first]: 1, [second]: 1 });
    expect((await fitting({ fb: 'true', id: whole.id })).value?.data).toEqual([]);
    expect(whole.cart.total).toBe(offer?.price_cents);
  });

  test('are found for the cart of the caller, not for that of another user', async () => {
    const offer = shop.content.bundles[0];
    const [first = ''] = offer?.product_ids ?? [];
    const [one, other] = [await register(shop), await register(shop)];
    const fitting = async (bearer: string, id?: string) => {
      const query = { fb: 'true', ...(id === undefined ? {} : { id }) };
      const { status, value } = await shop.call(endpoints.listBundles, { bearer, query });
      return value?.data.map((bundle) => bundle.id) ?? status;
    };
    expect(await fitting(one.access), 'before there is a cart').toEqual([]);
    const { bundle_cart_unique_id } = await fillOwnCart(shop, one, { [first]: 1 });
    await fillOwnCart(shop, other, { [products.book]: 1 });
    expect(await fitting(one.access)).toEqual([offer?.id]);
    expect(await fitting(one.access, bundle_cart_unique_id ?? '')).toEqual([offer?.id]);
    expect(await fitting(other.access)).toEqual([]);
    expect(await fitting(other.access, bundle_cart_unique_id ?? '')).toBe(404);
  });
});
