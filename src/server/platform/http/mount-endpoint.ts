import type { Context, Hono } from 'hono';
import type * as z from 'zod/mini';
import { type Endpoint, type fileResponse, orderTokenHeader } from '#api/endpoint.ts';
import type { Locale } from '#core/model/values.ts';
import { negotiateLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { Caller } from '#server/platform/caller.ts';
import { isOutage } from '#server/platform/database/connection.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { MediaUnavailable } from '#server/platform/media/media-library.ts';
import { inRequest } from '#server/platform/request-scope.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { addSpanFacts, inSpan, inTrace } from '#server/platform/spans.ts';
import { hasActiveSession, readBearer } from './access-token.ts';
import type { ApiResponseCache } from './api-response-cache.ts';
import { authoriseOperator, type OperatorAuthentication } from './authorise-operator.ts';
import { clientAddress, describeDevice } from './describe-client.ts';
import {
  describeFailures,
  type FailureTexts,
  failureHeaders,
  failureStatuses,
  type HttpFailure,
} from './failures.ts';
import type { CallLimits } from './limits/call-limits.ts';
import type { WorkKind, WorkLimiter } from './limits/work-limiter.ts';
import { valueResponse } from './local-values.ts';
import { readBody, readByteStream, readInput, readQuery } from './read-input.ts';
import { downloadResponse, jsonResponse } from './responses.ts';
import type { ApiCall, ApiOutcome, Route } from './route.ts';
import type { ServerEnvironment } from './server-environment.ts';

/** Dependencies of all handlers. */
export interface ApiDependencies {
  readonly context: ServerContext;
  readonly texts: FailureTexts;
  readonly limiter: WorkLimiter;
  /** Priority of a call under overload. */
  readonly workKindOf: (endpoint: Endpoint) => WorkKind;
  readonly callLimits: CallLimits;
  /** Without it, calls of operators are refused. */
  readonly operators?: OperatorAuthentication;
  /** Null: no response is cached. */
  readonly apiResponseCache: ApiResponseCache | null;
}

type Failures = readonly HttpFailure[];

/**
 * Adds one endpoint to the app at one of its paths. Checks in this order: authentication (401), path and query (404,
 * 422), body (415, 413, 400, 422); then calls the handler. Thrown errors are outages (503) or bugs (500); they are
 * logged with the request id and never shown.
 */
export function mountEndpoint(
  app: Hono<ServerEnvironment>,
  route: Route,
  path: string,
  dependencies: ApiDependencies,
): void {
  const { endpoint } = route;
  const { context } = dependencies;
  const respondToCall = async (request: Context<ServerEnvironment>, requestId: string) => {
    const startedAt = context.clock.now();
    const locale = localeOf(request);
    const make = (takesValue: boolean) =>
      makeResponse(request, route, dependencies, { requestId, locale, takesValue });
    const admitted = limitNetwork(request, route, dependencies);
    const response = admitted.ok
      ? await (cachedResponse(request, route, dependencies, locale, () => make(false)) ??
          make(request.env?.takesValues === true))
      : respond(route, dependencies, { requestId, locale, takesValue: false }, err([admitted.error]));
    addSpanFacts({ request_id: requestId, status: response.status });
    context.log.info('call_answered', {
      call: endpoint.name,
      status: response.status,
      milliseconds: context.clock.now() - startedAt,
    });
    return response;
  };
  const start = { name: `call ${endpoint.name}`, kind: 'server' } as const;
  app.on(endpoint.method, path, (request) =>
    inRequest(context.ids.uuid, (requestId) =>
      inTrace(context.tracing, start, () => respondToCall(request, requestId)),
    ),
  );
}

interface RespondOptions {
  readonly requestId: string;
  readonly locale: Locale;
  /** Whether the caller reads the value of the response, and not its text. */
  readonly takesValue: boolean;
}

/**
 * Applies the limits of arriving calls. Calls of a page that is rendered in this process belong to the page and are not
 * counted.
 */
function limitNetwork(
  request: Context<ServerEnvironment>,
  { endpoint }: Route,
  { callLimits, context }: ApiDependencies,
): ReturnType<CallLimits['limitNetwork']> {
  if (endpoint.method === 'GET' && request.env?.takesValues === true) return ok(null);
  return callLimits.limitNetwork(endpoint, clientAddress(request, context.settings.clientAddressHeader));
}

async function makeResponse(
  request: Context<ServerEnvironment>,
  route: Route,
  dependencies: ApiDependencies,
  options: RespondOptions,
): Promise<Response> {
  const { requestId, locale } = options;
  return respond(
    route,
    dependencies,
    options,
    await runInTurn(request, route, dependencies, requestId, locale),
  );
}

function respond(
  { endpoint }: Route,
  dependencies: ApiDependencies,
  { requestId, locale, takesValue }: RespondOptions,
  outcome: Settled,
): Response {
  const status = outcome.ok
    ? (outcome.value.status ?? endpoint.status)
    : failureStatuses[outcome.error[0]?.code ?? 'INTERNAL'];
  const headers = {
    'Cache-Control': outcome.ok ? cacheControl(endpoint) : 'private, no-store',
    'Content-Language': locale,
    'X-Request-Id': requestId,
    ...(outcome.ok ? outcome.value.headers : failureHeaders(outcome.error)),
  };
  if (!outcome.ok)
    return jsonResponse(status, describeFailures(outcome.error, dependencies.texts, locale), headers);
  if (takesValue) return valueResponse(status, outcome.value.value, headers);
  return endpoint.responseType === 'application/json'
    ? jsonResponse(status, outcome.value.value, headers)
    : downloadResponse(outcome.value.value as z.output<typeof fileResponse>, {
        endpoint,
        headers,
        onFailure: (error) => logFailure(dependencies, endpoint, error),
      });
}

/** Serves a shared route from the cache, by its parsed parameters; null if the response cannot be cached. */
function cachedResponse(
  { req, env }: Context<ServerEnvironment>,
  { endpoint, isShared }: Route,
  { apiResponseCache }: ApiDependencies,
  locale: Locale,
  make: () => Promise<Response>,
): Promise<Response> | null {
  if (!isShared || apiResponseCache === null) return null;
  const params = readInput(endpoint.params, req.param());
  const query = readQuery(endpoint.query, req.queries());
  if (!params.ok || !query.ok || isSearch(query.value)) return null;
  const { pathname, search } = new URL(req.url);
  const serve = env?.takesValues === true ? apiResponseCache.serveValue : apiResponseCache.serve;
  return serve(
    {
      key: JSON.stringify([endpoint.name, locale, params.value, query.value]),
      name: endpoint.name,
      address: `${pathname}${search}`,
      language: {
        appLanguage: req.header('x-app-language'),
        acceptLanguage: req.header('accept-language'),
      },
      options: {
        isHead: req.method === 'HEAD',
        ifNoneMatch: req.header('if-none-match') ?? null,
        acceptEncoding: req.header('accept-encoding') ?? '',
      },
    },
    make,
  );
}

/** Search texts vary too much to be cached. */
function isSearch(query: unknown): boolean {
  return typeof (query as Record<string, unknown>)['filter[q]'] === 'string';
}

/** `X-App-Language`, else `Accept-Language`, else German. */
export function localeOf(request: Context<ServerEnvironment>): Locale {
  return negotiateLocale(
    request.req.header('x-app-language') ?? null,
    request.req.header('accept-language') ?? null,
  );
}

type Settled = Result<Extract<ApiOutcome<Endpoint>, { ok: true }>, Failures>;

/** A call that the work limiter has admitted. */
interface Turn {
  readonly requestId: string;
  readonly locale: Locale;
  /** Result of `readBody`; null if the call has no body, or a body of bytes, which its handler reads. */
  readonly sent: Awaited<ReturnType<typeof readBody>> | null;
}

/**
 * Runs a call in a slot of the work limiter. Calls of a page that is rendered in this process use the page's slot. A
 * body arrives at the speed of its sender's connection and must not occupy a slot: a body of bytes needs none, others
 * are read before.
 */
async function runInTurn(
  request: Context<ServerEnvironment>,
  route: Route,
  dependencies: ApiDependencies,
  requestId: string,
  locale: Locale,
): Promise<Settled> {
  const { endpoint } = route;
  const isStream = endpoint.mediaType === 'application/octet-stream';
  const sent = endpoint.readsBody && !isStream ? await readBody(request.req, endpoint.mediaType) : null;
  const work = () => run(request, route, dependencies, { requestId, locale, sent });
  if (request.env?.clientAddress !== undefined || isStream) return work();
  const done = await dependencies.limiter.run(dependencies.workKindOf(endpoint), work);
  return done.ok ? done.value : err([{ code: 'UNAVAILABLE', ...done.error }]);
}

async function run(
  request: Context<ServerEnvironment>,
  route: Route,
  dependencies: ApiDependencies,
  turn: Turn,
): Promise<Settled> {
  try {
    const call = await readCall(request, route, dependencies, turn);
    if (!call.ok) return call;
    const allowed = await dependencies.callLimits.limitCall(route.endpoint, call.value);
    if (!allowed.ok) return err([allowed.error]);
    const service = { name: `service ${route.endpoint.name}` };
    const outcome = await inSpan(service, () => route.handle(call.value));
    return outcome.ok ? ok(outcome) : err([outcome.error]);
  } catch (error) {
    const isAway = logFailure(dependencies, route.endpoint, error);
    return err([isAway ? { code: 'UNAVAILABLE', retryAfterSeconds: 2 } : { code: 'INTERNAL' }]);
  }
}

/** Logs an error. Returns whether it is an outage of the database or the media storage. */
function logFailure({ context }: ApiDependencies, { name }: Endpoint, error: unknown): boolean {
  const event = outageEvent(error);
  context.log.error(event ?? 'call_failed', error, { call: name });
  return event !== null;
}

/** Returns the log event of an outage; null for other errors. */
function outageEvent(error: unknown): string | null {
  if (error instanceof MediaUnavailable) return 'media_storage_away';
  return isOutage(error) ? 'database_away' : null;
}

async function readCall(
  request: Context<ServerEnvironment>,
  route: Route,
  { context, operators }: ApiDependencies,
  { requestId: request_id, locale, sent }: Turn,
): Promise<Result<ApiCall<Endpoint>, Failures>> {
  const { endpoint } = route;
  const operator = await authoriseOperator(request.req.raw, endpoint, context.settings, operators);
  if (!operator.ok) return err([operator.error]);
  const user = await readUser(request, route, context);
  if (!user.ok) return user;
  const input = await readCallInput(request, endpoint, sent);
  if (!input.ok) {
    // The handler would have checked the session, but is not called.
    const isRefused =
      route.checksSession && user.value !== null && !(await hasActiveSession(context.db, user.value));
    return isRefused ? err([domainFailure('UNAUTHENTICATED')]) : input;
  }
  const caller: Caller = {
    user: user.value,
    operator: operator.value,
    orderToken: request.req.header(orderTokenHeader) ?? null,
    locale,
    address: clientAddress(request, context.settings.clientAddressHeader),
    device: describeDevice(request.req.header('user-agent') ?? ''),
  };
  return ok({ ...input.value, caller, request_id });
}

async function readCallInput(
  request: Context<ServerEnvironment>,
  endpoint: Endpoint,
  sent: Turn['sent'],
): Promise<Result<Pick<ApiCall<Endpoint>, 'params' | 'query' | 'body'>, Failures>> {
  const params = readInput(endpoint.params, request.req.param());
  if (!params.ok) return err([domainFailure('NOT_FOUND')]);
  const query = readQuery(endpoint.query, request.req.queries());
  if (!query.ok) return query;
  const body = readBodyOf(request, endpoint, sent);
  if (!body.ok) return body;
  return ok({ params: params.value, query: query.value, body: body.value });
}

/**
 * An invalid token is an error wherever a token is read: continuing as a guest would show a logged-in learner an empty
 * cart.
 */
async function readUser(
  request: Context<ServerEnvironment>,
  { endpoint, checksSession }: Route,
  context: ServerContext,
): Promise<Result<Caller['user'], Failures>> {
  const authorization = request.req.header('authorization');
  const refusal = err([domainFailure('UNAUTHENTICATED')]);
  if (endpoint.access === 'anyone' || endpoint.access === 'operator') return ok(null);
  if (authorization === undefined) return endpoint.access === 'user' ? refusal : ok(null);
  const user = await readBearer(context, authorization);
  if (user === null) return refusal;
  return checksSession || (await hasActiveSession(context.db, user)) ? ok(user) : refusal;
}

function readBodyOf(
  request: Context<ServerEnvironment>,
  endpoint: Endpoint,
  sent: Turn['sent'],
): Result<unknown, Failures> {
  if (sent !== null) return sent.ok ? readInput(endpoint.body, sent.value) : err([sent.error]);
  if (!endpoint.readsBody) return ok({});
  const stream = readByteStream(request.req);
  return stream.ok ? stream : err([stream.error]);
}

/** Public data is revalidated at each request, everything else is never stored. */
function cacheControl(endpoint: Endpoint): string {
  const isFile = endpoint.responseType !== 'application/json';
  return endpoint.method === 'GET' && endpoint.access === 'anyone' && !isFile
    ? 'no-cache'
    : 'private, no-store';
}
