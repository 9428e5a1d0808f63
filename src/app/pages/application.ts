import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { mailTokenInFragment, properPath } from '#core/rules/basics/site-paths.ts';
import type { Log } from '#ports/log.ts';
import type { Tracing } from '#ports/tracing.ts';
import { isOutage } from '#server/platform/database/connection.ts';
import { chooseEncoding } from '#server/platform/http/accepted-encoding.ts';
import { clientAddress } from '#server/platform/http/describe-client.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';
import { currentRequestId, inRequest } from '#server/platform/request-scope.ts';
import { addSpanFacts, inTrace } from '#server/platform/spans.ts';
import type { BackOffice } from './back-office.ts';
import type { RefusePage } from './overload-page.ts';
import type { PageCache } from './page-cache.ts';
import { safeHeaders } from './safe-headers.ts';
import type { StaticFiles } from './static-files.ts';
import type { WebHandler } from './web-handler.ts';

export interface ApplicationParts {
  /** Routes of the API server: `/api/*`, images, media, and the mailbox of demo mode. */
  readonly server: Hono<ServerEnvironment>;
  /** Files of the build; null when a development server serves them. */
  readonly files: StaticFiles | null;
  /** Serves the back office document at the configured path. */
  readonly backOffice: BackOffice;
  /** Renders the pages: every path that is neither an API path nor a file. */
  readonly web: WebHandler;
  /** Serves pages that all visitors share from the in-memory cache; null: every page is rendered. */
  readonly pageCache: Pick<PageCache, 'serve'> | null;
  /** Rate limit of rendered pages per network. */
  readonly refusePage: RefusePage;
  /** Returns true when the database is reachable and the shop is not stopping. */
  isReady(): Promise<boolean>;
  /** True when browsers reach the shop over HTTPS. */
  readonly isSecure: boolean;
  /** Header in which the operator's proxy sends the visitor's address, or null. */
  readonly clientAddressHeader: string | null;
  readonly log: Log;
  /** Starts the traces of pages; absent if tracing is off. */
  readonly tracing?: Tracing | undefined;
  /** Creates the id for the `X-Request-Id` header and all log lines of the request. */
  newRequestId(): string;
}

/** Paths that may be logged. Other paths may contain personal data typed by a visitor. */
const plainPath = /^[A-Za-z0-9/_.-]{1,120}$/;

/** Creates the HTTP application of the shop: health checks, build files, API and pages. */
export function createApplication(parts: ApplicationParts): Hono<ServerEnvironment> {
  const { server, files, backOffice, isReady, isSecure, log, newRequestId } = parts;
  const application = new Hono<ServerEnvironment>();
  application.use((context, next) =>
    inRequest(newRequestId, async (requestId) => {
      await next();
      const response = await compressResponse(context.req.raw, context.res);
      if (response !== context.res) {
        // Removes the previous response first: Hono would otherwise copy its headers, including the wrong
        // content length.
        context.res = undefined;
        context.res = response;
      }
      const { headers } = context.res;
      for (const [name, value] of safeHeaders(headers, isSecure)) headers.set(name, value);
      headers.set('X-Request-Id', requestId);
    }),
  );
  application.onError((error, context) => {
    // An expected error, for example a webhook that is too large.
    if (error instanceof HTTPException) return error.getResponse();
    const isAway = isOutage(error);
    log.error(isAway ? 'database_away' : 'request_failed', error, { path: pathOf(context) });
    if (isAway) context.header('Retry-After', '2');
    context.header('Cache-Control', 'private, no-store');
    return isAway ? context.text('Service Unavailable', 503) : context.text('Internal Server Error', 500);
  });
  application.get('/healthz', (context) => context.text('ok'));
  application.get('/readyz', async (context) => {
    context.header('Cache-Control', 'no-store');
    return (await isReady()) ? context.text('ready') : context.text('not ready', 503);
  });
  if (files !== null) {
    application.use(async (context, next) => {
      const file = files(context.req.raw);
      if (file === null) return next();
      return file;
    });
    // A script of another version: the browser needs no page for it, and it does not count as a page under load.
    application.all('/assets/*', (context) => {
      context.header('Cache-Control', 'no-store');
      return context.text('Not Found', 404);
    });
  }
  application.route('/', server);
  application.all('*', (context) => backOffice(context.req.raw) ?? servePage(parts, context));
  return application;
}

/** Serves a page and logs it by path, without the query string. API calls are logged by name (`call_answered`). */
async function servePage(
  { web, pageCache, refusePage, log, tracing, clientAddressHeader }: ApplicationParts,
  context: Context<ServerEnvironment>,
): Promise<Response> {
  const elsewhere = properAddress(context.req.raw);
  if (elsewhere !== null) return context.redirect(elsewhere, 301);
  const { pathname, search } = new URL(context.req.url);
  const withoutToken = mailTokenInFragment(pathname, search);
  if (withoutToken !== null) {
    context.header('Cache-Control', 'private, no-store');
    return context.redirect(withoutToken, 303);
  }
  const startedAt = performance.now();
  const visitor = { clientAddress: clientAddress(context, clientAddressHeader) };
  const response = await inTrace(tracing, { name: 'page', kind: 'server' }, async () => {
    const request = context.req.raw;
    const refuse = () => refusePage(request, visitor);
    const served = await (pageCache?.serve(request, refuse) ?? refuse() ?? web(request, visitor));
    addSpanFacts({ request_id: currentRequestId() ?? '', status: served.status });
    return served;
  });
  const milliseconds = Math.round(performance.now() - startedAt);
  log.info('page_served', { path: pathOf(context), status: response.status, milliseconds });
  return response;
}

/** Returns the canonical URL, with the query, of a page requested in another spelling; null if it is canonical. */
function properAddress({ method, url }: Request): string | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const { pathname, search } = new URL(url);
  const path = pathname.endsWith('.data') ? null : properPath(pathname);
  return path === null ? null : `${path}${search}`;
}

function pathOf(context: Context<ServerEnvironment>): string {
  return plainPath.test(context.req.path) ? context.req.path : 'other';
}

const compressible = /^(?:text\/|application\/(?:json|vnd\.api\+json|xml|manifest\+json))/;

/** Content types that are streamed. */
const writtenWhileSent = /^text\/csv\b/;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Fastest level: as small as gzip level 3, in a third of the time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** Half the time of the default level 6, for a few per cent more bytes. */
const gzipOptions = { level: 3 };

/**
 * Compresses a page or API response if the browser accepts it. The compressed length reveals no secret (BREACH),
 * because no response contains both a secret and text that an attacker can choose.
 */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  const { headers, status, statusText } = response;
  if (headers.has('Content-Encoding') || !compressible.test(headers.get('Content-Type') ?? ''))
    return response;
  headers.append('Vary', 'Accept-Encoding');
  const isStream = writtenWhileSent.test(headers.get('Content-Type') ?? '');
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding'), isStream ? ['gzip'] : undefined);
  // Refusals must be cheap.
  if (encoding === null || status === 503 || status === 429) return response;
  // Must be the last check, because reading `body` converts the response to a stream, which is slow.
  if (response.body === null) return response;
  if (isStream) {
    const sent = new Response(response.body.pipeThrough(new CompressionStream('gzip')), response);
    sent.headers.set('Content-Encoding', 'gzip');
    return sent;
  }
  const plain = await response.arrayBuffer();
  const packed = await (encoding === 'br' ? toBrotli(plain, brotliOptions) : toGzip(plain, gzipOptions));
  // Copies the headers: reading `body` may have replaced the response by one with its own headers.
  const changed = new Headers(headers);
  changed.set('Content-Encoding', encoding);
  changed.set('Content-Length', String(packed.byteLength));
  return new Response(packed as Uint8Array<ArrayBuffer>, { status, statusText, headers: changed });
}
