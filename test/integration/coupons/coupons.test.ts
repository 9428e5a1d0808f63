import { describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import type { Cart } from '#core/model/cart.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { makeCoupon } from '#test/integration/support/make-coupon.ts';
import { inParallel } from '#test/integration/support/outcomes.ts';
import { changeRows, insertRows, rowOf } from '#test/integration/support/rows.ts';
import {
  applyCode,
  berlin,
  fillOwnCart,
  giveCourse,
  linesOf,
  orderAs,
  payOrder,
  products,
  register,
  type Shopper,
  storeGuestCart,
} from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

/** The free product of the coupon ZUGABE. */
const free = 'gift-geschenk-ignaz-semmelweis';

const priceOf = (id: string) =>
  shop.content.products.find((product) => product.id === id)?.price_cents ?? Number.NaN;

/** Returns the quantities in a cart by product id. */
const heldBy = (cart: Cart | null) =>
  Object.fromEntries((cart?.products ?? []).map((line) => [line.product_id, line.quantity]));

/** Fills the cart of a user and applies a code to it. */
async function applyOwn(shopper: Shopper, code: string, product: string = products.gift) {
  const cart = await fillOwnCart(shop, shopper, { [product]: 1 });
  return applyCode(shop, cart.bundle_cart_unique_id ?? '', code, { bearer: shopper.access });
}

interface CartOfCaller {
  readonly id: string;
  /** Empty for a guest. */
  readonly caller: { readonly bearer?: string };
}

/** Fills the carts of a guest and of a user with a course. */
async function fillBothCarts(): Promise<readonly CartOfCaller[]> {
  const guest = await storeGuestCart(shop, { [products.course]: 1 });
  const { access: bearer } = await register(shop);
  const own = await fillOwnCart(shop, { access: bearer }, { [products.course]: 1 });
  return [
    { id: guest.id, caller: {} },
    { id: own.bundle_cart_unique_id ?? '', caller: { bearer } },
  ];
}

interface GuestOfCart {
  readonly id: string;
  readonly email: string;
}

describe('applying a coupon', () => {
  test('replaces another coupon', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    await applyCode(shop, id, 'WILLKOMMEN10');
    const { value } = await applyCode(shop, id, 'FUENFER');
    expect(value).toMatchObject({ code: 'FUENFER', discounts: { total: 500 } });
  });

  test('adds its free product to the cart, and removes it when the coupon is cancelled', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const { value } = await applyCode(shop, id, 'ZUGABE');
    expect(heldBy(value)).toEqual({ [products.course]: 1, [free]: 1 });
    expect(value).toMatchObject({ discounts: { total: priceOf(free) }, total: priceOf(products.course) });
    const { value: cancelled } = await shop.call(endpoints.cancelCode, { body: { id } });
    expect(heldBy(cancelled)).toEqual({ [products.course]: 1 });
  });

  test('never charges its free product: the product is hidden while the coupon is not valid', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    await applyCode(shop, id, 'ZUGABE');
    const replace = (lines: Record<string, number>, is_without_free?: boolean) =>
      shop.call(endpoints.storeGuestCart, { body: { id, products: linesOf(lines), is_without_free } });
    // Pages of the previous version do not send this field.
    for (const isWithoutFree of [true, undefined]) {
      const less = await replace({ [products.book]: 1, [free]: 1 });
      expect(heldBy(less.value)).toEqual({ [products.book]: 1 });
      expect(less.value).toMatchObject({ code_error: 'MINIMUM_NOT_REACHED', total: priceOf(products.book) });
      const more = await replace({ [products.course]: 1 }, isWithoutFree);
      expect(heldBy(more.value)).toEqual({ [products.course]: 1, [free]: 1 });
      expect(more.value).toMatchObject({ code_error: null, total: priceOf(products.course) });
    }
    const two = await replace({ [products.course]: 1, [free]: 2 });
    expect(two.value?.total).toBe(priceOf(products.course) + priceOf(free));
    const without = await replace({ [products.course]: 1 });
    expect(heldBy(without.value)).toEqual({ [products.course]: 1 });
  });

  test('that has ended never charges its free product, which a guest can buy as well', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    await applyCode(shop, id, 'ZUGABE');
    const replace = async (lines: Record<string, number>, is_without_free: boolean) => {
      const body = { id, products: linesOf(lines), is_without_free };
      return heldBy((await shop.call(endpoints.storeGuestCart, { body })).value);
    };
    const setEnd = (valid_until: Date | null) =>
      changeRows(shop.db, 'promotions', { id: 'zugabe' }, { valid_until });
    await setEnd(new Date(shop.context.clock.now()));
    const course = { [products.course]: 1 };
    const both = { ...course, [free]: 1 };
    // The browser does not know yet that the coupon has ended.
    expect([await replace(both, false), await replace(both, false)]).toEqual([course, course]);
    expect([await replace(both, true), await replace(both, true)]).toEqual([both, both]);
    await setEnd(null);
    const { value } = await shop.call(endpoints.getCart, { params: { id } });
    expect(value).toMatchObject({ code_error: null, total: priceOf(products.course) });
  });

  test('that is replaced removes its free unit and keeps a unit that was added by hand', async () => {
    const lines = [];
    for (const byHand of [0, 1]) {
      const { id } = await storeGuestCart(shop, { [products.course]: 1 });
      await applyCode(shop, id, 'ZUGABE');
      const more = { id, products: linesOf({ [products.course]: 1, [free]: 1 + byHand }) };
      await shop.call(endpoints.storeGuestCart, { body: more });
      const { value: replaced } = await applyCode(shop, id, 'FUENFER');
      const { value: cancelled } = await shop.call(endpoints.cancelCode, { body: { id } });
      lines.push(heldBy(replaced), heldBy(cancelled));
      expect(cancelled?.total).toBe(priceOf(products.course) + byHand * priceOf(free));
    }
    const [none, one] = [{ [products.course]: 1 }, { [products.course]: 1, [free]: 1 }];
    expect(lines).toEqual([none, none, one, one]);
  });

  test('is not applicable if its free product is sold out', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const setStock = (stock: number | null) => changeRows(shop.db, 'products', { id: free }, { stock });
    await setStock(0);
    expect((await applyCode(shop, id, 'ZUGABE')).codes).toEqual(['NOT_APPLICABLE']);
    await setStock(1);
    expect((await applyCode(shop, id, 'ZUGABE')).codes).toEqual([]);
    await setStock(null);
  });

  test('is not applicable if a hundred lines leave no place for its free product', async () => {
    const applyTo = async (length: number) => {
      const lines = Array.from({ length }, (_, index) => {
        return { product_id: products.gift, quantity: 1, custom_properties: { greeting: `Gruß ${index}` } };
      });
      const { value } = await shop.call(endpoints.storeGuestCart, { body: { products: lines } });
      return (await applyCode(shop, value?.bundle_cart_unique_id ?? '', 'ZUGABE')).codes;
    };
    expect([await applyTo(99), await applyTo(100)]).toEqual([[], ['NOT_APPLICABLE']]);
  });

  test('is not applicable for a learner who owns its free product', async () => {
    const given = { kind: 'free_product', value: 0, free_product_id: products.course } as const;
    const [code = ''] = await makeCoupon(shop, { ...given, codes: { count: 1, prefix: 'KURS' } });
    const learner = await register(shop);
    const owner = await register(shop);
    await giveCourse(shop, owner.id);
    expect((await applyOwn(owner, code, products.book)).codes).toEqual(['NOT_APPLICABLE']);
    const { value } = await applyOwn(learner, code, products.book);
    expect(heldBy(value)).toEqual({ [products.book]: 1, [products.course]: 1 });
  });

  test('leaves the cart without its free product when the minimum is not reached', async () => {
    const { id } = await storeGuestCart(shop, { [products.voucher]: 1 });
    const refused = await applyCode(shop, id, 'ZUGABE');
    expect([refused.status, refused.codes]).toEqual([422, ['MINIMUM_NOT_REACHED']]);
    const { value } = await shop.call(endpoints.getCart, { params: { id } });
    expect(heldBy(value)).toEqual({ [products.voucher]: 1 });
  });

  test.each([
    ['GIBTESNICHT', 'UNKNOWN', products.course],
    ['ABGELAUFEN', 'EXPIRED', products.course],
    ['HERBST', 'WRONG_CAMPAIGN', products.course],
    ['WILLKOMMEN10', 'NOT_APPLICABLE', products.book],
    ['WILLKOMMEN10', 'NOT_APPLICABLE', products.voucher],
    ['FUENFER', 'NOT_APPLICABLE', products.book],
    ['VERSANDFREI', 'NOT_APPLICABLE', products.course],
    ['GESCHENK-CLARA', 'NOT_APPLICABLE', products.course],
    ['GUTSCHEIN-50', 'NOT_APPLICABLE', products.voucher],
  ])('%s is refused with %s for %s, and the cart stays as it was', async (code, refusal, product) => {
    const { id } = await storeGuestCart(shop, { [product]: 1 });
    const { value: before } = await shop.call(endpoints.getCart, { params: { id } });
    expect(await applyCode(shop, id, code)).toMatchObject({ status: 422, codes: [refusal] });
    expect((await shop.call(endpoints.getCart, { params: { id } })).value).toEqual(before);
  });

  test('NOT_YET_VALID, MINIMUM_NOT_REACHED and USED_UP are distinguished, also in the code information', async () => {
    const now = shop.context.clock.now();
    const tenPercent = { kind: 'percent', value: 10 };
    await insertRows(shop.db, 'promotions', [
      { ...tenPercent, id: 'soon', valid_from: new Date(now + 1) },
      { ...tenPercent, id: 'much', minimum_subtotal_cents: 1_000_000 },
      { ...tenPercent, id: 'gone', total_limit: 1, used: 1 },
    ]);
    await insertRows(
      shop.db,
      'coupon_codes',
      ['soon', 'much', 'gone'].map((id) => ({ code: id.toUpperCase(), promotion_id: id })),
    );
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    expect((await applyCode(shop, id, 'SOON')).codes).toEqual(['NOT_YET_VALID']);
    expect((await applyCode(shop, id, 'MUCH')).codes).toEqual(['MINIMUM_NOT_REACHED']);
    expect((await applyCode(shop, id, 'GONE')).codes).toEqual(['USED_UP']);
    const info = (code: string) => shop.call(endpoints.getCodeInfo, { body: { code } });
    expect((await info('soon')).codes).toEqual(['NOT_YET_VALID']);
    expect((await info('gone')).codes).toEqual(['USED_UP']);
    expect((await info('ABGELAUFEN')).codes).toEqual(['EXPIRED']);
    expect((await info('GIBTESNICHT')).codes).toEqual(['UNKNOWN']);
    expect((await info('much')).value?.data.attributes.minimum_subtotal).toBe(1_000_000);
  });

  test('codes of each kind are found with hyphens anywhere, or without their own', async () => {
    const spellings = (code: string) => [
      code.replaceAll('-', ''),
      (code.match(/.{1,4}/g) ?? []).join('-'),
      `-${code}`,
    ];
    const [made = ''] = await makeCoupon(shop, { codes: { count: 1, prefix: 'MESSE' } });
    for (const code of ['WILLKOMMEN10', made, 'GUTSCHEIN-50', 'GESCHENK-CLARA'].flatMap(spellings)) {
      const { id } = await storeGuestCart(shop, { [products.course]: 1 });
      expect((await shop.call(endpoints.getCodeInfo, { body: { code } })).codes, code).toEqual([]);
      const refused = (await applyCode(shop, id, code)).codes;
      expect(refused, code).toEqual(/CLARA/.test(code.replaceAll('-', '')) ? ['NOT_APPLICABLE'] : []);
    }
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    expect((await applyCode(shop, id, 'will-kommen-10')).value).toMatchObject({ code: 'WILLKOMMEN10' });
    expect((await applyCode(shop, id, 'WILLKOMMEN-100')).codes).toEqual(['UNKNOWN']);
  });

  test('a coupon for a first purchase is refused after another purchase of the e-mail address or account', async () => {
    const guest = async (email: string) => {
      const { id } = await storeGuestCart(shop, { [products.course]: 1 });
      await shop.call(endpoints.setShippingAddress, { body: { id, ...berlin, email } });
      return applyCode(shop, id, 'WILLKOMMEN10');
    };
    const { email } = await buyAsGuest(shop, { [products.book]: 1 });
    expect((await guest(`other-${email}`)).codes).toEqual([]);
    expect((await guest(` ${email.toUpperCase()}`)).codes).toEqual(['NOT_FIRST_PURCHASE']);
    // The address is entered after the code.
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    await applyCode(shop, id, 'WILLKOMMEN10');
    await shop.call(endpoints.setShippingAddress, { body: { id, ...berlin, email } });
    const { value } = await shop.call(endpoints.getCart, { params: { id } });
    expect(value).toMatchObject({ code_error: 'NOT_FIRST_PURCHASE', discounts: { total: 0 } });
    const learner = await register(shop, email);
    expect((await applyOwn(learner, 'WILLKOMMEN10')).codes).toEqual(['NOT_FIRST_PURCHASE']);
    await changeRows(shop.db, 'users', { id: learner.id }, { email: `moved-${email}` });
    expect((await applyOwn(learner, 'WILLKOMMEN10')).codes).toEqual(['NOT_FIRST_PURCHASE']);
    expect((await applyOwn(await register(shop), 'WILLKOMMEN10')).codes).toEqual([]);
  });

  test.each([
    [
      'lines',
      async (of: GuestOfCart) => {
        const body = { ...of, products: linesOf({ [products.course]: 1 }) };
        return shop.call(endpoints.storeGuestCart, { body });
      },
    ],
    [
      'an address',
      async (of: GuestOfCart) => shop.call(endpoints.setShippingAddress, { body: { ...of, ...berlin } }),
    ],
    [
      'a name',
      async (of: GuestOfCart) => {
        const body = { ...of, firstname: 'Ada', lastname: 'Kern', country: 'DE' };
        return shop.call(endpoints.setBillingContact, { body });
      },
    ],
  ])('is checked for at most twenty e-mails of a cart, each sent with %s', async (_, send) => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    await applyCode(shop, id, 'WILLKOMMEN10');
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const of = { id, email: `asked-${count}@example.org` };
      statuses.push((await send(of)).status);
      // A repeated address does not count.
      if (count < 20) expect((await send(of)).status).toBe(200);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    expect((await rowOf(shop.db, 'carts', { public_id: id })).email).toBe('asked-19@example.org');
    const other = await storeGuestCart(shop, { [products.course]: 1 });
    expect((await send({ id: other.id, email: 'asked-20@example.org' })).status).toBe(200);
  });

  test('a campaign’s coupon is valid only with its campaign', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const { value } = await applyCode(shop, id, 'HERBST', { campaign: 'herbst' });
    expect(value?.discounts.total).toBe(Math.round(priceOf(products.course) * 0.15));
    expect((await applyCode(shop, id, 'HERBST', { campaign: 'winter' })).codes).toEqual(['WRONG_CAMPAIGN']);
  });

  test('limits per person apply to guests by their e-mail', async () => {
    const email = 'stammgast@example.org';
    const { id } = await storeGuestCart(shop, { [products.course]: 1, [free]: 1 });
    await shop.call(endpoints.checkAccount, { body: { id, email: ` ${email.toUpperCase()}`, save: true } });
    expect((await applyCode(shop, id, 'ZUGABE')).status).toBe(200);
    await buyAsGuest(shop, { [products.course]: 1 }, { email, code: 'ZUGABE' });
    expect((await shop.call(endpoints.getCart, { params: { id } })).value?.code_error).toBe('USED_UP');
    expect((await applyCode(shop, id, 'ZUGABE')).codes).toEqual(['USED_UP']);
  });

  test('limits per person apply to an account also after its e-mail has changed', async () => {
    const learner = await register(shop);
    const bought = await orderAs(shop, learner, { [products.course]: 1 }, { code: 'ZUGABE' });
    expect((await payOrder(shop, bought)).status).toBe(200);
    expect((await applyOwn(learner, 'ZUGABE')).codes).toEqual(['USED_UP']);
    await changeRows(shop.db, 'users', { id: learner.id }, { email: `moved-${learner.email}` });
    expect((await applyOwn(learner, 'ZUGABE')).codes).toEqual(['USED_UP']);
    expect((await applyOwn(await register(shop), 'ZUGABE')).codes).toEqual([]);
  });

  test('a use that is reserved by the cart’s own open order does not count', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    expect((await applyCode(shop, id, 'EINMAL')).status).toBe(200);
    const cart = await rowOf(shop.db, 'carts', { public_id: id });
    const order_id = shop.context.ids.uuid();
    const now = new Date(shop.context.clock.now());
    await insertRows(shop.db, 'orders', {
      ...{ id: order_id, code: order_id, cart_id: cart.id, email: 'jemand@example.org', locale: 'de' },
      ...{ template: 'order', state: 'charging', fulfilment: 'none', needs_waiver: false },
      ...{ subtotal_cents: 0, discount_cents: 0, shipping_cents: 0, total_cents: 0 },
      ...{ credit_cents: 0, amount_due_cents: 0, included_vat_cents: 0 },
      ...{ created_at: now, state_changed_at: now },
    });
    const use = { order_id, promotion_id: 'einmal', customer: 'jemand@example.org', is_settled: false };
    await insertRows(shop.db, 'coupon_uses', use);
    await changeRows(shop.db, 'promotions', { id: 'einmal' }, { used: 1 });
    expect((await shop.call(endpoints.getCart, { params: { id } })).value?.code_error).toBeNull();
    const other = await storeGuestCart(shop, { [products.course]: 1 });
    expect((await applyCode(shop, other.id, 'EINMAL')).codes).toEqual(['USED_UP']);
  });

  test('a coupon that no longer applies is kept with the reason, and applies again later', async () => {
    const { id } = await storeGuestCart(shop, { [products.course]: 1, [products.book]: 1 });
    await applyCode(shop, id, 'WILLKOMMEN10');
    const without = await shop.call(endpoints.storeGuestCart, {
      body: { id, products: linesOf({ [products.book]: 1 }) },
    });
    expect(without.value).toMatchObject({
      code: 'WILLKOMMEN10',
      code_error: 'NOT_APPLICABLE',
      discounts: { total: 0, lines: [] },
      total: priceOf(products.book),
    });
    const again = await shop.call(endpoints.storeGuestCart, {
      body: { id, products: linesOf({ [products.course]: 1 }) },
    });
    expect(again.value).toMatchObject({ code: 'WILLKOMMEN10', code_error: null });
  });
});

describe('cancelling a code', () => {
  test.each([endpoints.cancelCode.path, '/code/cancel/bundle'] as const)(
    '%s removes coupon and voucher, for guest and user',
    async (path) => {
      for (const { id, caller } of await fillBothCarts()) {
        await applyCode(shop, id, 'WILLKOMMEN10', caller);
        await applyCode(shop, id, 'GUTSCHEIN-50', caller);
        const { value } = await shop.call({ ...endpoints.cancelCode, path }, { ...caller, body: { id } });
        expect(value).toMatchObject({ code: null, credit: 0, total: priceOf(products.course) });
      }
    },
  );
});

test('a cart shows whether it has a voucher, and coupon and voucher can be removed separately', async () => {
  for (const { id, caller } of await fillBothCarts()) {
    const cancel = (only: 'coupon' | 'voucher') =>
      shop.call(endpoints.cancelCode, { ...caller, body: { id, only } });
    expect((await applyCode(shop, id, 'ZUGABE', caller)).value?.has_voucher).toBe(false);
    const both = await applyCode(shop, id, 'GUTSCHEIN-50', caller);
    expect(both.value).toMatchObject({ code: 'ZUGABE', has_voucher: true, credit: 5000 });
    const unpaid = await cancel('voucher');
    expect(unpaid.value).toMatchObject({ code: 'ZUGABE', has_voucher: false, credit: 0 });
    expect(heldBy(unpaid.value)).toEqual({ [products.course]: 1, [free]: 1 });
    await applyCode(shop, id, 'GUTSCHEIN-50', caller);
    const plain = await cancel('coupon');
    expect(plain.value).toMatchObject({ code: null, has_voucher: true, credit: 5000 });
    expect(heldBy(plain.value)).toEqual({ [products.course]: 1 });
  }
});

describe('the information about a code', () => {
  test.each([
    ['willkommen10', { kind: 'percent', value: 10, product_title: null }],
    ['FUENFER', { kind: 'fixed', value: 500, minimum_subtotal: 3000 }],
    ['VERSANDFREI', { kind: 'free_shipping', value: null }],
    ['GUTSCHEIN-50', { kind: 'voucher', value: 5000, course_picture: null }],
    ['HERBST', { kind: 'percent', value: 15 }],
  ])('%s', async (code, attributes) => {
    const { value } = await shop.call(endpoints.getCodeInfo, { body: { code } });
    expect(value?.data.attributes).toMatchObject({ code: code.toUpperCase(), ...attributes });
  });

  test('contains a gift’s course in the caller’s language', async () => {
    const { value } = await shop.call(endpoints.getCodeInfo, {
      body: { code: 'GESCHENK-CLARA' },
      language: 'en',
    });
    const course = shop.content.products.find(({ id }) => id === products.course);
    expect(value?.data.attributes).toMatchObject({
      kind: 'gift',
      product_title: course?.texts.en.title,
      course_picture: 'clara-schumann',
    });
  });
});

describe('guessing codes', () => {
  test('is blocked after thirty wrong codes from one address; correct ones are not counted', async () => {
    const address = 'guesser';
    const { id } = await storeGuestCart(shop, { [products.course]: 1 });
    const guess = (code: string) => shop.call(endpoints.applyCode, { body: { id, code }, address });
    const right = await inParallel(40, () => guess('WILLKOMMEN10'));
    expect(right.map((answer) => answer.status)).toEqual(right.map(() => 200));
    for (let count = 0; count < 30; count += 1)
      expect((await guess(`NEIN-${count}`)).codes).toEqual(['UNKNOWN']);
    const stopped = await guess('NEIN');
    expect([stopped.status, stopped.codes]).toEqual([429, ['TOO_MANY_ATTEMPTS']]);
    expect(Number(stopped.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await shop.call(endpoints.getCodeInfo, { body: { code: 'NEIN' }, address })).status).toBe(429);
    shop.advance(10 * 60_000 + 1);
    expect((await guess('WILLKOMMEN10')).status).toBe(200);
    expect(shop.faults).toEqual([]);
  });
});
