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

interface SentRequest {
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
  const sent: SentRequest[] = [];
  const jar = new Map<string, MemoryCookie>();
  const errorReporting = createMemoryErrorReporting();
  const api = createHttpShopApi(endpoints, {
    async fetch(url, init) {
      const reply = replies[sent.length];
      sent.push({ url, init });
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
  const header = (index: number, name: string) => new Headers(sent[index]?.init.headers).get(name);
  return { api, sent, jar, header, reports: errorReporting.lines };
}

describe('a call', () => {
  test('sends the language of the page, even if another tab has set the locale cookie', async () => {
    const { api, jar, header } = openApi([Response.json(announcement)]);
    jar.set('locale', { value: 'de', lifetime_seconds: null });
    await api.getAnnouncement();
    expect(header(0, 'X-App-Language')).toBe('en');
  });

  test('puts parameters into path and query, and omits undefined ones', async () => {
    const { api, sent } = openApi([refusal(404, 'NOT_FOUND'), refusal(404, 'NOT_FOUND')]);
    await api.getProduct({ params: { slug: 'a/../b c' } });
    await api.listProducts({ query: { filter: { kind: 'course', q: undefined }, page: { size: 5 } } });
    expect(sent.map(({ url }) => url)).toEqual([
      '/api/products/a%2F..%2Fb%20c',
      '/api/products?filter%5Bkind%5D=course&page%5Bsize%5D=5',
    ]);
  });

  test('that writes sends JSON and no-cache headers; one that reads sends neither', async () => {
    const { api, sent, header } = openApi([refusal(422, 'UNKNOWN'), Response.json(announcement)]);
    await api.applyCode({ body: { id: 'i', code: 'C', campaign: null } });
    await api.getAnnouncement();
    expect([header(0, 'Content-Type'), header(0, 'Cache-Control'), header(0, 'Pragma')]).toEqual([
      'application/json',
      'no-cache',
      'no-cache',
    ]);
    expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"id":"i","code":"C","campaign":null}' });
    expect([header(1, 'Content-Type'), header(1, 'Cache-Control')]).toEqual([null, null]);
    expect(sent.map(({ init }) => init.credentials)).toEqual(['omit', 'omit']);
  });

  test('that saves an address sends a JSON:API document, with the id in `data`, not in the attributes', async () => {
    const { api, sent, header } = openApi([refusal(401, 'UNAUTHENTICATED'), refusal(404, 'NOT_FOUND')]);
    await api.createAddress({ body: vienna });
    await api.updateAddress({ params: { id: 'home' }, body: { city: 'Graz' } });
    const documents = sent.map(({ url, init }) => [init.method, url, JSON.parse(String(init.body))]);
    const type = 'addresses';
    expect(documents).toEqual([
      ['POST', '/api/addresses', { data: { type, attributes: vienna } }],
      ['PATCH', '/api/addresses/home', { data: { type, id: 'home', attributes: { city: 'Graz' } } }],
    ]);
    const jsonApi = 'application/vnd.api+json';
    expect([0, 1].map((call) => header(call, 'Content-Type'))).toEqual([jsonApi, jsonApi]);
  });

  test('outlives a page that is being left, by `keepalive` and without a timeout', async () => {
    const { api, sent } = openApi([refusal(403, 'FORBIDDEN'), refusal(403, 'FORBIDDEN')]);
    const request = { params: { lesson: 'x' }, body: { position_seconds: 1, is_finished: false } };
    await api.saveProgress({ ...request, isLeaving: true });
    await api.saveProgress(request);
    expect(sent.map(({ init }) => [init.keepalive, init.signal instanceof AbortSignal])).toEqual([
      [true, false],
      [undefined, true],
    ]);
  });

  test('sends the order token if there is one', async () => {
    const { api, header } = openApi([refusal(404, 'NOT_FOUND'), refusal(404, 'NOT_FOUND')]);
    await api.getOrder({ params: { id: '1' }, orderToken: 'beweis' });
    await api.getOrder({ params: { id: '1' } });
    expect([header(0, 'X-Order-Token'), header(1, 'X-Order-Token')]).toEqual(['beweis', null]);
  });
});

describe('a response', () => {
  test('is parsed, and fields that its schema does not have are dropped', async () => {
    const { api } = openApi([Response.json({ data: { ...announcement.data, secret: 1 }, more: 2 })]);
    expect(await api.getAnnouncement()).toEqual({ ok: true, value: announcement.data });
  });

  test('with a list has plain resources, with its page if it has one, and names an id that is a slug `slug`', async () => {
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

  test('keeps its shape if an optional field is missing', async () => {
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

  test('that does not match its schema fails with UNREADABLE_ANSWER', async () => {
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
    expect(reports).toEqual(Array(4).fill('getAnnouncement UNREADABLE_ANSWER'));
  });

  test('with a failure keeps the server’s messages, and is reported under the name of the call', async () => {
    const pointer = '/data/attributes/code';
    const { api, reports } = openApi([refusal(422, 'INVALID_INPUT', pointer)]);
    expect(await api.applyCode({ body: { id: 'i', code: 'C', campaign: null } })).toEqual({
      ok: false,
      error: {
        code: 'INVALID_INPUT',
        detail: 'INVALID_INPUT auf Deutsch',
        fields: { code: 'INVALID_INPUT auf Deutsch' },
        body: await refusal(422, 'INVALID_INPUT', pointer).json(),
      },
    });
    expect(reports).toEqual(['applyCoupon INVALID_INPUT']);
  });

  test('to a payment is the order in its state, or the reason why it is not paid', async () => {
    const attributes = { ...orderAttributes, amount_due: 4250, total: 6250 };
    const orderIn = (state: string) => ({
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
      const { api, sent, header, reports } = openApi(replies, null, 20);
      const result = await api.checkOutOrder({ body, orderToken: 'beweis' });
      expect(sent).toHaveLength(1);
      expect([JSON.parse(String(sent[0]?.init.body)), header(0, 'X-Order-Token')]).toEqual([body, 'beweis']);
      return { result, reports };
    };
    for (const [status, state] of [
      [200, 'paid'],
      [202, 'unknown'],
      [202, 'charging'],
      [202, 'awaiting_payment'],
    ] as const) {
      const { result } = await pay(Response.json(orderIn(state), { status }));
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

  test('to a refresh is the new token, or the reason why there is none', async () => {
    const refresh = async (...replies: readonly Reply[]) => {
      const { api, sent, header } = openApi(replies, null, 20);
      const result = await api.refreshSession({ body: { refresh: 'lang' } });
      expect(sent).toHaveLength(1);
      expect([sent[0]?.init.body, header(0, 'Authorization')]).toEqual(['{"refresh":"lang"}', null]);
      return result;
    };
    const body = { access: 'kurz' };
    expect(await refresh(Response.json({ success: true, ...body }))).toEqual({ ok: true, value: body });
    expect(await refresh(refusal(401, 'REFRESH_REFUSED'))).toMatchObject({
      error: { code: 'REFRESH_REFUSED' },
    });
    expect(await refresh(new TypeError('Failed to fetch'))).toMatchObject({ error: { code: 'NETWORK' } });
  });

  test('that is lost or late fails with NETWORK', async () => {
    const never = () => new Promise<Response>(() => {});
    const { api, reports } = openApi([new TypeError('Failed to fetch'), never], null, 20);
    for (const _ of [1, 2]) {
      expect(await api.getAnnouncement()).toMatchObject({ error: { code: 'NETWORK' } });
    }
    expect(reports).toEqual(['getAnnouncement NETWORK', 'getAnnouncement NETWORK']);
  });
});

describe('the access token', () => {
  test('is sent with every call, and its cookie is renewed for two years', async () => {
    const { api, jar, header } = openApi([refusal(404, 'NOT_FOUND')], createMemoryAccessTokens('token'));
    jar.set(accessCookie, { value: 'token', lifetime_seconds: 60 });
    await api.getUser({ params: { id: '1' } });
    expect(header(0, 'Authorization')).toBe('Bearer token');
    expect(jar.get(accessCookie)).toEqual({ value: 'token', lifetime_seconds: authCookieSeconds });
  });

  test('neither restores a cookie that was removed nor overwrites another one', async () => {
    const tokens = createMemoryAccessTokens('old');
    const { api, jar } = openApi([refusal(404, 'NOT_FOUND'), refusal(404, 'NOT_FOUND')], tokens);
    await api.getUser({ params: { id: '1' } });
    expect(jar.has(accessCookie)).toBe(false);
    jar.set(accessCookie, { value: 'new', lifetime_seconds: 60 });
    await api.getUser({ params: { id: '1' } });
    expect(jar.get(accessCookie)).toEqual({ value: 'new', lifetime_seconds: 60 });
  });

  test('is not sent for a guest', async () => {
    const { api, header } = openApi([refusal(401, 'UNAUTHENTICATED')], createMemoryAccessTokens(null));
    expect(await api.getOwnCart()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    expect(header(0, 'Authorization')).toBeNull();
  });

  test('is replaced if the server refuses it, and the call is repeated once', async () => {
    const tokens = createMemoryAccessTokens('old', 'new');
    const { api, header, sent } = openApi(
      [refusal(401, 'UNAUTHENTICATED'), refusal(404, 'NOT_FOUND')],
      tokens,
    );
    const body = { action: 'delete' as const, products: [{ product_id: 'a' }] };
    expect(await api.updateCart({ body })).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect([header(0, 'Authorization'), header(1, 'Authorization')]).toEqual(['Bearer old', 'Bearer new']);
    expect(sent[1]?.init.body).toBe(sent[0]?.init.body);
  });

  test('is refused for good if it cannot be replaced', async () => {
    const { api, sent, reports } = openApi(
      [refusal(401, 'UNAUTHENTICATED')],
      createMemoryAccessTokens('old', null),
    );
    expect(await api.getOwnCart()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    expect(sent).toHaveLength(1);
    expect(reports).toEqual(['getOwnCart UNAUTHENTICATED']);
  });

  test('keeps calls of a learner from being sent as those of a guest if its refresh fails', async () => {
    const outage = err({ code: 'NETWORK', detail: '', fields: {} });
    const tokens: AccessTokens = { current: async () => outage, replace: async () => outage };
    const { api, sent, header } = openApi([Response.json(announcement)], tokens);
    expect(await api.getOwnCart()).toEqual(outage);
    expect(await api.applyCode({ body: { id: 'i', code: 'C', campaign: null } })).toEqual(outage);
    expect(sent).toEqual([]);
    expect(await api.getAnnouncement()).toEqual({ ok: true, value: announcement.data });
    expect(header(0, 'Authorization')).toBeNull();
  });
});
