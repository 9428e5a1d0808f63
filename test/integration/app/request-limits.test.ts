import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { failure } from '#api/success-and-failure.ts';
import { limitPages } from '#app/pages/overload-page.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { createShopApi } from '#server/api.ts';
import { unlimitedWork, type WorkLimiter } from '#server/platform/http/limits/work-limiter.ts';
import {
  addressOf,
  createSubject,
  type SampleSubject,
  sampleCall,
  sendSample,
} from '#test/integration/support/sample-calls.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';
import { openApplication } from '#test/support/open-application.ts';

const shop = await openTestShop();
let subject: SampleSubject;

beforeAll(async () => {
  subject = await createSubject(shop);
});

const sampleOf = (name: string) => sampleCall(subject, name);
const knows = (schema: unknown, parameter: string) =>
  Object.hasOwn((schema as { def: { shape?: object } }).def.shape ?? {}, parameter);
const all = Object.entries(endpoints);
const paged = all.filter(([, { query }]) => knows(query, 'page[size]') || knows(query, 'size'));
const reading = all.filter(([, { readsBody }]) => readsBody);

describe('limits', () => {
  test('are tested for lists and bodies', () => {
    expect(paged.length).toBeGreaterThan(5);
    expect(reading.length).toBeGreaterThan(20);
  });

  test.each(paged)('%s returns no more than a hundred entries at once', async (name, endpoint) => {
    const parameter = knows(endpoint.query, 'size') ? 'size' : 'page[size]';
    const { query } = sampleOf(name);
    for (const size of ['101', '0', '-1', '1e9', 'alle']) {
      const response = await sendSample(shop, { ...sampleOf(name), query: { ...query, [parameter]: size } });
      expect(response.status, size).toBe(422);
      const { errors } = failure.parse(await response.json());
      expect(errors[0]?.source?.parameter).toBe(parameter);
    }
  });

  test.each(reading)('%s stops reading a body without a length at its limit', async (name) => {
    const call = sampleOf(name);
    const { endpoint, bearer } = call;
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 10_000;
        controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)));
      },
    });
    const response = await shop.send(addressOf(call), {
      method: endpoint.method,
      headers: {
        'Content-Type': endpoint.mediaType,
        ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
      },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(300_000);
  });
});

/** Accepts payments and logins only. */
const limiter: WorkLimiter = {
  run: async (kind, work) =>
    kind === 'payment' || kind === 'session' ? ok(await work()) : err({ retryAfterSeconds: 2 }),
};
const api = createShopApi(shop.context, apiTexts, { limiter });
const application = openApplication({
  server: api,
  web: limitPages(
    // Pages call the API as their visitor.
    async (_request, visitor) => api.fetch(new Request('http://localhost/api/products'), visitor),
    unlimitedWork,
    'page',
  ),
  log: shop.context.log,
  newRequestId: shop.context.ids.uuid,
});
const sockets = { incoming: { socket: { remoteAddress: '203.0.113.20' } } };

async function ask(path: string, init: RequestInit = {}) {
  return application.fetch(new Request(`http://localhost${path}`, init), sockets);
}

const json = { 'Content-Type': 'application/json' };
const post = (path: string, body: object) =>
  ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) });

describe('an overloaded shop', () => {
  test('refuses lists at once, in the caller’s language and with Retry-After', async () => {
    const refused = await ask('/api/products', { headers: { 'X-App-Language': 'en' } });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(2);
    expect(refused.headers.get('Cache-Control')).toBe('private, no-store');
    const [error] = failure.parse(await refused.json()).errors;
    expect(error).toMatchObject({ code: 'UNAVAILABLE', detail: apiTexts.failures.en.UNAVAILABLE.detail });
  });

  test('still accepts carts and logins, and reports that it is alive and ready', async () => {
    const cart = await post('/api/cart/bundles', { products: [] });
    const stored = await readResponse(endpoints.storeGuestCart, cart);
    expect([stored.status, stored.codes]).toEqual([200, []]);
    const wrong = { identifier: 'nobody@example.com', password: 'not the right one' };
    const login = await post('/api/auth/login', wrong);
    expect((await readResponse(endpoints.logIn, login)).codes).toEqual(['WRONG_CREDENTIALS']);
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(200);
  });

  test('begins the work of a call only when its body has arrived', async () => {
    const begun: string[] = [];
    const recording: WorkLimiter = {
      run: async (kind, work) => {
        begun.push(kind);
        return ok(await work());
      },
    };
    const recorded = createShopApi(shop.context, apiTexts, { limiter: recording });
    const send = async (path: string, init: RequestInit = {}) =>
      recorded.fetch(new Request(`http://localhost/api${path}`, init), sockets);
    let end = () => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"products":'));
        end = () => {
          controller.enqueue(new TextEncoder().encode('[]}'));
          controller.close();
        };
      },
    });
    const init = { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit;
    const slow = send('/cart/bundles', init);
    expect((await send('/products')).status).toBe(200);
    expect(begun).not.toContain('payment');
    end();
    expect((await readResponse(endpoints.storeGuestCart, await slow)).status).toBe(200);
    expect(begun).toContain('payment');
  });

  test('never refuses the calls of a page that it has begun to render', async () => {
    expect((await ask('/de/profil')).status).toBe(200);
  });
});
