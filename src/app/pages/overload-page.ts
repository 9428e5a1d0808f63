import { createHash } from 'node:crypto';
import { createRequestCookies } from '#adapters/cookies/request-cookies.ts';
import { limits as allLimits, type Limit, type pageRateLimits } from '#api/rate-limit-policy.ts';
import { offlineStyle } from '#app/offline/offline-page.ts';
import type { Locale } from '#core/model/values.ts';
import { localeCookie, localeOfPath, negotiateLocale } from '#core/rules/basics/locale.ts';
import { routeOf } from '#core/rules/basics/site-paths.ts';
import german from '#locales/de/overload.json' with { type: 'json' };
import english from '#locales/en/overload.json' with { type: 'json' };
import { escapeHtml } from '#server/platform/escape-html.ts';
import { createMemoryRateLimits } from '#server/platform/http/limits/memory-rate-limits.ts';
import type { WorkKind, WorkLimiter } from '#server/platform/http/limits/work-limiter.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { isPrefetch } from './is-prefetch.ts';
import type { Visitor, WebHandler } from './web-handler.ts';

const texts = {
  de: { 429: german.too_many, 503: german.busy },
  en: { 429: english.too_many, 503: english.busy },
};

/**
 * Limits concurrent rendering. A request that would wait too long gets a light page that retries by itself
 * (docs/behaviour/operations.md#overload). Prefetches have the lowest priority and are rendered only if nothing else
 * waits; otherwise they get an empty, uncached 204, so that the visit requests the page again. It is not an error
 * status, because browsers log failed prefetches to the console.
 */
export function limitPages(
  render: WebHandler,
  limiter: Pick<WorkLimiter, 'run'>,
  kind: WorkKind,
): WebHandler {
  return async (request, visitor) => {
    const isAhead = isPrefetch(request);
    const rendered = await limiter.run(isAhead ? 'prefetch' : kind, () => render(request, visitor));
    if (rendered.ok) return rendered.value;
    return isAhead ? nothingAhead() : refusal(request, 503, rendered.error.retryAfterSeconds);
  };
}

/**
 * Returns the refusal of a page whose network has rendered too many (docs/behaviour/operations.md#pace-of-pages); null
 * if it is allowed. Declarations of consumers are never refused. Prefetches have a separate limit; beyond it they get
 * an empty 204.
 */
export type RefusePage = (request: Request, visitor: Visitor) => Response | null;

/** Creates the page rate limit of one process. `limits`: other limits, for tests. */
export function createPageRateLimit(
  context: Pick<ServerContext, 'clock'>,
  limits: Readonly<Record<(typeof pageRateLimits)[number], Limit>> = allLimits,
): RefusePage {
  const countHere = createMemoryRateLimits(context);
  return (request, { clientAddress }) => {
    if (isDeclaration(request)) return null;
    const isAhead = isPrefetch(request);
    const name = isAhead ? 'pages_ahead' : 'pages';
    const seconds = countHere({ name, ...limits[name] }, clientAddress);
    if (seconds === 0) return null;
    return isAhead ? nothingAhead() : refusal(request, 429, seconds);
  };
}

function isDeclaration({ method, url }: Request): boolean {
  return method === 'POST' && ['/widerrufsbelehrung', '/kuendigung'].includes(routeOf(new URL(url).pathname));
}

function nothingAhead(): Response {
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'private, no-store' } });
}

function refusal(request: Request, status: 429 | 503, retryAfterSeconds: number): Response {
  const { pathname, search } = new URL(request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const headers = { 'Cache-Control': 'private, no-store', 'Retry-After': String(retryAfterSeconds) };
  // For a data request, makes the router load the page as a document, which then shows that the shop is busy.
  if (isRead && pathname.endsWith('.data') && localeOfPath(pathname) !== null) {
    const opened = `${pathname.replace(/\.data$/, '')}${withoutRoutes(search)}`;
    const redirect = { 'X-Remix-Redirect': opened, 'X-Remix-Reload-Document': 'true' };
    return new Response(null, { status: 204, headers: { ...headers, ...redirect } });
  }
  const locale = localeOf(request, pathname);
  const html = refusalDocument(texts[locale][status], locale, isRead ? retryAfterSeconds : null);
  return new Response(html, {
    status,
    headers: {
      ...headers,
      'Content-Length': String(Buffer.byteLength(html)),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': locale,
      'Content-Security-Policy': policy,
    },
  });
}

/** Returns the query without the router's parameter for parts of the data. */
function withoutRoutes(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('_routes');
  return query.size === 0 ? '' : `?${query}`;
}

function localeOf({ headers }: Request, pathname: string): Locale {
  const { cookies } = createRequestCookies(headers.get('Cookie'), false);
  return (
    localeOfPath(pathname) ?? negotiateLocale(cookies.read(localeCookie), headers.get('Accept-Language'))
  );
}

const styleHash = createHash('sha256').update(offlineStyle).digest('base64');
const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * Returns the refusal page. `reloadAfter` in seconds; null after a form submission, because a reload would not send it
 * again.
 */
function refusalDocument(
  text: (typeof texts)[Locale][429 | 503],
  locale: Locale,
  reloadAfter: number | null,
): string {
  const reload = reloadAfter === null ? '' : `<meta http-equiv="refresh" content="${reloadAfter}">\n`;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${reload}<title>${escapeHtml(text.title)}</title>
<style>${offlineStyle}</style>
</head>
<body>
<main>
<img src="/favicon.svg" alt="">
<h1>${escapeHtml(text.title)}</h1>
<p role="status">${escapeHtml(reloadAfter === null ? text.not_sent : text.lead)}</p>
${reloadAfter === null ? '' : `<a class="retry" href="">${escapeHtml(text.retry)}</a>\n`}</main>
</body>
</html>
`;
}
