import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { documentationRoutes } from '#server/platform/api-documentation/documentation-routes.ts';
import { register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

/**
 * A client that uses only the OpenAPI document: it builds every request from the document's examples and
 * validates every response with the document's schemas.
 */
const shop = await openTestShop();
const site = new Hono().route('/api', documentationRoutes(apiTexts.failures)).route('/', shop.api);
let callers = 0;
const ask = (path: string, init: RequestInit = {}) =>
  site.fetch(new Request(`http://localhost${path}`, init), { clientAddress: `client-${++callers}` });

// biome-ignore lint/suspicious/noExplicitAny: a client in another language has no TypeScript types either.
type Json = any;

const document: Json = await (await ask('/api/openapi.json', { headers: { 'X-App-Language': 'en' } })).json();
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (instance: Ajv2020) => void)(ajv);
ajv.addSchema(document, 'api');

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly described: Json;
}

const operations: readonly Operation[] = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, described]) => ({
    id: described.operationId,
    method,
    path,
    described,
  })),
);

interface CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly bearer?: string;
  readonly orderToken?: string;
}

/**
 * Calls an operation by its id. Parameters and a body that are not given are taken from the document's
 * examples.
 */
async function call(id: string, { params = {}, body, bearer, orderToken }: CallOptions = {}) {
  const operation = operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`The document has no operation ${id}`);
  const { described, method } = operation;
  const query = new URLSearchParams();
  let path: string = operation.path;
  for (const field of described.parameters as Json[]) {
    const value = params[field.name] ?? field.example;
    if (field.in === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(value));
    if (field.in === 'query' && value !== undefined) query.set(field.name, String(value));
  }
  const [type, media] = Object.entries<Json>(described.requestBody?.content ?? {})[0] ?? [];
  const response = await ask(`${document.servers[0].url}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: method.toUpperCase(),
    headers: {
      'X-App-Language': 'en',
      ...(type === undefined ? {} : { 'Content-Type': type }),
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(orderToken === undefined ? {} : { 'X-Order-Token': orderToken }),
    },
    ...(type === undefined ? {} : { body: JSON.stringify(body ?? media.example) }),
  });
  const answered = await readDocumented(operation, response);
  return {
    status: response.status,
    body: answered,
    codes: (answered?.errors ?? []).map(({ code }: Json) => code),
  };
}

/** Reads a response. Fails if its status, media type, headers or body differ from the document. */
async function readDocumented({ id, method, path, described }: Operation, response: Response): Promise<Json> {
  const { status, headers } = response;
  const expected = described.responses[status];
  if (expected === undefined) throw new Error(`${id} returned ${status}, which the document lacks`);
  for (const name of Object.keys(expected.headers)) {
    if (name !== 'Retry-After') expect(headers.has(name), `${id} ${status} without ${name}`).toBe(true);
  }
  const type = (headers.get('Content-Type') ?? '').split(';')[0] ?? '';
  expect(Object.keys(expected.content), `${id} ${status}`).toContain(type);
  if (type !== 'application/json') return response.arrayBuffer();
  const body: Json = await response.json();
  const pointer = ['paths', path, method, 'responses', status, 'content', type, 'schema']
    .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = ajv.getSchema(`api#/${pointer}`);
  if (validate?.(body) !== true) {
    throw new Error(
      `${id} ${status} is not as documented: ${JSON.stringify(validate?.errors)} in ${JSON.stringify(body)}`,
    );
  }
  return body;
}

const needsBearer = ({ described }: Operation) =>
  described.security.length > 0 &&
  described.security.every((needs: Json) => 'bearer' in needs || 'orderToken' in needs);

describe('every operation', () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s accepts its own example and responds as documented',
    async (id, operation) => {
      const bearer = needsBearer(operation) ? (await register(shop)).access : undefined;
      const { codes } = await call(id, bearer === undefined ? {} : { bearer });
      for (const code of [
        'INVALID_INPUT',
        'MALFORMED_BODY',
        'UNSUPPORTED_MEDIA_TYPE',
        'UNAUTHENTICATED',
        'INTERNAL',
      ])
        expect(codes).not.toContain(code);
    },
  );
});

describe('journeys', () => {
  test('a guest buys the products of the examples and reads the order', async () => {
    const email = 'client@example.org';
    const cart = (await call('storeGuestCart')).body;
    const id = cart.bundle_cart_unique_id;
    const coupon = await call('applyCoupon', { body: { id, code: 'WILLKOMMEN10' } });
    expect(coupon.body.discounts.total).toBeGreaterThan(0);
    const address = exampleOf('setShippingAddress');
    expect((await call('setShippingAddress', { body: { ...address, id } })).body.error).toBeNull();
    const order = await call('createOrder', { body: { bundle_cart_unique_id: id, email } });
    expect(order.status).toBe(201);
    const orderToken = order.body.meta.order_token;
    const orderId = order.body.data.id;
    const verified = await call('getClientToken', { body: { id: orderId }, orderToken });
    expect(verified.body.client_token).toMatch(/./);
    const paid = await call('checkout', {
      orderToken,
      body: {
        ...exampleOf('checkout'),
        id: orderId,
        expected_total: verified.body.data.attributes.amount_due,
      },
    });
    expect([paid.status, paid.body.data.attributes.state]).toEqual([200, 'paid']);
    const seen = await call('getOrderById', { params: { id: orderId }, orderToken });
    expect(seen.body.data.attributes.completed_at).not.toBeNull();
    expect((await call('getOrderById', { params: { id: orderId } })).codes).toEqual(['NOT_FOUND']);
  });

  test('a new user registers, refreshes the session, changes the cart and stores an address', async () => {
    const person = structuredClone(exampleOf('registerUser'));
    person.data.attributes.email = 'somebody@example.org';
    const session = (await call('registerUser', { body: person })).body;
    const refreshed = await call('refreshSession', { body: { refresh: session.refresh } });
    const bearer = refreshed.body.access;
    expect((await call('getUser', { bearer, params: { id: session.data.sub } })).body.data.id).toBe(
      session.data.sub,
    );
    expect((await call('updateCart', { bearer })).body.amount).toBe(2);
    const created = await call('createAddress', { bearer });
    const id = created.body.data.id;
    expect((await call('listAddresses', { bearer })).body.meta.page.total).toBe(1);
    const { data } = exampleOf('updateAddress');
    expect(
      (await call('updateAddress', { bearer, params: { id }, body: { data: { ...data, id } } })).status,
    ).toBe(200);
    expect((await call('deleteAddress', { bearer, params: { id } })).body.success).toBe(true);
    await call('logOut', { body: { refresh: session.refresh } });
    expect((await call('getOwnCart', { bearer })).codes).toEqual(['UNAUTHENTICATED']);
  });

  test('the learner of the demo shop logs in as the document shows', async () => {
    const session = await call('logIn');
    expect([session.status, session.body.data.courses.length]).toEqual([200, 1]);
  });
});

function exampleOf(id: string): Json {
  const { described } = operations.find((one) => one.id === id) ?? {};
  return Object.values<Json>(described?.requestBody.content)[0].example;
}

describe('the documentation', () => {
  test('is sent again only if it has changed', async () => {
    for (const path of ['/api/openapi.json', '/api/docs', '/api/docs/page.js', '/api/docs/swagger-ui.js']) {
      const first = await ask(path);
      const etag = first.headers.get('ETag') ?? '';
      expect([first.status, first.headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
      const again = await ask(path, { headers: { 'If-None-Match': `"other", ${etag}` } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect((await ask(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    }
  });

  test('contains the messages of refusals in the requested language', async () => {
    const german: Json = await (
      await ask('/api/openapi.json', { headers: { 'X-App-Language': 'de' } })
    ).json();
    const example = (of: Json) => of.components.examples.NOT_FOUND.value.errors[0].detail;
    expect(example(german)).toBe(apiTexts.failures.de.NOT_FOUND.detail);
    expect(example(document)).toBe(apiTexts.failures.en.NOT_FOUND.detail);
    expect(german.info.description).toContain(
      `| \`LINK_EXPIRED\` | ${apiTexts.failures.de.LINK_EXPIRED.detail} |`,
    );
    const chosen: Json = await (
      await ask('/api/openapi.json?language=en', { headers: { 'X-App-Language': 'de' } })
    ).json();
    expect(example(chosen)).toBe(apiTexts.failures.en.NOT_FOUND.detail);
  });

  test('is a page that loads scripts and styles only from the shop', async () => {
    const response = await ask('/api/docs');
    const policy = response.headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    const html = await response.text();
    expect(html).not.toMatch(/<script>|style="|https?:\/\//);
    for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g)) {
      const file = await ask(path);
      expect([path, file.status, (await file.text()).length > 100]).toEqual([path, 200, true]);
    }
  });
});

test('the server logged no fault in these tests', () => {
  expect(shop.faults).toEqual([]);
});
