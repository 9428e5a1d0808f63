import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { createFolderStorage } from '#adapters/media/folder/folder-storage.ts';
import { createBankTransferGateway } from '#adapters/payments/bank-transfer/server/bank-transfer-gateway.ts';
import { createArgon2PasswordHasher } from '#adapters/system/argon2-password-hasher.ts';
import { createServerIds } from '#adapters/system/server-ids.ts';
import type { Endpoint, EndpointResponse } from '#api/endpoint.ts';
import { failure as failureSchema } from '#api/success-and-failure.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { orderSubscribers } from '#app/wiring/order-subscribers.ts';
import type { FailureCode } from '#core/model/failure.ts';
import { locales } from '#core/model/values.ts';
import type { Tracing } from '#ports/tracing.ts';
import { createShopApi } from '#server/api.ts';
import { createCatalogueCache } from '#server/carts/pricing-catalogue.ts';
import { loadContent } from '#server/content/loading/load-content.ts';
import type { Content } from '#server/content/sources/content-shapes.ts';
import { readContent } from '#server/content/sources/read-content.ts';
import { issueLegalPages } from '#server/mail/mail-attachments.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { alwaysChanged } from '#server/platform/database/catalogue-changes.ts';
import { createDatabase } from '#server/platform/database/connection.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { createMemoryPaymentGateway } from '#test/support/memory-payment-gateway.ts';
import { checkSums } from '#test/support/sums.ts';
import { openTestDatabase } from './database.ts';
import { recordResponse, storeSeenResponses } from './seen-responses.ts';
import { recordTakenLimits } from './taken-limits.ts';
import { testSettings, testStart } from './test-settings.ts';

interface CallOptions<E extends Endpoint> {
  readonly params?: z.input<E['params']>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: z.input<E['body']>;
  /** The access token. */
  readonly bearer?: string;
  /** The cookie of an operator's session; the call comes from a page of the shop. */
  readonly operator?: string;
  /** Proves that a guest is the buyer of an order. */
  readonly orderToken?: string;
  readonly language?: 'de' | 'en';
  /** The network address for rate limits; by default a new one for each call. */
  readonly address?: string;
}

/** A response that matches its schema: either the endpoint's schema or the schema of failures. */
export interface CallResult<E extends Endpoint> {
  readonly status: number;
  readonly headers: Headers;
  /** Null if the call failed. */
  readonly value: EndpointResponse<E> | null;
  /** The codes of a failure; empty if the call succeeded. */
  readonly codes: readonly FailureCode[];
  readonly text: string;
}

/**
 * Returns the context of a test server: memory gateway, fast password hashes, responses without a pause, and a clock
 * that starts on 21 November 2026 at 10:00 UTC.
 */
function createTestContext(
  db: OrderContext['db'],
  own: Partial<OrderContext['settings']> = {},
  tracing?: Tracing,
) {
  let now = testStart;
  const clock = { now: () => now };
  const faults: unknown[] = [];
  const gateway = createMemoryPaymentGateway();
  let responseSteps = 0;
  const context: OrderContext = {
    db,
    clock,
    ids: createServerIds(clock),
    passwords: createArgon2PasswordHasher({ memory: 64, passes: 2 }),
    gateways: [gateway, createBankTransferGateway({ db, clock, ids: createServerIds(clock) })],
    pastGateways: [],
    media: createFolderStorage({
      directory: join(projectRoot, 'content/clips'),
      ownDirectory: join(own.dataDir ?? '/nowhere', 'films'),
    }),
    orderSubscribers,
    catalogue: createCatalogueCache(alwaysChanged),
    settings: { ...testSettings, ...own },
    log: { info() {}, warn() {}, error: (event, cause) => faults.push({ event, cause }) },
    ...(tracing === undefined ? {} : { tracing }),
    // Instead of a page, returns the product or campaign that it would show.
    async renderPage(trx, path, loaded) {
      const api = createShopApi({ ...context, db: trx }, apiTexts);
      const slug = path.split('/').at(-1);
      const records = /\/(?:specials|angebote)\//.test(path) ? 'contents/campaigns' : 'products';
      const response = await api.fetch(new Request(`http://localhost/api/${records}/${slug}`));
      const html = await response.text();
      await loaded();
      return { status: response.status, html, policy: "script-src 'none'" };
    },
    nextResponseStep() {
      responseSteps += 1;
      return setImmediate();
    },
  };
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  return { context, faults, gateway, advance, responseSteps: () => responseSteps };
}

/**
 * Loads the shop's content files into a migrated database. Also draws the legal pages that confirmations enclose, so
 * that not every test file has to.
 */
export async function loadShopContent(connectionString: string): Promise<void> {
  const db = createDatabase(connectionString, { max: 2 });
  await loadContent(createTestContext(db).context, await readShopContent(), { mode: 'demo' });
  for (const locale of locales) await issueLegalPages({ db, texts: apiTexts.mails[locale], locale }, {});
  await db.destroy();
}

/** Creates the API server on a new database with the shop's content and a clock that the test controls. */
export async function openTestShop(own: Partial<OrderContext['settings']> = {}) {
  const { db, connectionString } = await openTestDatabase('shop');
  storeSeenResponses();
  const { context, faults, gateway, advance, responseSteps } = createTestContext(
    db,
    own,
    recordTakenLimits(),
  );
  const content = await readShopContent();
  let callers = 0;
  const api = createShopApi(context, apiTexts);

  /** Sends any request, by default from a new network address. */
  async function send(
    path: string,
    init: RequestInit = {},
    address = `caller-${++callers}`,
  ): Promise<Response> {
    return api.fetch(new Request(`http://localhost/api${path}`, init), { clientAddress: address });
  }

  /** Calls an endpoint. Fails the test if the response does not match its schema. */
  async function call<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<CallResult<E>> {
    const path = endpoint.path.replace(/:([a-z_]+)/g, (_, name: string) =>
      encodeURIComponent(String((options.params as Record<string, unknown> | undefined)?.[name])),
    );
    const query = new URLSearchParams(options.query ?? {}).toString();
    const headers = new Headers({ 'X-App-Language': options.language ?? 'de' });
    if (options.bearer !== undefined) headers.set('Authorization', `Bearer ${options.bearer}`);
    if (endpoint.permission !== null) headers.set('Sec-Fetch-Site', 'same-origin');
    if (options.operator !== undefined) headers.set('Cookie', options.operator);
    if (options.orderToken !== undefined) headers.set('X-Order-Token', options.orderToken);
    const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
    if (hasBody) headers.set('Content-Type', endpoint.mediaType);
    const { body = {} } = options;
    const isFile = body instanceof Blob;
    if (isFile) headers.set('Content-Length', String(body.size));
    const response = await send(
      query === '' ? path : `${path}?${query}`,
      {
        method: endpoint.method,
        headers,
        ...(hasBody ? { body: isFile ? body : JSON.stringify(body) } : {}),
      },
      options.address,
    );
    return readResponse(endpoint, response);
  }

  return {
    db,
    connectionString,
    context,
    content,
    api,
    send,
    call,
    /** The payment gateway; its ledger lists the charges. */
    gateway,
    /** Errors that the server logged as its own fault or as an outage. Empty unless a test causes one. */
    faults,
    /** Advances the clock by some milliseconds. */
    advance,
    /** Returns how many steps constant-time responses have waited. */
    responseSteps,
  };
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

let shopContent: Promise<Content> | undefined;

/** Returns the shop's content files, which are read once per test worker. */
function readShopContent(): Promise<Content> {
  shopContent ??= readContent(join(projectRoot, 'content')).then((content) => {
    if (!content.ok) throw new Error(`The content files have ${content.error.length} faults`);
    return content.value;
  });
  return shopContent;
}

/**
 * Validates a response with its schema, and the sums of every cart and order in it. Fields that the schema does not
 * contain are also errors: otherwise an e-mail address could become part of a guest's cart unnoticed.
 */
export async function readResponse<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<CallResult<E>> {
  const { status, headers } = response;
  if (status < 400 && endpoint.responseType !== 'application/json') return readFile(endpoint, response);
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  if (status >= 400) {
    const failure = failureSchema.parse(body);
    const codes = failure.errors.map((error) => error.code);
    recordResponse(endpoint, codes);
    return { status, headers, value: null, codes, text };
  }
  const value = endpoint.response.parse(body) as EndpointResponse<E>;
  if (JSON.stringify(sorted(value)) !== JSON.stringify(sorted(body))) {
    throw new Error(`${endpoint.name} returns more than its schema contains: ${text}`);
  }
  checkSums(endpoint.name, value);
  recordResponse(endpoint);
  return { status, headers, value, codes: [], text };
}

/** Reads a response that is a file. `value` contains the file and its name, `text` is empty. */
async function readFile<E extends Endpoint>(endpoint: E, response: Response): Promise<CallResult<E>> {
  const { status, headers } = response;
  if (headers.get('Content-Type') !== endpoint.responseType) {
    throw new Error(`${endpoint.name} returns ${headers.get('Content-Type')}`);
  }
  const filename = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1];
  const content = new Uint8Array(await response.arrayBuffer());
  const value = endpoint.response.parse({ filename, content }) as EndpointResponse<E>;
  recordResponse(endpoint);
  return { status, headers, value, codes: [], text: '' };
}

/** Returns a copy with sorted keys, so that two values can be compared as text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
