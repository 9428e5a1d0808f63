import { describe, expect, test } from 'vitest';
import { createHttpShopApi } from '#adapters/http/http-shop-api.ts';
import { endpoints } from '#api/endpoints.ts';
import { accessCookie, authCookieSeconds } from '#core/rules/accounts/access.ts';
import { err } from '#core/rules/basics/result.ts';
import type { AccessTokens } from '#ports/browser/access-tokens.ts';
import { createMemoryAccessTokens } from '#test/support/memory-access-tokens.ts';
import { createMemoryCookies, type MemoryCookie } from '#test/support/memory-cookies.ts';
import { createMemoryErrorReporting } from '#test/support/memory-error-reporting.ts';
import { vienna } from '#test/support/vienna.ts';

const orderAttributes = {
  code: 'MH-1',
  state: 'draft',
  fulfilment: 'none',
  email: 'gast@example.org',
  template: 'order',
  products: [],
  subtotal: 1,
  discount: 2,
  bundle_discounts: [],
  coupon_code: null,
  shipping_cost: 3,
  total: 4,
  credit: 5,
  promotional_credit: 1,
  amount_due: 6,
  included_vat: 7,
  shipping_address: null,
  billing_contact: null,
  billing_address: null,
  payment_method: null,
  needs_waiver: true,
  language: 'de',
  created_at: '2026-11-21T10:00:00.000Z',
  completed_at: null,
  parcels: [],
  has_account: false,
  is_new_account: false,
  last_decline: null,
};

interface Seen {
  readonly url: string;
  readonly init: RequestInit;
}

type Reply = Response | Error | (() => Promise<Response>);

const announcement = { data: { is_active: true, properties: { text: 'Neu', url: '/de' } } };

function refusal(status: number, code: string, pointer?: string): Response {
  const source = pointer === undefined ? {} : { source: { pointer } };
  const errors = [{ status: String(status), code, title: code, detail: `${code} auf Deutsch`, ...source }];
  return Response.json({ success: false, errors }, { status });
}

/** Opens an API client whose fake `fetch` returns `replies` in order. */
function openApi(replies: readonly Reply[], accessTokens: AccessTokens | null = null, timeout = 1000) {
  const seen: Seen[] = [];
  const jar = new Map<string, MemoryCookie>();
  const errorReporting = createMemoryErrorReporting();
  const api = createHttpShopApi(endpoints, {
    async fetch(url, init) {
      const reply = replies[seen.length];
      seen.push({ url, init });
      if (reply instanceof Response) return reply;
      if (typeof reply !== 'function') throw reply ?? new Error('No reply was prepared');
      return Promise.race([
        reply(),
        new Promise<never>((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
      ]);
    },
    baseUrl: '/api',
    cookies: createMemoryCookies(jar),
    pageLocale: 'en',
    accessTokens,
    errorReporting,
    timeoutMilliseconds: timeout,
  });
  const header = (index: number, name: string) => new Headers(seen[index]?.init.headers).get(name);
  return { api, seen, jar, header, reports: errorReporting.lines };
}

describe('a call', () => {
  test('says the language of the page, also when the locale cookie is of another tab', async () => {
    const { api, jar, header } = openApi([Response.json(announcement)]);
    jar.set('locale', { value: 'de', lifetime_seconds: null });
    await api.getAnnouncement();
    expect(header(0, 'X-App-Language')).toBe('en');
  });

  test('fills parameters into path and query, and leaves out what is not given', async () => {
    const { api, seen } = openApi([refusal(404, 'NOT_FOUND'), refusal(404, 'NOT_FOUND')]);
    await api.getProduct({ params: { slug: 'a/../b c' } });
    await api.listProducts({
      query: { filter: { kind: 'course', q: undefined }, page: { size: 5 } },
    });
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/products/a%2F..%2Fb%20c',
      '/api/products?filter%5Bkind%5D=course&page%5Bsize%5D=5',
    ]);
  });

  test('that changes something is JSON and not cached; one that reads has neither', async () => {
    const { api, seen, header } = openApi([refusal(422, 'UNKNOWN'), Response.json(announcement)]);
    await api.applyCode({ body: { id: 'i', code: 'C', campaign: null } });
    await api.getAnnouncement();
    expect([header(0, 'Content-Type'), header(0, 'Cache-Control'), header(0, 'Pragma')]).toEqual([
      'application/json',
      'no-cache',
      'no-cache',
    ]);
    expect(seen[0]?.init).toMatchObject({ method: 'POST', body: '{"id":"i","code":"C","campaign":null}' });
    expect([header(1, 'Content-Type'), header(1, 'Cache-Control')]).toEqual([null, null]);
    expect(seen.map(({ init }) => init.credentials)).toEqual(['omit', 'omit']);
  });

  test('of an address is a JSON:API document: the id of one to change stands in data, not in its attributes', async () => {
    const { api, seen, header } = openApi([refusal(401, 'UNAUTHENTICATED'), refusal(404, 'NOT_FOUND')]);
    await api.createAddress({ body: vienna });
    await api.updateAddress({ params: { id: 'home' }, body: { city: 'Graz' } });
    const sent = seen.map(({ url, init }) => [init.method, url, JSON.parse(String(init.body))]);
    const type = 'addresses';
    expect(sent).toEqual([
      ['POST', '/api/addresses', { data: { type, attributes: vienna } }],
      ['PATCH', '/api/addresses/home', { data: { type, id: 'home', attributes: { city: 'Graz' } } }],
    ]);
    const jsonApi = 'application/vnd.api+json';
    expect([0, 1].map((call) => header(call, 'Content-Type'))).toEqual([jsonApi, jsonApi]);
  });

  test('outlives the page that is being left', async () => {
    const { api, seen } = openApi([refusal(403, 'FORBIDDEN'), refusal(403, 'FORBIDDEN')]);
    const request = { params: { lesson: 'x' }, body: { position_seconds: 1, is_finished: false } };
    await api.saveProgress({ ...request, isLeaving: true });
    await api.saveProgress(request);
    expect(seen.map(({ init }) => [init.keepalive, init.signal instanceof AbortSignal])).toEqual([
      [true, false],
      [undefined, true],
    ]);
  });

  test('carries the order’s token when there is one', async () => {
    const { api, header } = openApi([refusal(404, 'NOT_FOUND'), refusal(404, 'NOT_FOUND')]);
    await api.getOrder({ params: { id: '1' }, orderToken: 'beweis' });
    await api.getOrder({ params: { id: '1' } });
    expect([header(0, 'X-Order-Token'), header(1, 'X-Order-Token')]).toEqual(['beweis', null]);
  });
});

describe('an answer', () => {
  test('is parsed; what the contract does not know is dropped', async () => {
    const { api } = openApi([Response.json({ data: { ...announcement.data, secret: 1 }, more: 2 })]);
    expect(await api.getAnnouncement()).toEqual({ ok: true, value: announcement.data });
  });

  test('that is a list is a page of plain resources, and ids that are slugs are called so', async () => {
    const card = {
      place: 'angebote',
      title: 'Werkbank',
      lead: 'Vorspann',
      picture: 'bild',
      picture_alt: 'Bild',
      offer: null,
      reduction: { price: 9_600, reference: 12_800, percent: 25 },
      until: '2027-02-28',
    };
    const session = {
      device: 'Firefox',
      created_at: '2026-11-20T10:00:00.000Z',
      last_used_at: '2026-11-21T10:00:00.000Z',
      is_current: true,
    };
    const links = { self: 'a', first: 'b', last: 'c', prev: null, next: null };
    const { api } = openApi([
      Response.json({ data: [{ type: 'campaigns', id: 'werkbank', attributes: card }] }),
      Response.json({
        data: [{ type: 'sessions', id: 's', attributes: session }],
        meta: { page: { number: 2, size: 1, total: 3 } },
        links,
      }),
    ]);
    expect(await api.listCampaigns()).toEqual({ ok: true, value: [{ slug: 'werkbank', ...card }] });
    expect(await api.listSessions()).toEqual({
      ok: true,
      value: { items: [{ id: 's', ...session }], number: 2, size: 1, total: 3 },
    });
  });

  test('keeps its shape when an optional field is missing', async () => {
    const data = { type: 'orders', id: 'o', attributes: orderAttributes };
    const { api } = openApi([
      Response.json({ data }, { status: 201 }),
      Response.json({ data, meta: { order_token: 'beweis' } }, { status: 201 }),
    ]);
    const body = { bundle_cart_unique_id: 'x' };
    const order = { id: 'o', ...orderAttributes };
    expect(await api.createOrder({ body })).toEqual({ ok: true, value: { item: order } });
    expect(await api.createOrder({ body })).toEqual({
      ok: true,
      value: { item: order, order_token: 'beweis' },
    });
  });

  test('that does not fit the contract is unreadable', async () => {
    const { api, reports } = openApi([
      Response.json({ data: { is_active: 'yes' } }),
      new Response('<html>', { status: 200 }),
      new Response('<html>Bad gateway</html>', { status: 502 }),
      Response.json({ success: false, errors: [] }, { status: 500 }),
    ]);
    for (const _ of [1, 2, 3, 4]) {
      expect(await api.getAnnouncement()).toEqual({
        ok: false,
        error: { code: 'UNREADABLE_ANSWER', detail: '', fields: {} },
      });
    }
    expect(reports[2]).toBe('getAnnouncement UNREADABLE_ANSWER');
  });

  test('that is a failure is answered with the server’s words and reported by the call’s name', async () => {
    const { api, reports } = openApi([refusal(422, 'INVALID_INPUT', '/code')]);
    expect(await api.applyCode({ body: { id: 'i', code: 'C', campaign: null } })).toEqual({
      ok: false,
      error: {
        code: 'INVALID_INPUT',
        detail: 'INVALID_INPUT auf Deutsch',
        fields: { code: 'INVALID_INPUT auf Deutsch' },
        body: await refusal(422, 'INVALID_INPUT', '/code').json(),
      },
    });
    expect(reports).toEqual(['applyCoupon INVALID_INPUT']);
  });

  test('to a payment is the order as far as it is known, or why it is not paid', async () => {
    const attributes = { ...orderAttributes, amount_due: 4250, total: 6250 };
    const answered = (state: string) => ({
      data: { type: 'orders', id: 'o', attributes: { ...attributes, state } },
    });
    const body = {
      id: 'o',
      payment_method_nonce: 'nonce',
      expected_total: 4250,
      waiver_accepted: true,
      save_payment_method: false,
      device_data: 'geraet',
    };
    const pay = async (...replies: readonly Reply[]) => {
      const { api, seen, header, reports } = openApi(replies, null, 20);
      const result = await api.checkOutOrder({ body, orderToken: 'beweis' });
      expect(seen).toHaveLength(1);
      expect([JSON.parse(String(seen[0]?.init.body)), header(0, 'X-Order-Token')]).toEqual([body, 'beweis']);
      return { result, reports };
    };
    for (const [status, state] of [
      [200, 'paid'],
      [202, 'unknown'],
      [202, 'charging'],
      [202, 'awaiting_payment'],
    ] as const) {
      const { result } = await pay(Response.json(answered(state), { status }));
      expect(result).toEqual({ ok: true, value: { id: 'o', ...attributes, state } });
    }
    for (const [status, code] of [
      [402, 'PAYMENT_DECLINED'],
      [409, 'ORDER_BUSY'],
      [409, 'TOTAL_CHANGED'],
      [422, 'CONSENT_REQUIRED'],
      [503, 'UNAVAILABLE'],
    ] as const) {
      const { result, reports } = await pay(refusal(status, code));
      expect(result).toMatchObject({ ok: false, error: { code, detail: `${code} auf Deutsch` } });
      expect(reports).toEqual([`${endpoints.checkOutOrder.name} ${code}`]);
    }
    const lost = { ok: false, error: { code: 'NETWORK' } };
    expect((await pay(new TypeError('Failed to fetch'))).result).toMatchObject(lost);
    expect((await pay(() => new Promise(() => {}))).result).toMatchObject(lost);
    const broken = new Response(new ReadableStream({ start: (body) => body.error(new Error('cut off')) }));
    expect((await pay(broken)).result).toMatchObject(lost);
    const half = new Response('{"data":{"type":"orders"', { status: 202 });
    expect((await pay(half)).result).toMatchObject({ error: { code: 'UNREADABLE_ANSWER' } });
  });

  test('to a refresh is the new token, or why there is none', async () => {
    const refresh = async (...replies: readonly Reply[]) => {
      const { api, seen, header } = openApi(replies, null, 20);
      const result = await api.refreshSession({ body: { refresh: 'lang' } });
      expect(seen).toHaveLength(1);
      expect([seen[0]?.init.body, header(0, 'Authorization')]).toEqual(['{"refresh":"lang"}', null]);
      return result;
    };
    const body = { access: 'kurz' };
    expect(await refresh(Response.json({ success: true, ...body }))).toEqual({ ok: true, value: body });
    expect(await refresh(refusal(401, 'REFRESH_REFUSED'))).toMatchObject({
      error: { code: 'REFRESH_REFUSED' },
    });
    expect(await refresh(new TypeError('Failed to fetch'))).toMatchObject({ error: { code: 'NETWORK' } });
  });

  test('that never comes is a failed network, also when it takes too long', async () => {
    const never = () => new Promise<Response>(() => {});
    const { api, reports } = openApi([new TypeError('Failed to fetch'), never], null, 20);
    for (const _ of [1, 2]) {
      expect(await api.getAnnouncement()).toMatchObject({ error: { code: 'NETWORK' } });
    }
    expect(reports).toEqual(['getAnnouncement NETWORK', 'getAnnouncement NETWORK']);
  });
});

describe('the bearer', () => {
  test('goes along with every call, and its cookie is written again for two years', async () => {
    const { api, jar, header } = openApi([refusal(404, 'NOT_FOUND')], createMemoryAccessTokens('token'));
    jar.set(accessCookie, { value: 'token', lifetime_seconds: 60 });
    await api.getUser({ params: { id: '1' } });
    expect(header(0, 'Authorization')).toBe('Bearer token');
    expect(jar.get(accessCookie)).toEqual({ value: 'token', lifetime_seconds: authCookieSeconds });
  });

  test('never brings a cookie back that is gone, nor overwrites another', async () => {
    const tokens = createMemoryAccessTokens('old');
    const { api, jar } = openApi([refusal(404, 'NOT_FOUND'), refusal(404, 'NOT_FOUND')], tokens);
    await api.getUser({ params: { id: '1' } });
    expect(jar.has(accessCookie)).toBe(false);
    jar.set(accessCookie, { value: 'new', lifetime_seconds: 60 });
    await api.getUser({ params: { id: '1' } });
    expect(jar.get(accessCookie)).toEqual({ value: 'new', lifetime_seconds: 60 });
  });

  test('of a guest does not exist', async () => {
    const { api, header } = openApi([refusal(401, 'UNAUTHENTICATED')], createMemoryAccessTokens(null));
    expect(await api.getOwnCart()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    expect(header(0, 'Authorization')).toBeNull();
  });

  test('that the server refuses is replaced, and the call made once more', async () => {
    const tokens = createMemoryAccessTokens('old', 'new');
    const { api, header, seen } = openApi(
      [refusal(401, 'UNAUTHENTICATED'), refusal(404, 'NOT_FOUND')],
      tokens,
    );
    const body = { action: 'delete' as const, products: [{ product_id: 'a' }] };
    expect(await api.updateCart({ body })).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect([header(0, 'Authorization'), header(1, 'Authorization')]).toEqual(['Bearer old', 'Bearer new']);
    expect(seen[1]?.init.body).toBe(seen[0]?.init.body);
  });

  test('that cannot be replaced leaves the refusal as it is', async () => {
    const { api, seen, reports } = openApi(
      [refusal(401, 'UNAUTHENTICATED')],
      createMemoryAccessTokens('old', null),
    );
    expect(await api.getOwnCart()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    expect(seen).toHaveLength(1);
    expect(reports).toEqual(['getOwnCart UNAUTHENTICATED']);
  });

  test('that could not be refreshed keeps a learner’s call from going out as a guest’s', async () => {
    const outage = err({ code: 'NETWORK', detail: '', fields: {} });
    const tokens: AccessTokens = { current: async () => outage, replace: async () => outage };
    const { api, seen, header } = openApi([Response.json(announcement)], tokens);
    expect(await api.getOwnCart()).toEqual(outage);
    expect(await api.applyCode({ body: { id: 'i', code: 'C', campaign: null } })).toEqual(outage);
    expect(seen).toEqual([]);
    expect(await api.getAnnouncement()).toEqual({ ok: true, value: announcement.data });
    expect(header(0, 'Authorization')).toBeNull();
  });
});
