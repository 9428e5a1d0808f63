import { beforeAll, describe, expect, test } from 'vitest';
import { createHttpShopApi } from '#adapters/http/http-shop-api.ts';
import { endpoints } from '#api/endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { refusalOf } from '#test/integration/support/outcomes.ts';
import { openTestShop, type TestShop } from '#test/integration/support/test-shop.ts';
import { createMemoryCookies } from '#test/support/memory-cookies.ts';
import { createMemoryErrorReporting } from '#test/support/memory-error-reporting.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { vienna } from '#test/support/vienna.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});

/** Connects the HTTP adapter to the real server, as a guest or with an access token. */
function openApi(token: string | null = null) {
  const seen: { readonly path: string; readonly headers: Headers }[] = [];
  const api = createHttpShopApi(endpoints, {
    async fetch(url, init) {
      const { pathname, search } = new URL(url);
      const path = pathname.replace(/^\/api/, '') + search;
      seen.push({ path, headers: new Headers(init.headers) });
      return shop.send(path, init);
    },
    baseUrl: 'http://localhost/api',
    cookies: createMemoryCookies(),
    pageLocale: 'de',
    accessTokens: { current: async () => ok(token), replace: async () => ok(token) },
    errorReporting: createMemoryErrorReporting(),
  });
  return { api, seen };
}

const guest = () => openApi().api;

let people = 0;

/** Registers a new user and logs in. */
async function openLearner() {
  people += 1;
  const password = 'drei Äpfel im Regal';
  const attributes = {
    email: `http-${people}@example.org`,
    password,
    password_confirmation: password,
    firstname: 'Karl',
    lastname: 'Lindner',
    newsletter: false,
    preferred_language: 'de' as const,
  };
  const session = succeeded(await guest().registerUser({ body: attributes }));
  return { ...openApi(session.access), session, email: attributes.email, password };
}

async function lineOf(api: ShopApi, slug: string, quantity = 1) {
  const { id } = succeeded(await api.getProduct({ params: { slug } }));
  return { product_id: id, quantity };
}

async function storedCart(api: ShopApi, slugs: readonly string[]) {
  const products = await Promise.all(slugs.map((slug) => lineOf(api, slug)));
  const cart = succeeded(await api.storeGuestCart({ body: { products } }));
  if (cart.bundle_cart_unique_id === null) throw new Error('A stored cart has an id');
  return cart.bundle_cart_unique_id;
}

describe('public data', () => {
  test('a list is a page of plain products, with the groups of its meta', async () => {
    const query = { filter: { kind: 'course' }, page: { size: 2, number: 2 } } as const;
    const page = succeeded(await guest().listProducts({ query }));
    expect(page).toMatchObject({ number: 2, size: 2, items: [{ kind: 'course' }, { kind: 'course' }] });
    expect(page.total).toBeGreaterThan(4);
    expect(page.groups[0]).toEqual({
      identifier: expect.any(String),
      title: expect.any(String),
      count: expect.any(Number),
    });
    expect(Object.keys(page.items[0] ?? {})).not.toContain('attributes');
  });

  test('a document is returned as its data, with plain products in it', async () => {
    const course = succeeded(await guest().getProduct({ params: { slug: 'clara-schumann' } }));
    expect(course).toMatchObject({ slug: 'clara-schumann', details: { kind: 'course' } });
    const raw = await shop.send('/products/clara-schumann');
    const { data } = (await raw.json()) as { data: { id: string; attributes: Record<string, unknown> } };
    const book = succeeded(await guest().getProduct({ params: { slug: 'raupen-lesen' } }));
    expect(course).toMatchObject({ id: data.id, title: data.attributes.title, price: data.attributes.price });
    expect(book.details.companions[0]).toMatchObject({ id: expect.any(String), kind: 'course' });
    expect(JSON.stringify([course, book])).not.toContain('"attributes"');
  });

  test('posts, masters, pages and campaigns have their slug as id', async () => {
    const api = guest();
    const { items } = succeeded(await api.listPosts({ query: { page: { size: 1 } } }));
    const slug = items[0]?.slug ?? '';
    expect(succeeded(await api.getPost({ params: { slug } }))).toMatchObject({ slug, language: 'de' });
    const master = succeeded(await api.getMaster({ params: { slug: 'clara-schumann' } }));
    expect(master).toMatchObject({ slug: 'clara-schumann', courses: [{ slug: 'clara-schumann' }] });
    expect(succeeded(await api.getContentPage({ params: { slug: 'agbs' } })).slug).toBe('agbs');
    const campaign = succeeded(await api.getCampaign({ params: { slug: 'werkbank' } }));
    expect(campaign).toMatchObject({ slug: 'werkbank', products: [{ slug: 'druckwerkstatt' }] });
    expect(succeeded(await api.listCampaigns()).map((card) => card.slug)).toContain('winterlos');
  });

  test('a response without a resource is returned as its data', async () => {
    const api = guest();
    expect(succeeded(await api.getShopFacts()).delivery_countries).toContain('AT');
    expect(succeeded(await api.getAnnouncement())).toMatchObject({ is_active: expect.any(Boolean) });
    expect(succeeded(await api.getNewsletterWidget())).toMatchObject({ is_active: true });
    expect(succeeded(await api.getPopup({ query: { path: '/de/impressum' } }))).toBeNull();
    expect(succeeded(await api.searchAll({ query: { q: 'schumann' } })).items[0]).toMatchObject({
      title: expect.any(String),
    });
  });
});

describe('a guest', () => {
  test('buys with a cart on the server and the order’s token', async () => {
    const { api, seen } = openApi();
    const email = 'gast-http@example.org';
    const id = await storedCart(api, ['clara-schumann', 'raupen-lesen']);
    const priced = succeeded(await api.applyCode({ body: { id, code: 'WILLKOMMEN10' } }));
    expect(priced).toMatchObject({ code: 'WILLKOMMEN10', code_error: null });
    const sent = succeeded(await api.setShippingAddress({ body: { id, email, ...vienna } }));
    expect(sent).toMatchObject({ shipping_cost: 499, bundle_cart_unique_id: id });
    expect(succeeded(await api.getCart({ params: { id } }))).toEqual(sent);

    const { item, order_token } = succeeded(
      await api.createOrder({ body: { bundle_cart_unique_id: id, email } }),
    );
    const orderToken = order_token ?? '';
    expect(item).toMatchObject({ state: 'draft', email, total: sent.total });
    expect(await api.getOrder({ params: { id: item.id } })).toMatchObject({ ok: false });
    const started = succeeded(await api.verifyOrder({ body: { id: item.id }, orderToken }));
    expect(started).toMatchObject({ item: { id: item.id, state: 'verified' }, transfer_nonce: null });
    expect(started).not.toHaveProperty('success');

    const body = {
      id: item.id,
      payment_method_nonce: 'fake-valid-nonce',
      expected_total: item.amount_due,
      waiver_accepted: true,
    };
    const paid = succeeded(await api.checkOutOrder({ body, orderToken }));
    expect(paid).toMatchObject({ id: item.id, state: 'paid', total: sent.total });
    expect(succeeded(await api.checkOutOrder({ body, orderToken }))).toEqual(paid);
    expect(succeeded(await api.getOrder({ params: { id: item.id }, orderToken }))).toEqual(paid);
    expect(seen.at(-1)?.headers.get('X-Order-Token')).toBe(orderToken);
  });

  test('gets null for an empty response, and a receipt with its id', async () => {
    const api = guest();
    const entry = { email: 'los-http@example.org', giveaway: 'winterlos' };
    expect(await api.enterGiveaway({ body: entry })).toEqual({ ok: true, value: null });
    const subscription = { email: 'post-http@example.org', locale: 'de' as const, source: 'footer' };
    expect(await api.subscribeToNewsletter({ body: subscription })).toEqual({ ok: true, value: null });
    const token = 'nobodysnobodysnobodysnobodys';
    expect(refusalOf(await api.confirmNewsletter({ body: { token } }))).toBe('LINK_EXPIRED');
    const withdrawal = { code: 'MH-1', email: 'wer@example.org', name: 'Wer', reason: null, lines: null };
    expect(succeeded(await api.declareWithdrawal({ body: withdrawal }))).toEqual({
      id: expect.stringMatching(/\S/),
      received_at: expect.stringMatching(/^2026-11-21T10/),
      mailed: 'at_once',
    });
  });
});

describe('a learner', () => {
  test('gets a session with tokens and profile, refreshes it and ends it', async () => {
    const { api, session, email, password } = await openLearner();
    expect(session).toEqual({
      access: expect.any(String),
      refresh: expect.any(String),
      device_token: expect.any(String),
      item: expect.objectContaining({ email, firstname: 'Karl', lastname: 'Lindner' }),
    });
    const { sub } = session.item;
    expect(succeeded(await api.getUser({ params: { id: sub } }))).toEqual({ id: sub, ...session.item });
    const body = { firstname: 'Konrad', preferred_language: 'en' as const };
    expect(succeeded(await api.updateUser({ params: { id: sub }, body }))).toMatchObject(body);
    const again = succeeded(await guest().logIn({ body: { identifier: email, password } }));
    const { refresh } = again;
    expect(succeeded(await guest().refreshSession({ body: { refresh } })).access).not.toBe('');
    const { items } = succeeded(await api.listSessions());
    expect(items.map(({ is_current }) => is_current).toSorted()).toEqual([false, true]);
    expect(await guest().logOut({ body: { refresh } })).toEqual({ ok: true, value: null });
    expect(refusalOf(await guest().refreshSession({ body: { refresh } }))).toBe('REFRESH_REFUSED');
  });

  test('stores addresses', async () => {
    const { api } = await openLearner();
    const attributes = { ...vienna, is_default_shipping: true, is_default_billing: false };
    const home = succeeded(await api.createAddress({ body: attributes }));
    expect(home).toEqual({ id: expect.any(String), ...attributes });
    const { id } = home;
    const moved = { ...attributes, city: 'Graz', postal_code: '8010' };
    expect(succeeded(await api.updateAddress({ params: { id }, body: moved }))).toEqual({ id, ...moved });
    expect(succeeded(await api.listAddresses())).toEqual({
      items: [{ id, ...moved }],
      number: 1,
      size: 20,
      total: 1,
    });
    const wrong = { ...attributes, country: 'DE' };
    const refused = await api.createAddress({ body: wrong });
    expect(refused.ok ? [] : Object.keys(refused.error.fields)).toEqual(['postal_code']);
    expect(await api.deleteAddress({ params: { id } })).toEqual({ ok: true, value: null });
  });
});
