import { fc } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import type { EndpointRequest } from '#api/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { couponKinds } from '#core/model/coupon.ts';
import { buyAsGuest } from '#test/integration/support/guest-purchase.ts';
import { logInAs } from '#test/integration/support/operators.ts';
import { applyCode, berlin, products, storeGuestCart } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runs } from '#test/run-length.ts';

const shop = await openTestShop();
const { cookie: operator, email: by } = await logInAs(shop, 'support');
const { listOperatorCoupons, getOperatorCoupon, createOperatorCoupon } = operatorEndpoints;
const { changeOperatorCoupon, endOperatorCoupon, exportCouponCodes, tryOperatorCoupon } = operatorEndpoints;

type NewCoupon = NonNullable<EndpointRequest<typeof createOperatorCoupon>['body']>;

const unlimited = {
  ...{ first_day: null, last_day: null },
  ...{ total_limit: null, per_customer_limit: null, minimum_subtotal: null },
};
const plain: NewCoupon = {
  ...{ kind: 'percent', value: 10, free_product_id: null, codes: [], count: null, prefix: null },
  ...unlimited,
  ...{ product_ids: null, kinds: null, campaign: null, is_first_purchase_only: false, is_public: false },
};

const create = (changes: Partial<NewCoupon>) =>
  shop.call(createOperatorCoupon, { operator, body: { ...plain, ...changes } });

async function read(id: string) {
  return (await shop.call(getOperatorCoupon, { operator, params: { id } })).value?.data.attributes;
}

async function list(query: Readonly<Record<string, string>>) {
  const { value } = await shop.call(listOperatorCoupons, { operator, query });
  return { codes: value?.data.map(({ attributes }) => attributes.first_code), next: value?.meta.next };
}

const trial = async (
  body: Partial<NonNullable<EndpointRequest<typeof tryOperatorCoupon>['body']>> & { readonly code: string },
) =>
  (
    await shop.call(tryOperatorCoupon, {
      operator,
      body: { email: null, campaign: null, products: [], ...body },
    })
  ).value?.data;

const pieces = (lines: Readonly<Record<string, number>>) =>
  Object.entries(lines).map(([product_id, quantity]) => ({ product_id, quantity }));

describe('a coupon of an operator', () => {
  test('is created once when a call is repeated, even in parallel', async () => {
    const id = shop.context.ids.uuid();
    const twice = (changes: Partial<NewCoupon>) => Promise.all([create(changes), create(changes)]);
    const [one, other] = await twice({ id, count: 3, prefix: 'ZWEI' });
    expect([one?.status, other?.status]).toEqual([201, 201]);
    expect(one?.value?.meta.codes).toHaveLength(3);
    expect(other?.value?.meta.codes.toSorted()).toEqual(one?.value?.meta.codes.toSorted());
    expect((await list({ 'filter[q]': 'ZWEI-' })).codes).toHaveLength(1);
    expect((await create({ id, count: 3, prefix: 'ZWEI' })).value?.data.id).toBe(id);
    const given = await twice({ id: shop.context.ids.uuid(), codes: ['EINMAL-NUR'] });
    expect(given.map(({ status }) => status)).toEqual([201, 201]);
    // The form was changed after a lost response, so the stored coupon is not the requested one.
    for (const changes of [{ value: 11 }, { count: 4 }, { prefix: 'DREI' }, { is_public: true }])
      expect((await create({ id, count: 3, prefix: 'ZWEI', ...changes })).codes).toEqual(['RECORD_CHANGED']);
    // A later change by an operator does not matter.
    await shop.call(changeOperatorCoupon, {
      operator,
      params: { id },
      body: { ...unlimited, total_limit: 9 },
    });
    expect((await create({ id, count: 3, prefix: 'ZWEI' })).value?.data.attributes.total_limit).toBe(9);
    // With another id it is another coupon.
    const anew = await create({ id: shop.context.ids.uuid(), codes: ['EINMAL-NUR'] });
    expect(anew.codes).toEqual(['NAME_TAKEN']);
  });

  test('is created once when two operators choose the same code in parallel, with or without hyphens', async () => {
    for (const [one, other] of [
      ['ZUGLEICH', 'ZUGLEICH'],
      ['ZU-ZWEIT-NEU', 'ZUZWEITNEU'],
    ] as const) {
      const made = await Promise.all([create({ codes: [one] }), create({ codes: [other] })]);
      expect(made.map(({ codes }) => codes).toSorted()).toEqual([[], ['NAME_TAKEN']]);
      expect((await list({ 'filter[q]': other })).codes).toHaveLength(1);
    }
  });

  test('has all its codes in a file', async () => {
    const made = (await create({ count: 30, prefix: 'LISTE' })).value;
    const fileOf = (id: string) => shop.call(exportCouponCodes, { operator, params: { id } });
    const file = await fileOf(made?.data.id ?? '');
    expect(file.headers.get('X-Row-Count')).toBe('30');
    const [head, ...codes] = new TextDecoder().decode(file.value?.content).trimEnd().split('\r\n');
    expect(head).toBe('code');
    expect(codes.toSorted()).toEqual(made?.meta.codes.toSorted());
    expect((await fileOf('keiner')).codes).toEqual(['NOT_FOUND']);
  });

  test('applies at once, is counted with its orders, and is refused once it is ended', async () => {
    const made = await create({
      codes: ['heute-neu'],
      per_customer_limit: 5,
      product_ids: [products.course],
    });
    expect([made.status, made.value?.meta.codes]).toEqual([201, ['HEUTE-NEU']]);
    const id = made.value?.data.id ?? '';
    const { id: order } = await buyAsGuest(
      shop,
      { [products.course]: 1, [products.book]: 1 },
      { code: 'HEUTENEU' },
    );
    const sold = await read(id);
    expect(sold).toMatchObject({
      ...{ state: 'running', used: 1, per_customer_limit: 5 },
      usage: { orders: 1, discount: 990 },
      orders: [{ id: order, discount: 990 }],
      products: [{ id: products.course, title: expect.stringMatching(/\S/) }],
    });
    expect(sold?.usage.total).toBe(sold?.orders[0]?.total);

    const params = { id };
    const late = { ...unlimited, first_day: '2026-12-01', total_limit: 1 };
    expect((await shop.call(changeOperatorCoupon, { operator, params, body: late })).status).toBe(200);
    const { id: cart } = await storeGuestCart(shop, { [products.course]: 1 });
    expect((await applyCode(shop, cart, 'HEUTE-NEU')).codes).toEqual(['NOT_YET_VALID']);
    expect(await read(id)).toMatchObject({ state: 'planned', first_day: '2026-12-01', last_day: null });
    await shop.call(changeOperatorCoupon, { operator, params, body: { ...unlimited, total_limit: 1 } });
    expect(await read(id)).toMatchObject({ state: 'used_up' });
    const backwards = { ...unlimited, first_day: '2026-12-02', last_day: '2026-12-01' };
    for (const body of [backwards, { ...unlimited, total_limit: 0 }])
      expect((await shop.call(changeOperatorCoupon, { operator, params, body })).codes).toEqual([
        'INVALID_INPUT',
      ]);

    const ends = await Promise.all([1, 2].map(() => shop.call(endOperatorCoupon, { operator, params })));
    expect(ends.map(({ status }) => status)).toEqual([200, 200]);
    expect((await applyCode(shop, cart, 'HEUTE-NEU')).codes).toEqual(['EXPIRED']);
    const { history, state } = (await read(id)) ?? {};
    expect(state).toBe('ended');
    expect(history?.map((change) => [change.by, change.action])).toEqual([
      [by, 'coupon.ended'],
      [by, 'coupon.changed'],
      [by, 'coupon.changed'],
      [by, 'coupon.created'],
    ]);
  });

  test('is found by the beginning of any of its codes, kind and state, and paged without a gap', async () => {
    for (const code of ['SEITE-A', 'SEITE-B', 'SEITE-C']) await create({ codes: [code, `${code}-ZWEI`] });
    await create({ codes: ['SEITE-D'], kind: 'free_shipping', value: 0, last_day: '2026-01-01' });
    expect(await list({ 'filter[q]': 'seiteb-z' })).toEqual({ codes: ['SEITE-B'], next: null });
    expect((await list({ 'filter[q]': 'seite', 'filter[kind]': 'free_shipping' })).codes).toEqual([
      'SEITE-D',
    ]);
    expect((await list({ 'filter[q]': 'SEITE', 'filter[state]': 'ended' })).codes).toEqual(['SEITE-D']);
    expect((await list({ 'filter[q]': 'herbst' })).codes).toEqual(['HERBST']);
    const all = (await list({ 'page[size]': '100' })).codes;
    const paged: unknown[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await list({
        'page[size]': '3',
        ...(after === undefined ? {} : { 'page[after]': after }),
      });
      paged.push(...(page.codes ?? []));
      after = page.next ?? null;
    }
    expect(paged).toEqual(all);
    expect(all?.slice(0, 4)).toEqual(['SEITE-D', 'SEITE-C', 'SEITE-B', 'SEITE-A']);
    expect(all).toContain('WILLKOMMEN10');
  });

  test('is refused if its terms contradict each other or a code exists', async () => {
    const refused = async (changes: Partial<NewCoupon>) =>
      (await create({ codes: ['NIE'], ...changes })).codes;
    for (const code of ['WILLKOMMEN-10', 'GUTSCHEIN50'])
      expect(await refused({ codes: ['NIE', code] }), code).toEqual(['NAME_TAKEN']);
    expect(await refused({ product_ids: ['gibt-es-nicht'] })).toEqual(['UNKNOWN_PRODUCT']);
    const contradictions: readonly Partial<NewCoupon>[] = [
      ...[{ value: 0 }, { value: 101 }, { kind: 'free_shipping', value: 1 } as const],
      ...[{ codes: [] }, { count: 2 }, { free_product_id: products.course }],
      { kind: 'free_product', value: 0 },
      { kind: 'free_product', value: 0, free_product_id: products.book },
      { first_day: '2026-12-02', last_day: '2026-12-01' },
    ];
    for (const changes of contradictions)
      expect(await refused(changes), JSON.stringify(changes)).toEqual(['INVALID_INPUT']);
    expect((await list({ 'filter[q]': 'NIE' })).codes).toEqual([]);
    const random = await create({ count: 3, prefix: 'MESSE' });
    expect(random.value?.meta.codes).toEqual(Array(3).fill(expect.stringMatching(/^MESSE-\w{12}$/)));
  });

  test('keeps what another operator has set meanwhile', async () => {
    const id = (await create({ codes: ['ZU-ZWEIT'] })).value?.data.id ?? '';
    const params = { id };
    const seen = unlimited;
    const day = { ...unlimited, last_day: '2027-12-01', seen };
    const limit = { ...unlimited, total_limit: 9, seen };
    const change = async (body: typeof day | typeof limit) =>
      (await shop.call(changeOperatorCoupon, { operator, params, body })).codes;
    expect(await change(day)).toEqual([]);
    expect(await change(day), 'repeated after a lost response').toEqual([]);
    expect(await change(limit)).toEqual(['RECORD_CHANGED']);
    expect(await read(id)).toMatchObject({ last_day: '2027-12-01', total_limit: null });
  });

  test('of the content files can be read, but not changed or ended', async () => {
    const { value } = await shop.call(listOperatorCoupons, { operator, query: { 'filter[q]': 'HERBST' } });
    const params = { id: value?.data[0]?.id ?? '' };
    const changed = await shop.call(changeOperatorCoupon, { operator, params, body: unlimited });
    const ended = await shop.call(endOperatorCoupon, { operator, params });
    expect([changed.codes, ended.codes]).toEqual([['NOT_POSSIBLE'], ['NOT_POSSIBLE']]);
  });
});

describe('trying a code', () => {
  test('shows an editor nothing of customers and their orders', async () => {
    const made = await create({ codes: ['GEHEIM'] });
    const { email } = await buyAsGuest(shop, { [products.course]: 1 }, { code: 'GEHEIM' });
    const editor = (await logInAs(shop, 'editor')).cookie;
    const attempt = (asked: string | null) =>
      shop.call(tryOperatorCoupon, {
        operator: editor,
        body: { code: 'GEHEIM', email: asked, campaign: null, products: [] },
      });
    expect((await attempt(email)).codes).toEqual(['FORBIDDEN']);
    const shown = { usage: { orders: 1 }, orders: [] };
    expect((await attempt(null)).value?.data.coupon).toMatchObject(shown);
    const params = { id: made.value?.data.id ?? '' };
    const page = await shop.call(getOperatorCoupon, { operator: editor, params });
    expect(page.value?.data.attributes).toMatchObject(shown);
    expect((await read(params.id))?.orders).toHaveLength(1);
  });

  test('names every condition that fails, for this customer, with what was counted', async () => {
    await create({
      ...{ codes: ['STRENG'], kind: 'fixed', value: 500, minimum_subtotal: 20_000, kinds: ['gift_box'] },
      ...{ campaign: 'advent', last_day: '2026-01-31', is_first_purchase_only: true, per_customer_limit: 1 },
    });
    const { email } = await buyAsGuest(shop, { [products.book]: 1 });
    const lines = { products: pieces({ [products.course]: 1, [products.book]: 2 }) };
    const reasons = ['WRONG_CAMPAIGN', 'EXPIRED', 'NOT_APPLICABLE', 'MINIMUM_NOT_REACHED'];
    expect(await trial({ code: 'streng', ...lines })).toMatchObject({
      ...{ kind: 'coupon', refusals: reasons, discount: 0, counted_subtotal: 9900, used_by_customer: 0 },
    });
    expect(
      (await trial({ code: 'STRENG', campaign: 'advent', email: email.toUpperCase(), ...lines }))?.refusals,
    ).toEqual(['EXPIRED', 'NOT_FIRST_PURCHASE', 'NOT_APPLICABLE', 'MINIMUM_NOT_REACHED']);
  });

  test('distinguishes uses of the customer, gift codes and products that are not sold', async () => {
    await create({ codes: ['NUR-EINMAL'], per_customer_limit: 1 });
    const { email } = await buyAsGuest(shop, { [products.course]: 1 }, { code: 'NUR-EINMAL' });
    const lines = { products: pieces({ [products.course]: 1 }) };
    expect(await trial({ code: 'NUR-EINMAL', email, ...lines })).toMatchObject({
      ...{ refusals: ['USED_UP'], used_by_customer: 1 },
    });
    expect(await trial({ code: 'NUR-EINMAL', email: 'andere@example.org', ...lines })).toMatchObject({
      ...{ refusals: [], discount: 990, lines: [{ discount: 990, quantity: 1 }] },
    });
    expect(await trial({ code: 'GUTSCHEIN-50', ...lines })).toMatchObject({ kind: 'gift', coupon: null });
    expect(await trial({ code: 'GIBTESNICHT' })).toMatchObject({ kind: 'unknown', refusals: ['UNKNOWN'] });
    const body = {
      code: 'NUR-EINMAL',
      email: null,
      campaign: null,
      products: pieces({ 'gibt-es-nicht': 1 }),
    };
    expect((await shop.call(tryOperatorCoupon, { operator, body })).codes).toEqual(['UNKNOWN_PRODUCT']);
  });

  test('agrees with the cart of a guest for any coupon', async () => {
    const sold = [products.course, products.otherCourse, products.book, products.voucher, products.gift];
    const free = 'gift-geschenk-ignaz-semmelweis';
    // Together 149 EUR instead of 178.
    const pair = ['course-albrecht-duerer', 'course-maria-sibylla-merian'];
    const uncounted: readonly string[] = [products.book, products.voucher];
    const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });
    const anyCoupon = fc.record({
      kind: fc.constantFrom(...couponKinds),
      value: fc.integer({ min: 1, max: 100 }),
      first_day: some(fc.constantFrom('2026-11-21', '2026-11-22')),
      last_day: some(fc.constantFrom('2026-11-20', '2026-11-21', '2026-12-31')),
      total_limit: some(fc.constant(1)),
      // The price of the pair, and a cent less and more.
      minimum_subtotal: some(fc.constantFrom(1, 14_899, 14_900, 14_901, 17_800, 24_000)),
      product_ids: some(fc.subarray(sold, { minLength: 1 })),
      kinds: some(fc.constantFrom<NonNullable<NewCoupon['kinds']>>(['course'], ['gift', 'book'])),
      campaign: some(fc.constantFrom('herbst', 'winter')),
      is_first_purchase_only: fc.boolean(),
    });
    const bought = (await buyAsGuest(shop, { [products.book]: 1 })).email;
    let coupons = 0;
    await fc.assert(
      fc.asyncProperty(
        anyCoupon,
        fc
          .tuple(fc.subarray([...sold, free]), fc.constantFrom([], pair.slice(1), pair, pair))
          .map(([others, courses]) => [...courses, ...others])
          .filter((held) => held.length > 0),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('neu@example.org', bought),
        fc.constantFrom(null, 'herbst'),
        async ({ value, first_day, last_day, ...given }, held, most, email, campaign) => {
          const lines = Object.fromEntries(held.map((id) => [id, id.startsWith('course') ? 1 : most]));
          const code = `ZUFALL-${++coupons}`;
          const isReversed = first_day !== null && last_day !== null && last_day < first_day;
          const made = await create({
            ...given,
            ...{ codes: [code], first_day: isReversed ? null : first_day, last_day },
            value: given.kind === 'percent' || given.kind === 'fixed' ? value : 0,
            free_product_id: given.kind === 'free_product' ? free : null,
          });
          expect(made.codes).toEqual([]);
          const { id } = await storeGuestCart(shop, lines);
          await shop.call(endpoints.setShippingAddress, { body: { id, email, ...berlin } });
          const applied = await applyCode(shop, id, code, campaign === null ? {} : { campaign });
          const tried = await trial({ code, email, campaign, products: pieces(lines) });
          expect(tried?.refusals.slice(0, 1)).toEqual(applied.codes);
          const counted = tried?.lines
            .filter(({ product_id }) => !uncounted.includes(product_id))
            .reduce((sum, line) => sum + line.price - line.bundle_discount, 0);
          if (given.kind !== 'free_product') expect(tried?.counted_subtotal).toBe(counted);
          expect(tried?.refusals.includes('MINIMUM_NOT_REACHED')).toBe(
            (tried?.counted_subtotal ?? 0) < (given.minimum_subtotal ?? 0),
          );
          if (held.includes(pair[0] ?? '')) expect(tried?.bundle_discount).toBe(2_900);
          if (applied.value === null) return;
          const { discounts, subtotal, products: priced } = applied.value;
          expect([tried?.subtotal, (tried?.discount ?? 0) + (tried?.bundle_discount ?? 0)]).toEqual([
            subtotal,
            discounts.total,
          ]);
          expect(tried?.lines.map((line) => [line.product_id, line.price, line.discount])).toEqual(
            priced.map(({ line_id, product_id, price }) => {
              const taken = discounts.lines.find((line) => line.line_id === line_id);
              return [product_id, price, (taken?.amount ?? 0) - (taken?.bundle_amount ?? 0)];
            }),
          );
        },
      ),
      { numRuns: runs(20) },
    );
  });
});
