import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { failure } from '#api/success-and-failure.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { failureCodes } from '#core/model/failure.ts';
import { locales } from '#core/model/values.ts';
import { inputReasons } from '#server/platform/domain-failure.ts';
import { createApi } from '#server/platform/http/create-api.ts';
import { createCallLimits } from '#server/platform/http/limits/call-limits.ts';
import { unlimitedWork } from '#server/platform/http/limits/work-limiter.ts';
import {
  createSubject,
  type SampleSubject,
  sampleCall,
  sendSample,
} from '#test/integration/support/sample-calls.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();

let subject: SampleSubject;
beforeAll(async () => {
  subject = await createSubject(shop);
});

const calls = Object.entries(endpoints);
const withBody = calls.filter(([, endpoint]) => endpoint.readsBody);
/** Calls whose body has at least one required field. */
const withFields = withBody.filter(([, endpoint]) => !endpoint.body.safeParse({}).success);
const ofUsers = calls.filter(([, endpoint]) => endpoint.access === 'user');

const sample = (name: string) => sampleCall(subject, name);

async function codesOf(response: Response): Promise<readonly string[]> {
  return failure.parse(await response.json()).errors.map((error) => error.code);
}

describe('every call', () => {
  test.each(calls)('%s fits its schema and carries a request id', async (name, endpoint) => {
    const response = await sendSample(shop, sample(name));
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    const isPublic = response.ok && endpoint.method === 'GET' && endpoint.access === 'anyone';
    expect(response.headers.get('Cache-Control')).toBe(isPublic ? 'no-cache' : 'private, no-store');
    const { status } = await readResponse(endpoint, response);
    expect(status).toBeLessThan(500);
  });

  test.each(calls)('%s refuses other methods and lists its own', async (name, endpoint) => {
    const here = calls.filter(([, other]) => other.path === endpoint.path).map(([, other]) => other.method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      if (here.some((own) => own === method)) continue;
      const response = await sendSample(shop, sample(name), { method });
      expect(response.status, method).toBe(405);
      expect(response.headers.get('Allow')?.split(', ')).toEqual(expect.arrayContaining(here));
      expect(await codesOf(response)).toEqual(['METHOD_NOT_ALLOWED']);
    }
  });

  test.each(withBody)('%s refuses another media type', async (name, endpoint) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      '',
    ]) {
      const response = await sendSample(shop, sample(name), { headers: { 'Content-Type': type } });
      expect(response.status, type).toBe(415);
      expect(await codesOf(response)).toEqual(['UNSUPPORTED_MEDIA_TYPE']);
    }
    const other = 'application/vnd.api+json';
    const response = await sendSample(shop, sample(name), { headers: { 'Content-Type': other } });
    expect(response.status === 415).toBe(endpoint.mediaType !== other);
  });

  test.each(withBody)('%s refuses a body that is not JSON, not UTF-8 or too large', async (name) => {
    const broken: readonly (readonly [BodyInit, number, string])[] = [
      ['{"data":', 400, 'MALFORMED_BODY'],
      ['', 400, 'MALFORMED_BODY'],
      [new Uint8Array([0x22, 0xc3, 0x28, 0x22]), 400, 'MALFORMED_BODY'],
      [`"${'x'.repeat(300 * 1024)}"`, 413, 'BODY_TOO_LARGE'],
    ];
    for (const [body, status, code] of broken) {
      const response = await sendSample(shop, sample(name), { body });
      expect(response.status).toBe(status);
      expect(await codesOf(response)).toEqual([code]);
    }
  });

  test.each(withFields)('%s reports every invalid field by its pointer', async (name) => {
    const response = await sendSample(shop, sample(name), { body: '{}' });
    expect(response.status).toBe(422);
    const { errors } = failure.parse(await response.json());
    for (const error of errors) {
      expect(error).toMatchObject({ status: '422', code: 'INVALID_INPUT' });
      expect(error.source?.pointer).toMatch(/^\//);
    }
  });

  test.each(ofUsers)('%s requires a valid access token', async (name) => {
    for (const bearer of [null, 'kein.guter.Schluessel']) {
      const response = await sendSample(shop, { ...sample(name), bearer });
      expect(response.status).toBe(401);
      expect(await codesOf(response)).toEqual(['UNAUTHENTICATED']);
    }
  });
});

describe('the API', () => {
  test('returns 404 in the caller’s language for other paths', async () => {
    for (const path of ['/', '/nichts', '/cart/update/mehr', '/products/', '/../healthz']) {
      expect((await shop.send(path)).status, path).toBe(404);
    }
    const english = await shop.send('/nothing', { headers: { 'Accept-Language': 'fr, en;q=0.8, de;q=0.5' } });
    expect((await english.json()).errors[0].title).toBe('Not found');
  });

  test.each([
    ['en', 'de', 'en'],
    ['de', 'en', 'de'],
    ['fr', 'en-GB,en;q=0.9', 'en'],
    [undefined, 'en', 'en'],
    [undefined, 'fr', 'de'],
    [undefined, undefined, 'de'],
  ])('X-App-Language %s and Accept-Language %s mean %s', async (app, accept, expected) => {
    const response = await shop.send('/products/albrecht-duerer', {
      headers: {
        ...(app === undefined ? {} : { 'X-App-Language': app }),
        ...(accept === undefined ? {} : { 'Accept-Language': accept }),
      },
    });
    expect(response.headers.get('Content-Language')).toBe(expected);
  });

  test('has a message in both languages for every code', () => {
    for (const locale of locales) {
      const texts = apiTexts.failures[locale];
      for (const code of failureCodes) expect(texts[code].detail, code).toMatch(/\.$/);
      for (const reason of inputReasons) expect(texts.input[reason], reason).toMatch(/\.$/);
    }
  });

  test('refuses an invalid or repeated parameter', async () => {
    const queries = [
      'page[number]=0',
      'page[number]=1.5',
      'page[number]=x',
      'page[number]=1e99',
      'page[size]=101',
      'sort=beliebig',
      'filter[kind]=auto',
      'filter[kind]=course&filter[kind]=book',
      'filter[q]=%00',
      `filter[q]=${'x'.repeat(101)}`,
      'filter[group]=a%20b',
      'filter[group]=%E0%A4%A',
    ];
    for (const query of queries) {
      const response = await shop.send(`/products?${query}`);
      expect(response.status, query).toBe(422);
      const { errors } = failure.parse(await response.json());
      expect(errors[0]?.source?.parameter).toBe(query.split('=')[0]);
    }
    expect((await shop.send('/products?unbekannt=1&unbekannt=2')).status).toBe(200);
  });

  test('responds to HEAD like to GET, without a body', async () => {
    const [get, head] = [await shop.send('/products'), await shop.send('/products', { method: 'HEAD' })];
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'));
  });

  const surroundings = {
    context: shop.context,
    texts: apiTexts.failures,
    limiter: unlimitedWork,
    workKindOf: () => 'call' as const,
    apiResponseCache: null,
    callLimits: createCallLimits(shop.context),
  };

  test('does not start if a call has no route, two routes, or is unknown', () => {
    const handle = () => Promise.reject(new Error('never called'));
    const { getProduct, logIn } = endpoints;
    const start = (routes: readonly (typeof getProduct | typeof logIn)[]) => () =>
      createApi(
        [getProduct],
        routes.map((endpoint) => ({ endpoint, handle, isShared: false, checksSession: false })),
        surroundings,
      );
    expect(start([])).toThrow('getProduct has no route');
    expect(start([getProduct, getProduct])).toThrow('getProduct has two routes');
    expect(start([getProduct, logIn])).toThrow('logIn is not in the contract');
    expect(start([getProduct])).not.toThrow();
  });

  test('returns 503 with Retry-After and without the cause if the database is unreachable', async () => {
    const outage = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const bug = new Error('a secret detail');
    for (const [cause, status, code] of [
      [outage, 503, 'UNAVAILABLE'],
      [bug, 500, 'INTERNAL'],
    ] as const) {
      const handle = () => Promise.reject(cause);
      const routes = [{ endpoint: endpoints.getAnnouncement, handle, isShared: false, checksSession: false }];
      const reported: unknown[] = [];
      const log = { info() {}, warn() {}, error: (...entry: unknown[]) => reported.push(entry) };
      const context = { ...shop.context, log };
      const api = createApi([endpoints.getAnnouncement], routes, { ...surroundings, context });
      const response = await api.fetch(new Request('http://localhost/api/contents/greenbar'));
      const text = await response.text();
      expect([response.status, failure.parse(JSON.parse(text)).errors[0]?.code]).toEqual([status, code]);
      expect(response.headers.has('Retry-After')).toBe(status === 503);
      expect(text).not.toContain(cause.message);
      expect(reported).toHaveLength(1);
    }
  });

  test('logged no fault in these tests', () => {
    expect(shop.faults).toEqual([]);
  });
});
