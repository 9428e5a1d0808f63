import type { Endpoint, EndpointRequest, EndpointResponse } from '#api/endpoint.ts';
import { readResponse } from '#api/endpoint.ts';
import type { Locale } from '#core/model/primitives.ts';
import { accessCookie, authCookieSeconds } from '#core/rules/access.ts';
import { isLocale, localeCookie } from '#core/rules/locale.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { err, ok } from '#core/rules/result.ts';
import type { AccessTokens } from '#ports/access-tokens.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { ErrorReporting } from '#ports/error-reporting.ts';
import { networkFailure, toCallFailure, unreadableAnswer } from './api-failure.ts';
import { buildRequest } from './api-request.ts';

/** What the client needs of its surroundings. */
export interface ApiClientOptions {
  /** `window.fetch` in the browser; the host's own while the server renders and in tests. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** For example `/api` or `http://localhost:3000/api`. */
  readonly base_url: string;
  readonly cookies: Cookies;
  /** The language of the page, for a browser that keeps no cookies. */
  readonly page_locale: Locale;
  /** Null for the calls that begin, keep and end sessions: they need no fresh bearer. */
  readonly access_tokens: AccessTokens | null;
  readonly error_reporting: ErrorReporting;
  /** After this many milliseconds a call counts as unanswered. */
  readonly timeout_milliseconds: number;
}

/** What one call asks for besides its own payload. */
export interface CallManner {
  /** Proves a guest to be the buyer of the order in question. */
  readonly order_token?: string | null;
  /** The page may be left before the answer comes: the browser makes the call all the same. */
  readonly is_leaving?: boolean;
}

/** Executes the calls of the contract. */
export interface ApiClient {
  /**
   * Makes one call and parses its answer. Fails with the host's error body, with `NETWORK` when no answer came, or
   * with `UNREADABLE_ANSWER` when it does not fit the contract; every failure is reported under the call's name.
   */
  call<E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E>,
    manner?: CallManner,
  ): Promise<Result<EndpointResponse<E>, CallFailure>>;
}

/**
 * Makes the client (specification §7): `X-App-Language` from the locale cookie; a fresh bearer while the access cookie
 * exists, which is then written again for two years; JSON and no-cache headers on calls that change something.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { cookies, access_tokens } = options;

  async function send(endpoint: Endpoint, request: EndpointRequest<Endpoint>, manner: CallManner) {
    const bearer = await findBearer(endpoint, access_tokens);
    if (!bearer.ok) return bearer;
    const answer = await attempt(endpoint, request, manner, bearer.value);
    if (answer.ok || answer.error.code !== 'UNAUTHENTICATED' || bearer.value === null) return answer;
    // The host knows better than this computer's clock whether a token is good. It refused before doing anything.
    const replaced = await access_tokens?.replace(bearer.value);
    if (replaced === undefined || !replaced.ok || replaced.value === null) return answer;
    return attempt(endpoint, request, manner, replaced.value);
  }

  async function attempt(
    endpoint: Endpoint,
    request: EndpointRequest<Endpoint>,
    { order_token = null, is_leaving = false }: CallManner,
    bearer: string | null,
  ): Promise<Result<unknown, CallFailure>> {
    // Only the cookie of the token in use: another tab may have ended or changed the session a moment ago.
    if (bearer !== null && cookies.read(accessCookie) === bearer) {
      cookies.write(accessCookie, bearer, authCookieSeconds);
    }
    const wanted = cookies.read(localeCookie);
    const language = isLocale(wanted) ? wanted : options.page_locale;
    const { url, init } = buildRequest(options.base_url, endpoint, request, {
      language,
      bearer,
      order_token,
    });
    const signal = AbortSignal.timeout(options.timeout_milliseconds);
    // A call that outlives its page has nobody left to wait for it.
    const patience = is_leaving ? { keepalive: true } : { signal };
    const received = await receive(options.fetch(url, { ...init, ...patience }));
    return received === null ? err(networkFailure) : judge(endpoint, received);
  }

  return {
    async call<E extends Endpoint>(
      endpoint: E,
      request: EndpointRequest<E>,
      manner: CallManner = {},
    ): Promise<Result<EndpointResponse<E>, CallFailure>> {
      const answer = await send(endpoint, request, manner);
      if (answer.ok) return answer as Result<EndpointResponse<E>, CallFailure>;
      const { code, status } = answer.error;
      options.error_reporting.callFailed({ operation: endpoint.name, code, status });
      return answer;
    },
  };
}

/** Where anyone may call, a token that could not be refreshed only means to call without one. */
async function findBearer(
  endpoint: Endpoint,
  tokens: AccessTokens | null,
): Promise<Result<string | null, CallFailure>> {
  if (tokens === null) return ok(null);
  const current = await tokens.current();
  return current.ok || endpoint.access !== 'anyone' ? current : ok(null);
}

interface Received {
  readonly is_ok: boolean;
  readonly status: number;
  readonly text: string;
}

/** The answer with its whole text, or null when the network failed on the way. */
async function receive(answering: Promise<Response>): Promise<Received | null> {
  try {
    const response = await answering;
    return { is_ok: response.ok, status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

function judge(endpoint: Endpoint, { is_ok, status, text }: Received): Result<unknown, CallFailure> {
  const body = parseJson(text);
  if (!is_ok) return err(toCallFailure(status, body));
  const answer = readResponse(endpoint, body);
  return answer === null ? err(unreadableAnswer(status)) : ok(answer);
}

/** `undefined` for what is no JSON: no schema accepts it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
