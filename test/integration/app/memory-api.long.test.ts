import { randomUUID } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import { beforeAll, expect } from 'vitest';
import { createHttpShopApi } from '#adapters/http/http-shop-api.ts';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { Cart } from '#core/model/cart.ts';
import type { Order } from '#core/model/order.ts';
import type { ProductPage } from '#core/model/product.ts';
import { cents } from '#core/rules/basics/money.ts';
import { type CallFailure, ok, type Result } from '#core/rules/basics/result.ts';
import type { Coupon } from '#core/rules/coupons/discounts.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { plainCoupon } from '#test/arbitraries/arbitrary-coupon.ts';
import { giveVoucher } from '#test/integration/orders/order-shop.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { password, vienna } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runs } from '#test/run-length.ts';
import { createMemoryCookies } from '#test/support/memory-cookies.ts';
import { createMemoryErrorReporting } from '#test/support/memory-error-reporting.ts';
import { createMemoryServer } from '#test/support/memory-server.ts';
import { createMemoryShopApi } from '#test/support/memory-shop-api.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { createSequentialIds } from '#test/support/sequential-ids.ts';
import { succeeded } from '#test/support/succeeded.ts';

/**
 * Tests of the storefront talk to an API in memory, because they decide when each response arrives. This test plays
 * the same calls of guests and learners to that API and to the real one, which must return the same.
 */
const shop = await openTestShop();
let pages: readonly ProductPage[] = [];

const slugs = [
  'clara-schumann',
  'albrecht-duerer',
  'maria-sibylla-merian',
  'das-buch-vom-messen',
  'geschenk-clara-schumann',
  'kraeuterkiste',
  'gutschein-50',
] as const;
const coupons: readonly Coupon[] = [
  { ...plainCoupon, id: 'zehn', code: 'ZEHN', value: 10 },
  {
    ...plainCoupon,
    id: 'fuenfer',
    code: 'FUENFER',
    kind: 'fixed',
    value: 500,
    minimum_subtotal: cents(3_000),
  },
  { ...plainCoupon, id: 'abgelaufen', code: 'ABGELAUFEN', value: 15, valid_until: Date.UTC(2026, 0, 1) },
  { ...plainCoupon, id: 'herbst', code: 'HERBST', value: 15, campaign: 'herbst' },
  { ...plainCoupon, id: 'versandfrei', code: 'VERSANDFREI', kind: 'free_shipping', value: 0 },
  { ...plainCoupon, id: 'werkbank', code: 'WERKBANK', value: 10, kinds: ['gift_box'] },
];

beforeAll(async () => {
  const { cookie: operator } = await logInAs(shop, 'editor');
  const body = {
    ...({ kind: 'percent', value: 10, free_product_id: null } as const),
    ...{ codes: ['ZEHN'], count: null, prefix: null },
    ...{ first_day: null, last_day: null, total_limit: null, per_customer_limit: null, campaign: null },
    ...{ minimum_subtotal: null, product_ids: null, kinds: null },
    ...{ is_first_purchase_only: false, is_public: false },
  };
  expect((await shop.call(operatorEndpoints.createOperatorCoupon, { operator, body })).codes).toEqual([]);
  const api = openRealApi(null);
  pages = await Promise.all(slugs.map(async (slug) => succeeded(await api.getProduct({ params: { slug } }))));
});

function openRealApi(token: string | null): ShopApi {
  return createHttpShopApi(endpoints, {
    fetch: (url, init) => shop.send(url.replace('http://localhost/api', ''), init),
    baseUrl: 'http://localhost/api',
    cookies: createMemoryCookies(),
    pageLocale: 'de',
    accessTokens: { current: async () => ok(token), replace: async () => ok(token) },
    errorReporting: createMemoryErrorReporting(),
  });
}

async function fillStock(): Promise<void> {
  for (const { id, stock } of pages)
    if (stock !== null) await shop.db.updateTable('products').set({ stock }).where('id', '=', id).execute();
}

/** How a caller reaches an API: with the access token of a session, or as a guest. */
type OpenApi = (token: string | null) => ShopApi;

function openMemoryApi(voucher: string): OpenApi {
  const server = createMemoryServer(
    {
      ...memoryShopFacts,
      ...{ products: pages, coupons, users: [], vouchers: { [voucher]: cents(5_000) } },
      stock: Object.fromEntries(pages.flatMap(({ id, stock }) => (stock === null ? [] : [[id, stock]]))),
    },
    shop.context.clock,
    createSequentialIds(),
  );
  return (token) => createMemoryShopApi(server, () => token);
}

const who = fc.constantFrom('guest' as const, 'learner' as const);
const product = fc.nat(slugs.length - 1);
const quantity = fc.constantFrom(1, 1, 2, 3, 4);
const nonce = fc.constantFrom(
  null,
  'fake-valid-nonce',
  'fake-valid-nonce',
  'fake-processor-declined-visa-nonce',
);
const lines = fc.uniqueArray(fc.record({ product, quantity }), {
  minLength: 1,
  maxLength: 3,
  selector: ({ product: one }) => one,
});
const of = <Name extends string, Fields>(
  name: Name,
  fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
) =>
  fc.record({ do: fc.constant(name), ...fields }) as fc.Arbitrary<{ readonly do: Name } & Readonly<Fields>>;
const step = fc.oneof(
  of('store', { lines, isKnown: fc.boolean() }),
  of('change', { action: fc.constantFrom('add' as const, 'update' as const, 'delete' as const), lines }),
  of('merge', { isRepeated: fc.boolean() }),
  of('read', { who }),
  of('code', {
    who,
    code: fc.constantFrom(
      'voucher',
      'zehn',
      'FUENFER',
      'ABGELAUFEN',
      'HERBST',
      'VERSANDFREI',
      'WERKBANK',
      'NICHTS',
    ),
    campaign: fc.constantFrom(null, 'herbst'),
  }),
  of('cancel', { who }),
  of('address', { who, country: fc.constantFrom('AT' as const, 'DE' as const, 'US' as const) }),
  of('contact', { who, country: fc.constantFrom('AT' as const, 'US' as const) }),
  of('shipping', { country: fc.constantFrom(undefined, 'DE' as const) }),
  of('check', { isKnown: fc.boolean() }),
  of('wish', { product: fc.nat(slugs.length), isOn: fc.boolean() }),
  of('wishes', { products: fc.array(product, { maxLength: 3 }) }),
  of('order', { who, isKnown: fc.constantFrom(false, false, true) }),
  of('verify', { who, hasToken: fc.constantFrom(true, true, false) }),
  of('pay', {
    who,
    nonce,
    isExact: fc.constantFrom(true, true, false),
    isWaived: fc.constantFrom(true, true, false),
  }),
  of('open', { who }),
);
/** An address and an order with its payment, of which something may be missing or wrong. */
const purchase = fc
  .record({
    who,
    nonce,
    isExact: fc.constantFrom(true, true, true, false),
    isWaived: fc.constantFrom(true, true, true, false),
    isRepeated: fc.boolean(),
  })
  .map(({ who: buyer, isRepeated, ...checkout }): Step[] => {
    const pay = { do: 'pay', who: buyer, ...checkout } as const;
    return [
      { do: 'address', who: buyer, country: 'AT' },
      { do: 'order', who: buyer, isKnown: false },
      { do: 'verify', who: buyer, hasToken: true },
      ...(isRepeated ? [pay, pay] : [pay]),
      { do: 'open', who: buyer },
    ];
  });
const story = fc
  .tuple(
    lines,
    lines,
    fc.array(
      fc.oneof({ weight: 4, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: purchase }),
      {
        minLength: 2,
        maxLength: 12,
        size: 'max',
      },
    ),
  )
  .map(([guests, learners, steps]): Step[] => [
    { do: 'store', lines: guests, isKnown: false },
    { do: 'change', action: 'add', lines: learners },
    ...steps.flat(),
  ]);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Opens one of the two APIs for a guest and a learner. Returns a function that makes one call. */
async function openShoppers(open: OpenApi, voucher: string) {
  const run = voucher.slice(-12).toLowerCase();
  const emails = { guest: `gast-${run}@example.org`, learner: `person-${run}@example.org` };
  const guest = open(null);
  const account = { email: emails.learner, password, password_confirmation: password };
  const { access } = succeeded(await guest.registerUser({ body: { ...account, preferred_language: 'de' } }));
  const learner = open(access);
  const apis = { guest, learner };
  const carts = { guest: 'nirgends', learner: 'nirgends' };
  const orders: Record<keyof typeof apis, { id: string; token?: string | undefined; due: number }> = {
    guest: { id: randomUUID(), due: 0 },
    learner: { id: randomUUID(), due: 0 },
  };
  let merges = 0;

  function readCart(owner: keyof typeof apis, result: Result<Cart, CallFailure>) {
    if (!result.ok) return result.error.code;
    const { bundle_cart_unique_id, ...cart } = result.value;
    carts[owner] = bundle_cart_unique_id ?? '';
    return cart;
  }

  function readOrder(owner: keyof typeof apis, result: Result<Order, CallFailure>) {
    if (!result.ok) return result.error.code;
    const { state, products, subtotal, discount, total, credit, amount_due, ...order } = result.value;
    orders[owner].due = amount_due;
    const { shipping_cost, included_vat, needs_waiver, coupon_code, email, last_decline } = order;
    return {
      ...{ state, subtotal, discount, total, credit, amount_due, shipping_cost, included_vat, needs_waiver },
      ...{ coupon_code, last_decline, email: email.toLowerCase() },
      products: products.map(({ id, quantity: count, price, discount: taken }) => [id, count, price, taken]),
    };
  }

  const toLines = (wanted: readonly { readonly product: number; readonly quantity: number }[]) =>
    wanted.map((line) => ({ product_id: pages[line.product]?.id ?? '', quantity: line.quantity }));

  /** Returns the response without what differs between servers: ids, codes, tokens, times. */
  return async function take(one: Step): Promise<unknown> {
    switch (one.do) {
      case 'store': {
        const id = one.isKnown ? { id: carts.guest } : {};
        return readCart(
          'guest',
          await guest.storeGuestCart({ body: { ...id, products: toLines(one.lines) } }),
        );
      }
      case 'change':
        return readCart(
          'learner',
          await learner.updateCart({ body: { action: one.action, products: toLines(one.lines) } }),
        );
      case 'merge': {
        if (!one.isRepeated) merges += 1;
        const merged = await learner.mergeCart({
          body: {
            merge_id: `00000000-0000-4000-8000-${String(merges).padStart(12, '0')}`,
            products: toLines([
              { product: 0, quantity: 1 },
              { product: 5, quantity: 3 },
            ]),
            bundle_cart_unique_id: carts.guest,
          },
        });
        if (!merged.ok) return merged.error.code;
        return [readCart('learner', ok(merged.value.cart)), merged.value.changes];
      }
      case 'read':
        return readCart(
          one.who,
          one.who === 'learner'
            ? await learner.getOwnCart()
            : await guest.getCart({ params: { id: carts.guest } }),
        );
      case 'code': {
        const code = one.code === 'voucher' ? voucher : one.code;
        const body = { id: carts[one.who], code, campaign: one.campaign };
        return readCart(one.who, await apis[one.who].applyCode({ body }));
      }
      case 'cancel':
        return readCart(one.who, await apis[one.who].cancelCode({ body: { id: carts[one.who] } }));
      case 'address': {
        const id = one.who === 'guest' ? { id: carts.guest, email: emails.guest } : {};
        const body = {
          ...id,
          ...vienna,
          country: one.country,
          ...(one.country === 'AT' ? {} : { postal_code: '10115' }),
        };
        return readCart(one.who, await apis[one.who].setShippingAddress({ body }));
      }
      case 'contact': {
        const id = one.who === 'guest' ? { id: carts.guest, email: emails.guest } : {};
        const body = { ...id, firstname: 'Karl', lastname: 'Lindner', country: one.country };
        return readCart(one.who, await apis[one.who].setBillingContact({ body }));
      }
      case 'shipping': {
        const query = one.country === undefined ? {} : { country: one.country };
        const cost = await learner.getShippingCost({ query });
        return cost.ok ? cost.value : cost.error.code;
      }
      case 'check': {
        const email = one.isKnown ? emails.learner : emails.guest;
        const checked = await guest.checkAccount({ body: { id: carts.guest, email } });
        return checked.ok ? checked.value : checked.error.code;
      }
      case 'wish': {
        const params = { product_id: pages[one.product]?.id ?? 'gibt-es-nicht' };
        const changed = one.isOn
          ? await learner.addWishListItem({ params })
          : await learner.removeWishListItem({ params });
        return [changed.ok ? null : changed.error.code, await wishes()];
      }
      case 'wishes': {
        const product_ids = one.products.map((index) => pages[index]?.id ?? '');
        if (product_ids.length === 0) return wishes();
        const added = await learner.addWishListItems({ body: { product_ids } });
        return [added.ok ? added.value : added.error.code, await wishes()];
      }
      case 'order': {
        const email = one.isKnown ? emails.learner : emails.guest;
        const body = { bundle_cart_unique_id: carts[one.who], ...(one.who === 'guest' ? { email } : {}) };
        const placed = await apis[one.who].createOrder({ body });
        if (!placed.ok) return placed.error.code;
        const { item, order_token } = placed.value;
        orders[one.who] = { id: item.id, token: order_token, due: item.amount_due };
        return [order_token === undefined, readOrder(one.who, ok(item))];
      }
      case 'verify': {
        const { id, token } = orders[one.who];
        const orderToken = one.hasToken && token !== undefined ? { orderToken: token } : {};
        const verified = await apis[one.who].verifyOrder({ body: { id }, ...orderToken });
        return verified.ok
          ? [verified.value.client_token === null, readOrder(one.who, ok(verified.value.item))]
          : verified.error.code;
      }
      case 'pay': {
        const { id, token, due } = orders[one.who];
        const paid = await apis[one.who].checkOutOrder({
          body: {
            id,
            payment_method_nonce: one.nonce,
            expected_total: one.isExact ? due : due + 1,
            waiver_accepted: one.isWaived,
          },
          ...(token === undefined ? {} : { orderToken: token }),
        });
        return readOrder(one.who, paid);
      }
      case 'open': {
        const { id, token } = orders[one.who];
        const orderToken = token === undefined ? {} : { orderToken: token };
        return readOrder(one.who, await apis[one.who].getOrder({ params: { id }, ...orderToken }));
      }
    }
  };

  async function wishes() {
    const listed = await learner.listWishListItems();
    return listed.ok ? listed.value.items.map(({ id }) => id) : listed.error.code;
  }
}

test('the API in memory responds like the real one', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const id = await giveVoucher(shop.db, 5_000);
      const voucher = `V${id.replaceAll('-', '').toUpperCase()}`;
      await shop.db.updateTable('gift_codes').set({ code: voucher }).where('id', '=', id).execute();
      const real = await openShoppers(openRealApi, voucher);
      const memory = await openShoppers(openMemoryApi(voucher), voucher);
      for (const [index, one] of steps.entries()) {
        shop.advance(1_000);
        const expected = await real(one);
        // Paid pieces leave the real stock; the stock in memory has no end.
        if (one.do === 'pay') await fillStock();
        expect(await memory(one), `call ${index + 1}: ${JSON.stringify(one)}`).toEqual(expected);
      }
    }),
    // Another seed of another long run tries what a busy machine has no time for.
    { numRuns: runs(60), interruptAfterTimeLimit: 120_000 },
  );
  expect(shop.faults).toEqual([]);
});
