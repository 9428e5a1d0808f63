import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { isLocale } from '#core/rules/locale.ts';
import { describeApi } from '#server/api-documentation/describe-api.ts';
import { projectRoot } from '#server/files/project-root.ts';
import type { FailureTexts } from '#server/http/failures.ts';
import { localeOf } from '#server/http/mount-endpoint.ts';
import type { ServerEnvironment } from '#server/http/server-environment.ts';

/** Swagger UI sets styles by script and uses data URLs for its icons. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Meisterhand API</title>
<meta name="description" content="How to write a client for this shop: every call with its schemas, examples and failures.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/page.css">
<script defer src="/api/docs/swagger-ui.js"></script>
<script defer src="/api/docs/page.js"></script>
</head>
<body><div id="documentation"></div></body>
</html>`;

/** `validatorUrl`: null, or Swagger UI would send the URL of the document to an external validator. */
const script = `SwaggerUIBundle({
  dom_id: '#documentation',
  url: '/api/openapi.json' + location.search,
  deepLinking: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
});`;

/** Long paths and tables must not make narrow pages scroll sideways. */
const style = `body { margin: 0; }
.swagger-ui .opblock-tag, .swagger-ui .opblock-summary { flex-wrap: wrap; }
.swagger-ui .opblock-summary-path { max-width: 100%; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui :is(.responses-wrapper, .parameters-container) { overflow-x: auto; }
.swagger-ui .markdown table { display: block; overflow-x: auto; }
.swagger-ui :is(.markdown, .renderedMarkdown) { overflow-wrap: anywhere; }`;

interface Kept {
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/**
 * The API documentation below `/api`: the OpenAPI document and Swagger UI. `?language=de` or `en` sets the language of
 * failure texts. Nothing is loaded from other sites.
 */
export function documentationRoutes(texts: FailureTexts): Hono<ServerEnvironment> {
  const kept = new Map<string, Kept>();
  const keep = (key: string, make: () => Kept['content']): Kept => {
    const known = kept.get(key) ?? withEtag(make());
    kept.set(key, known);
    return known;
  };
  const files: Readonly<Record<string, readonly [type: string, make: () => Kept['content']]>> = {
    '/docs': ['text/html', () => page],
    '/docs/page.js': ['text/javascript', () => script],
    '/docs/page.css': ['text/css', () => style],
    '/docs/swagger-ui.js': [
      'text/javascript',
      () => read(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
    ],
    '/docs/swagger-ui.css': ['text/css', () => read(import.meta.resolve('swagger-ui-dist/swagger-ui.css'))],
  };
  const app = new Hono<ServerEnvironment>();
  for (const [path, [type, make]] of Object.entries(files)) {
    app.get(path, (context) =>
      send(context.req.raw, keep(path, make), {
        'Content-Type': `${type}; charset=utf-8`,
        ...(path === '/docs' ? { 'Content-Security-Policy': policy } : {}),
      }),
    );
  }
  app.get('/openapi.json', (context) => {
    const chosen = context.req.query('language');
    const locale = isLocale(chosen) ? chosen : localeOf(context);
    const document = keep(locale, () => {
      const file = join(projectRoot, 'src/server/api-documentation/introduction.md');
      return JSON.stringify(describeApi({ texts, locale, introduction: readFileSync(file, 'utf8') }));
    });
    return send(context.req.raw, document, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Language': locale,
      Vary: 'X-App-Language, Accept-Language',
    });
  });
  return app;
}

function read(url: string): Uint8Array<ArrayBuffer> {
  return readFileSync(fileURLToPath(url));
}

function withEtag(content: Kept['content']): Kept {
  // Weak, because the response may be compressed on its way.
  return { content, etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` };
}

function send(
  request: Request,
  { content, etag }: Kept,
  headers: Readonly<Record<string, string>>,
): Response {
  const all = { ETag: etag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff', ...headers };
  const known = (request.headers.get('If-None-Match') ?? '').split(',').map((name) => name.trim());
  const isKnown = known.some((name) => name.replace(/^W\//, '') === etag.slice(2));
  return isKnown
    ? new Response(null, { status: 304, headers: all })
    : new Response(content, { headers: all });
}
