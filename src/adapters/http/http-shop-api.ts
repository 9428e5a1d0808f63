import {
  type Endpoint,
  type EndpointRequest,
  readFailure,
  readResponse,
  unwrapDocument,
} from '#api/endpoint.ts';
import type { Locale } from '#core/model/values.ts';
import { accessCookie, authCookieSeconds } from '#core/rules/accounts/access.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';
import type { AccessTokens } from '#ports/browser/access-tokens.ts';
import type { Cookies } from '#ports/browser/cookies.ts';
import type { ErrorReporting } from '#ports/error-reporting.ts';
import type { CallOptions, Endpoints, ShopApi } from '#ports/shop-api.ts';

export interface HttpOptions {
  /** `window.fetch` in the browser. Another function during server rendering and in tests. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Without a trailing slash, for example `/api` or `http://localhost:3000/api`. */
  readonly baseUrl: string;
  readonly cookies: Cookies;
  /** The language of the page, which stays the same; the locale cookie may be that of another tab. */
  readonly pageLocale: Locale;
  /** Null for the calls that start, refresh and end sessions: they have no access token. */
  readonly accessTokens: AccessTokens | null;
  readonly errorReporting: ErrorReporting;
  /** Timeout of a call in milliseconds. */
  readonly timeoutMilliseconds?: number;
  /** Reads a body created by this process, which needs no validation. Only on the server. */
  readonly readTrusted?: (response: Response) => Promise<unknown>;
}

type CallRequest = EndpointRequest<Endpoint> & CallOptions;

const usualTimeout = 30_000;

/** The failure of a call that got no response. */
const networkFailure = failureOf('NETWORK');

/** The failure of a call whose response does not match the schema. */
const unreadable = failureOf('UNREADABLE_ANSWER');

/**
 * Implements all or some endpoints of the shop's API over HTTP (docs/behaviour/api-conventions.md). `X-App-Language` is
 * the language of the page. While the access cookie exists, calls carry the access token and renew the cookie's
 * lifetime.
 */
export function createHttpShopApi<Name extends keyof ShopApi>(
  endpoints: Pick<Endpoints, Name>,
  options: HttpOptions,
): Pick<ShopApi, Name> {
  const { accessTokens, errorReporting } = options;

  async function call(endpoint: Endpoint, request: CallRequest): Promise<Result<unknown, CallFailure>> {
    const token = await findToken(endpoint, accessTokens);
    if (!token.ok) return token;
    const response = await send(endpoint, request, token.value, options);
    if (response.ok || response.error.code !== 'UNAUTHENTICATED' || token.value === null) return response;
    // The server has refused the token before doing anything, so the call can be repeated with a new one.
    const replaced = await accessTokens?.replace(token.value);
    if (replaced === undefined || !replaced.ok || replaced.value === null) return response;
    return send(endpoint, request, replaced.value, options);
  }

  async function callAndReport(
    endpoint: Endpoint,
    request: CallRequest = {},
  ): Promise<Result<unknown, CallFailure>> {
    const result = await call(endpoint, request);
    if (result.ok) return ok(unwrapDocument(endpoint, result.value));
    errorReporting.callFailed({ operation: endpoint.name, code: result.error.code });
    return result;
  }

  const calls = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [
    name,
    (request?: CallRequest) => callAndReport(endpoint, request),
  ]);
  return Object.fromEntries(calls) as Pick<ShopApi, Name>;
}

/**
 * Returns the access token to send. Null for a guest, and for calls open to guests if the token cannot be refreshed.
 */
async function findToken(
  endpoint: Endpoint,
  tokens: AccessTokens | null,
): Promise<Result<string | null, CallFailure>> {
  if (tokens === null) return ok(null);
  const current = await tokens.current();
  return current.ok || endpoint.access !== 'anyone' ? current : ok(null);
}

async function send(
  endpoint: Endpoint,
  request: CallRequest,
  token: string | null,
  { fetch, baseUrl, cookies, pageLocale, timeoutMilliseconds = usualTimeout, readTrusted }: HttpOptions,
): Promise<Result<unknown, CallFailure>> {
  // Only if the cookie is unchanged: another tab may have ended or replaced the session in the meantime.
  if (token !== null && cookies.read(accessCookie) === token) {
    cookies.write(accessCookie, token, authCookieSeconds);
  }
  const headers = headersOf(endpoint, request, token, pageLocale);
  const { params, query, body } = toWireRequest(endpoint, request);
  const url = `${baseUrl}${fillPath(endpoint.path, params)}${queryText(query)}`;
  const received = await receive(
    fetch(url, {
      method: endpoint.method,
      headers,
      // Calls are authenticated by a header, never by a cookie.
      credentials: 'omit',
      ...bodyOf(endpoint, body),
      // While the page unloads, nobody waits for the response.
      ...(request.isLeaving === true
        ? { keepalive: true }
        : { signal: AbortSignal.timeout(timeoutMilliseconds) }),
    }),
    readTrusted,
  );
  return received === null ? err(networkFailure) : toResult(endpoint, received);
}

function headersOf(
  endpoint: Endpoint,
  { orderToken = null }: CallOptions,
  token: string | null,
  language: Locale,
): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-App-Language': language };
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (orderToken !== null) headers['X-Order-Token'] = orderToken;
  if (endpoint.method !== 'GET') {
    headers['Content-Type'] = endpoint.mediaType;
    headers['Cache-Control'] = 'no-cache';
    headers.Pragma = 'no-cache';
  }
  return headers;
}

/** Endpoints with a body always get one, possibly empty. */
function bodyOf({ readsBody }: Endpoint, body: unknown): Pick<RequestInit, 'body'> {
  return body === undefined && !readsBody ? {} : { body: JSON.stringify(body ?? {}) };
}

/**
 * Converts a request to the names and envelopes of the HTTP API: `page.number` becomes `page[number]`, the attributes
 * of a resource become a JSON:API document, whose type is the collection in the path.
 */
export function toWireRequest(endpoint: Endpoint, { params, query, body }: EndpointRequest<Endpoint>) {
  const isResource = endpoint.mediaType === 'application/vnd.api+json';
  const type = endpoint.path.split('/')[1];
  return {
    params,
    query: Object.fromEntries(
      entriesOf(query).flatMap(([name, value]): [string, unknown][] =>
        typeof value === 'object'
          ? entriesOf(value).map(([inner, part]) => [`${name}[${inner}]`, part])
          : [[name, value]],
      ),
    ),
    body: isResource ? { data: { type, ...(params as object | undefined), attributes: body ?? {} } } : body,
  };
}

function entriesOf(value: unknown): readonly [string, unknown][] {
  return Object.entries((value ?? {}) as Readonly<Record<string, unknown>>);
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Readonly<Record<string, string>>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

interface Received {
  readonly response: Response;
  readonly body: unknown;
  /** Whether the body is known to match the schema of the endpoint. */
  readonly isTrusted: boolean;
}

/** Returns the response with its body. Null if the network failed. */
async function receive(
  pending: Promise<Response>,
  readTrusted: HttpOptions['readTrusted'],
): Promise<Received | null> {
  try {
    const response = await pending;
    const isTrusted = response.ok && readTrusted !== undefined;
    const body = isTrusted ? await readTrusted(response) : parseJson(await response.text());
    return { response, body, isTrusted };
  } catch {
    return null;
  }
}

function toResult(endpoint: Endpoint, { response, body, isTrusted }: Received): Result<unknown, CallFailure> {
  if (!response.ok) return err({ ...toCallFailure(body), ...waiting(response.headers) });
  const value = isTrusted ? body : readResponse(endpoint, body);
  return value === null ? err(unreadable) : ok(value);
}

/** Returns `undefined`, which no schema accepts, for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function waiting(headers: Headers): Pick<CallFailure, 'retryAfter'> {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfter: seconds } : {};
}

/** Converts an error body: code and text of the first error, and the messages of all fields. */
function toCallFailure(body: unknown): CallFailure {
  const failure = readFailure(body);
  const errors = failure?.errors ?? [];
  const first = errors[0];
  if (failure === null || first === undefined) return unreadable;
  const fields: Record<string, string> = {};
  for (const { source, detail } of errors) {
    const name = source?.pointer?.split('/').at(-1) ?? source?.parameter ?? source?.header;
    if (name !== undefined) fields[name] = detail;
  }
  return { code: first.code, detail: first.detail, fields, body: failure };
}
