import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { respondFromMemory } from '#app/pages/respond-from-memory.ts';
import { readConfig } from '#app/settings/config.ts';
import { listen } from '#app/start/listen.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createServer } from '#app/wiring/server.ts';
import { createShopApi } from '#server/api.ts';
import { listenForCatalogueChanges } from '#server/platform/database/catalogue-changes.ts';
import { createApiResponseCache } from '#server/platform/http/api-response-cache.ts';
import { readValue } from '#server/platform/http/local-values.ts';
import { countStatements } from '#test/integration/support/database.ts';
import { noPayments } from '#test/integration/support/gateways.ts';
import { openTestPages } from '#test/integration/support/read-pages.ts';
import {
  createSubject,
  sampleCalls,
  sampleRequest,
  sendSample,
} from '#test/integration/support/sample-calls.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';
import { noMedia } from '#test/support/memory-media-storage.ts';
import { openApplication } from '#test/support/open-application.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

const shop = await openTestShop();
const apiResponseCache = createApiResponseCache({
  changes: { version: () => 1 },
  now: shop.context.clock.now,
});
const api = createShopApi(shop.context, apiTexts, { apiResponseCache });
const reads = sampleCalls(await createSubject(shop)).filter(
  ({ endpoint }) =>
    endpoint.method === 'GET' && endpoint.acceptsHead && endpoint.responseType === 'application/json',
);

/** Returns the response that a page rendered in the same process gets. */
function callLocally(call: (typeof reads)[number]): Promise<Response> {
  const request = sampleRequest(call, { 'X-App-Language': 'de' });
  return Promise.resolve(api.fetch(request, { clientAddress: 'a page', takesValues: true }));
}

describe('a page that is rendered in this process', () => {
  test.each(reads.map((call) => [call.endpoint.name, call] as const))(
    'gets from %s the data that other clients get, as a valid value',
    async (_, call) => {
      const sent = await sendSample(shop, call);
      const body = (await sent.json()) as unknown;
      // The second time, shared responses come from the cache.
      for (const local of [await callLocally(call), await callLocally(call)]) {
        expect(local.status).toBe(sent.status);
        const value = await readValue(local);
        if (!sent.ok) {
          expect(value).toEqual(body);
          continue;
        }
        expect(local.headers.get('Content-Type')).toBeNull();
        expect(JSON.parse(JSON.stringify(value))).toEqual(body);
        expect(call.endpoint.response.parse(value)).toEqual(value);
      }
    },
  );
});

const pages = await openTestPages({ ...shop, api });

const paths = [
  '/de',
  '/en',
  '/de/kurse',
  '/en/kurse/albrecht-duerer',
  '/de/profil',
  '/en/profil/master',
  '/de/profil/merkliste',
  '/de/profil/subscription',
  '/de/checkout/shop',
];

async function openLearner() {
  const browser = await pages.openLearner();
  return { browser, secrets: [browser.email, browser.id] };
}

describe('pages that are rendered at the same time', () => {
  test('show each learner their own data and none of others', async () => {
    const learners = await Promise.all([openLearner(), openLearner(), openLearner()]);
    const read = (path: string) =>
      learners.map(async ({ browser, secrets }) => {
        const page = await browser.get(path);
        const html = await page.text();
        expect([page.status, page.headers.get('Cache-Control')], path).toEqual([200, 'private, no-store']);
        for (const secret of secrets) expect(html.includes(secret), path).toBe(true);
        for (const other of learners.flatMap((learner) => learner.secrets))
          if (!secrets.includes(other)) expect(html.includes(other), path).toBe(false);
      });
    // The second time, shared responses come from the cache.
    for (const _ of ['first', 'second']) await Promise.all(paths.flatMap(read));
  });
});

const second = 1_000;

/** Starts a server with a response cache and a catalogue version that the test changes. */
async function openServer() {
  let version = 1;
  const counted = countStatements();
  const logged: string[] = [];
  const db = shop.db.withPlugin(counted.plugin);
  const log = {
    ...shop.context.log,
    info: (event: string, facts?: object) => logged.push(JSON.stringify([event, facts])),
  };
  const context = { ...shop.context, db, log };
  const apiResponseCache = createApiResponseCache({
    changes: { version: () => version },
    now: context.clock.now,
  });
  const application = openApplication({
    server: createShopApi(context, apiTexts, { apiResponseCache }),
    isSecure: true,
    log,
    newRequestId: context.ids.uuid,
  });
  const port = await reservePort();
  const server = await listen({
    host: '127.0.0.1',
    port,
    fetch: application.fetch,
    before: respondFromMemory({
      pageCache: null,
      apiResponseCache,
      isSecure: true,
      log,
      newRequestId: context.ids.uuid,
    }),
  });
  onTestFinished(() => server.close());
  return {
    queries: counted.number,
    logged,
    change() {
      version += 1;
    },
    ask: (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { 'X-App-Language': 'de', ...headers } }),
  };
}

const list = '/products?filter[kind]=course&page[size]=3';

describe('a response that is the same for everybody', () => {
  test('is computed once for many requests at the same time, and again after a change', async () => {
    const server = await openServer();
    await Promise.all(Array.from({ length: 20 }, () => server.ask(list)));
    const once = server.queries();
    const again = await server.ask(list);
    expect(server.queries()).toBe(once);
    expect((await readResponse(endpoints.listProducts, again)).value?.data).toHaveLength(3);
    server.change();
    await server.ask(list);
    expect(server.queries()).toBe(2 * once);
  });

  test('has the same headers from the cache, and is logged in the same way', async () => {
    const server = await openServer();
    const [made, cached] = [await server.ask(list), await server.ask(list)];
    const own = ['date', 'x-request-id', 'transfer-encoding', 'keep-alive', 'connection'];
    const shared = ({ headers }: Response) => [...headers].filter(([name]) => !own.includes(name));
    expect(shared(cached)).toEqual(shared(made));
    expect(cached.headers.get('X-Request-Id')).not.toBe(made.headers.get('X-Request-Id'));
    expect(cached.headers.get('Strict-Transport-Security')).toBeTruthy();
    expect(cached.headers.get('Cache-Control')).toBe('public, no-cache');
    expect(cached.headers.get('CDN-Cache-Control')).toContain('max-age=10');
    expect(cached.headers.get('Vary')).toBe('X-App-Language, Accept-Language, Accept-Encoding');
    expect(await cached.text()).toBe(await made.text());
    expect(server.logged).toHaveLength(2);
    expect(server.logged[1]).toBe(
      JSON.stringify(['call_answered', { call: 'listProducts', status: 200, milliseconds: 0 }]),
    );
  });

  test('is 304 if the client has it already', async () => {
    const server = await openServer();
    const etag = (await server.ask(list)).headers.get('ETag') ?? '';
    const same = await server.ask(list, { 'If-None-Match': etag });
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect((await server.ask(`${list}&sort=price`, { 'If-None-Match': etag })).status).toBe(200);
  });

  test('is cached by language and parsed parameters, whatever their spelling', async () => {
    const server = await openServer();
    const german = await (await server.ask(list)).text();
    const queries = server.queries();
    const spelled = await server.ask('/products?page[size]=3&filter[kind]=course&unknown=1&page[number]=1');
    expect(server.queries()).toBe(queries);
    // A token makes no difference here.
    await server.ask(list, { Authorization: 'Bearer of a stranger', Cookie: 'access_token=own' });
    expect(server.queries()).toBe(queries);
    expect(await spelled.text()).toBe(german);
    expect(await (await server.ask(list, { 'X-App-Language': 'en' })).text()).not.toBe(german);
  });

  test('is computed again after a minute, or after a second if it contains a stock', async () => {
    const server = await openServer();
    const books = '/products?filter[kind]=book&page[size]=2';
    const isComputed = async (path: string) => {
      const before = server.queries();
      await server.ask(path);
      return server.queries() > before;
    };
    expect([await isComputed(list), await isComputed(books)]).toEqual([true, true]);
    shop.advance(second - 1);
    expect([await isComputed(list), await isComputed(books)]).toEqual([false, false]);
    shop.advance(1);
    expect([await isComputed(list), await isComputed(books)]).toEqual([false, true]);
    shop.advance(59 * second);
    expect(await isComputed(list)).toBe(true);
  });

  test('is not cached if it is a failure or the result of a text search', async () => {
    const server = await openServer();
    for (const path of ['/products/unknown-course', '/products?filter[q]=holz']) {
      await server.ask(path);
      const before = server.queries();
      const { headers } = await server.ask(path);
      expect(server.queries()).toBeGreaterThan(before);
      expect(headers.has('ETag')).toBe(false);
    }
  });
});

/** Creates a server with change notifications. Its clock stands still, so that no cached response expires. */
async function openListeningServer() {
  const { db, connectionString, context } = shop;
  const { clock, ids, log } = context;
  const config = await readConfig({ DATABASE_URL: connectionString, DATA_DIR: tmpdir() });
  if (!config.ok) throw new Error(config.error.join('\n'));
  const changes = await listenForCatalogueChanges({ connectionString, log });
  onTestFinished(() => changes.stop());
  return createServer({
    config: config.value,
    secrets: { token: 'a secret of thirty-two characters', of: () => 'secret' },
    db,
    connectionString,
    time: { clock, ids, testClock: null },
    payments: noPayments,
    mailer: { send: async () => {} },
    media: noMedia,
    log,
    changes,
  });
}

test('two servers both return a changed price after its notification', async () => {
  const servers = [await openListeningServer(), await openListeningServer()];
  const prices = () =>
    Promise.all(
      servers.map(async ({ routes }) => {
        const request = new Request('http://localhost/api/products/albrecht-duerer');
        const response = await routes.fetch(request, { clientAddress: 'somebody' });
        return (await readResponse(endpoints.getProduct, response)).value?.data.attributes.price;
      }),
    );
  for (const price_cents of [4_900, 5_300]) {
    await shop.db
      .updateTable('products')
      .set({ price_cents })
      .where('slug', '=', 'albrecht-duerer')
      .execute();
    await expect.poll(prices).toEqual([price_cents, price_cents]);
  }
});
