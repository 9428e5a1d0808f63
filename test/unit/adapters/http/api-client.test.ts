import { describe, expect, test } from 'vitest';
import { createApiClient } from '#adapters/http/api-client.ts';
import { getUser } from '#api/accounts.ts';
import { getOwnCart, updateCart } from '#api/carts.ts';
import { getProduct, listProducts } from '#api/catalogue.ts';
import { applyCode } from '#api/codes.ts';
import { getAnnouncement } from '#api/content.ts';
import { getOrder } from '#api/orders.ts';
import { accessCookie, authCookieSeconds } from '#core/rules/access.ts';
import { err } from '#core/rules/result.ts';
import type { AccessTokens } from '#ports/access-tokens.ts';
import { createMemoryAccessTokens } from '#test/support/memory-access-tokens.ts';
import type { MemoryCookie } from '#test/support/memory-cookies.ts';
import { createMemoryCookies } from '#test/support/memory-cookies.ts';
import { createMemoryErrorReporting } from '#test/support/memory-error-reporting.ts';

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

/** A client whose network answers `replies` in order. */
function openClient(replies: readonly Reply[], access_tokens: AccessTokens | null = null, timeout = 1000) {
  const seen: Seen[] = [];
  const jar = new Map<string, MemoryCookie>();
  const error_reporting = createMemoryErrorReporting();
  const client = createApiClient({
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
    base_url: '/api',
    cookies: createMemoryCookies(jar),
    page_locale: 'en',
    access_tokens,
    error_reporting,
    timeout_milliseconds: timeout,
  });
  const header = (index: number, name: string) => new Headers(seen[index]?.init.headers).get(name);
  return { client, seen, jar, header, reports: error_reporting.lines };
}

describe('a call', () => {
  test('says the language of the locale cookie, or of the page without one', async () => {
    const { client, jar, header } = openClient([Response.json(announcement), Response.json(announcement)]);
    await client.call(getAnnouncement, {});
    expect(header(0, 'X-App-Language')).toBe('en');
    jar.set('locale', { value: 'de', lifetime_seconds: null });
    await client.call(getAnnouncement, {});
    expect(header(1, 'X-App-Language')).toBe('de');
  });

  test('fills parameters into path and query, and leaves out what is not given', async () => {
    const { client, seen } = openClient([refusal(404, 'NOT_FOUND'), refusal(404, 'NOT_FOUND')]);
    await client.call(getProduct, { params: { slug: 'a/../b c' } });
    await client.call(listProducts, {
      query: { 'filter[kind]': 'course', 'filter[q]': undefined, 'page[size]': 5 },
    });
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/products/a%2F..%2Fb%20c',
      '/api/products?filter%5Bkind%5D=course&page%5Bsize%5D=5',
    ]);
  });

  test('that changes something is JSON and not cached; one that reads has neither', async () => {
    const { client, seen, header } = openClient([refusal(422, 'UNKNOWN'), Response.json(announcement)]);
    await client.call(applyCode, { body: { id: 'i', code: 'C', campaign: null } });
    await client.call(getAnnouncement, {});
    expect([header(0, 'Content-Type'), header(0, 'Cache-Control'), header(0, 'Pragma')]).toEqual([
      'application/json',
      'no-cache',
      'no-cache',
    ]);
    expect(seen[0]?.init).toMatchObject({ method: 'POST', body: '{"id":"i","code":"C","campaign":null}' });
    expect([header(1, 'Content-Type'), header(1, 'Cache-Control')]).toEqual([null, null]);
    expect(seen.map(({ init }) => init.credentials)).toEqual(['omit', 'omit']);
  });

  test('carries the order’s token when there is one', async () => {
    const { client, header } = openClient([refusal(404, 'NOT_FOUND'), refusal(404, 'NOT_FOUND')]);
    await client.call(getOrder, { params: { id: '1' } }, { order_token: 'beweis' });
    await client.call(getOrder, { params: { id: '1' } });
    expect([header(0, 'X-Order-Token'), header(1, 'X-Order-Token')]).toEqual(['beweis', null]);
  });
});

describe('an answer', () => {
  test('is parsed; what the contract does not know is dropped', async () => {
    const { client } = openClient([Response.json({ data: { ...announcement.data, secret: 1 }, more: 2 })]);
    expect(await client.call(getAnnouncement, {})).toEqual({ ok: true, value: announcement });
  });

  test('that does not fit the contract is unreadable', async () => {
    const { client, reports } = openClient([
      Response.json({ data: { is_active: 'yes' } }),
      new Response('<html>', { status: 200 }),
      new Response('<html>Bad gateway</html>', { status: 502 }),
      Response.json({ success: false, errors: [] }, { status: 500 }),
    ]);
    for (const status of [200, 200, 502, 500]) {
      expect(await client.call(getAnnouncement, {})).toEqual({
        ok: false,
        error: { code: 'UNREADABLE_ANSWER', status, detail: '', fields: {} },
      });
    }
    expect(reports[2]).toBe('getAnnouncement UNREADABLE_ANSWER 502');
  });

  test('that is a failure is answered with the host’s words and reported by the call’s name', async () => {
    const { client, reports } = openClient([refusal(422, 'INVALID_INPUT', '/code')]);
    expect(await client.call(applyCode, { body: { id: 'i', code: 'C', campaign: null } })).toEqual({
      ok: false,
      error: {
        code: 'INVALID_INPUT',
        status: 422,
        detail: 'INVALID_INPUT auf Deutsch',
        fields: { '/code': 'INVALID_INPUT auf Deutsch' },
      },
    });
    expect(reports).toEqual(['applyCoupon INVALID_INPUT 422']);
  });

  test('that never comes is a failed network, also when it takes too long', async () => {
    const never = () => new Promise<Response>(() => {});
    const { client, reports } = openClient([new TypeError('Failed to fetch'), never], null, 20);
    for (const _ of [1, 2]) {
      expect(await client.call(getAnnouncement, {})).toMatchObject({ error: { code: 'NETWORK', status: 0 } });
    }
    expect(reports).toEqual(['getAnnouncement NETWORK 0', 'getAnnouncement NETWORK 0']);
  });
});

describe('the bearer', () => {
  test('goes along with every call, and its cookie is written again for two years', async () => {
    const { client, jar, header } = openClient(
      [refusal(404, 'NOT_FOUND')],
      createMemoryAccessTokens('token'),
    );
    jar.set(accessCookie, { value: 'token', lifetime_seconds: 60 });
    await client.call(getUser, { params: { id: '1' } });
    expect(header(0, 'Authorization')).toBe('Bearer token');
    expect(jar.get(accessCookie)).toEqual({ value: 'token', lifetime_seconds: authCookieSeconds });
  });

  test('never brings a cookie back that is gone, nor overwrites another', async () => {
    const tokens = createMemoryAccessTokens('old');
    const { client, jar } = openClient([refusal(404, 'NOT_FOUND'), refusal(404, 'NOT_FOUND')], tokens);
    await client.call(getUser, { params: { id: '1' } });
    expect(jar.has(accessCookie)).toBe(false);
    jar.set(accessCookie, { value: 'new', lifetime_seconds: 60 });
    await client.call(getUser, { params: { id: '1' } });
    expect(jar.get(accessCookie)).toEqual({ value: 'new', lifetime_seconds: 60 });
  });

  test('of a guest does not exist', async () => {
    const { client, header } = openClient([refusal(401, 'UNAUTHENTICATED')], createMemoryAccessTokens(null));
    expect(await client.call(getOwnCart, {})).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    expect(header(0, 'Authorization')).toBeNull();
  });

  test('that the host refuses is replaced, and the call made once more', async () => {
    const tokens = createMemoryAccessTokens('old', 'new');
    const { client, header, seen } = openClient(
      [refusal(401, 'UNAUTHENTICATED'), refusal(404, 'NOT_FOUND')],
      tokens,
    );
    const body = { action: 'delete' as const, products: [{ product_id: 'a' }] };
    expect(await client.call(updateCart, { body })).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect([header(0, 'Authorization'), header(1, 'Authorization')]).toEqual(['Bearer old', 'Bearer new']);
    expect(seen[1]?.init.body).toBe(seen[0]?.init.body);
  });

  test('that cannot be replaced leaves the refusal as it is', async () => {
    const { client, seen, reports } = openClient(
      [refusal(401, 'UNAUTHENTICATED')],
      createMemoryAccessTokens('old', null),
    );
    expect(await client.call(getOwnCart, {})).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    expect(seen).toHaveLength(1);
    expect(reports).toEqual(['getOwnCart UNAUTHENTICATED 401']);
  });

  test('that could not be refreshed keeps a learner’s call from going out as a guest’s', async () => {
    const outage = err({ code: 'NETWORK', status: 0, detail: '', fields: {} });
    const tokens: AccessTokens = { current: async () => outage, replace: async () => outage };
    const { client, seen, header } = openClient([Response.json(announcement)], tokens);
    expect(await client.call(getOwnCart, {})).toEqual(outage);
    expect(await client.call(applyCode, { body: { id: 'i', code: 'C', campaign: null } })).toEqual(outage);
    expect(seen).toEqual([]);
    expect(await client.call(getAnnouncement, {})).toEqual({ ok: true, value: announcement });
    expect(header(0, 'Authorization')).toBeNull();
  });
});
