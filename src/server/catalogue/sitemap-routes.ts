import { Hono, type MiddlewareHandler } from 'hono';
import { limits } from '#api/rate-limit-policy.ts';
import { locales } from '#core/model/values.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { sharedPictureWidth } from '#core/rules/catalogue/picture-widths.ts';
import { clientAddress } from '#server/platform/http/describe-client.ts';
import { tooManyRequests } from '#server/platform/http/file-response.ts';
import { createMemoryRateLimits } from '#server/platform/http/limits/memory-rate-limits.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { countParts, listEntries, type SitemapEntry, sitemapKinds } from './sitemap.ts';

const cacheControl = 'public, max-age=3600';

/** Personal pages, which search engines must not index. */
const hidden = [
  '/api/',
  ...locales.flatMap((locale) => ['checkout', 'profil', 'auth'].map((part) => `/${locale}/${part}/`)),
];

/**
 * Serves `/robots.txt` and the sitemap: an index with one file per kind and thousand URLs, to limit file size. They
 * have their own rate limit per network, as high as that of pages.
 */
export function sitemapRoutes(context: ServerContext): Hono<ServerEnvironment> {
  const app = new Hono<ServerEnvironment>();
  const { siteUrl } = context.settings;
  app.get('/robots.txt', (request) =>
    request.text(
      [
        'User-agent: *',
        ...hidden.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${siteUrl}/sitemap.xml`,
        '',
      ].join('\n'),
      200,
      { 'Cache-Control': cacheControl },
    ),
  );
  const countHere = createMemoryRateLimits(context);
  const inPace: MiddlewareHandler<ServerEnvironment> = async (request, next) => {
    const network = clientAddress(request, context.settings.clientAddressHeader);
    const seconds = countHere({ name: 'pages', ...limits.pages }, network);
    return seconds > 0 ? tooManyRequests(request, seconds) : next();
  };
  app.use('/sitemap.xml', inPace);
  app.use('/sitemaps/*', inPace);
  app.get('/sitemap.xml', async (request) => {
    const parts = await countParts(context);
    const files = sitemapKinds.flatMap((kind) =>
      Array.from({ length: parts[kind] }, (_, index) => `${siteUrl}/sitemaps/${kind}-${index + 1}.xml`),
    );
    const body = files.map((file) => `<sitemap><loc>${escapeXml(file)}</loc></sitemap>`).join('');
    return xml(
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${body}</sitemapindex>`,
      request.req.method,
    );
  });
  app.get('/sitemaps/:file{[a-z]+-[0-9]{1,4}\\.xml}', async (request) => {
    const [, name = '', part = ''] = /^([a-z]+)-(\d+)\.xml$/.exec(request.req.param('file')) ?? [];
    const kind = sitemapKinds.find((known) => known === name);
    if (kind === undefined) return request.text('Not found', 404);
    const entries = await listEntries(context, kind, Number(part));
    if (entries.length === 0) return request.text('Not found', 404);
    const body = entries.flatMap((entry) => addressesOf(entry, siteUrl)).join('\n');
    return xml(
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${body}\n</urlset>`,
      request.req.method,
    );
  });
  return app;
}

/** Returns one element per language; each lists the other languages and the picture. */
function addressesOf({ route, isGermanOnly, picture }: SitemapEntry, siteUrl: string): string[] {
  const own = isGermanOnly ? (['de'] as const) : locales;
  const address = (locale: (typeof locales)[number]) => escapeXml(`${siteUrl}${localePath(locale, route)}`);
  const alternates =
    own.length === 1
      ? ''
      : own
          .map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${address(locale)}"/>`)
          .join('');
  const image =
    picture === null
      ? ''
      : `<image:image><image:loc>${escapeXml(`${siteUrl}/pictures/${picture}-${sharedPictureWidth}.webp`)}</image:loc></image:image>`;
  return own.map((locale) => `<url><loc>${address(locale)}</loc>${alternates}${image}</url>`);
}

function xml(body: string, method: string): Response {
  return new Response(method === 'HEAD' ? null : `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': cacheControl },
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
