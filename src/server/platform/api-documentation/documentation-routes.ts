import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { isLocale } from '#core/rules/basics/locale.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import type { FailureTexts } from '#server/platform/http/failures.ts';
import { localeOf } from '#server/platform/http/mount-endpoint.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';
import { type Audience, describeApi } from './describe-api.ts';

/** Content Security Policy: Swagger UI sets styles by script and uses data URLs for its icons. */
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

interface Page {
  readonly audience: Audience;
  readonly title: string;
  readonly description: string;
  /** Paths below `/api`: of the page, with its script beside it, and of the document that it shows. */
  readonly path: string;
  readonly document: string;
  /** Name of a Markdown file in this folder. */
  readonly introduction: string;
}

const pages: readonly Page[] = [
  {
    audience: 'shop',
    title: 'Meisterhand API',
    description: 'How to write a client for this shop: every call with its schemas, examples and failures.',
    path: '/docs',
    document: '/openapi.json',
    introduction: 'introduction.md',
  },
  {
    audience: 'operators',
    title: 'Meisterhand API of the back office',
    description: 'The calls of operators, with the permission that each needs.',
    path: '/docs/operator',
    document: '/operator/openapi.json',
    introduction: 'introduction-operators.md',
  },
];

const pageOf = ({ title, description, path }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/page.css">
<script defer src="/api/docs/swagger-ui.js"></script>
<script defer src="/api${path}/page.js"></script>
</head>
<body><div id="documentation"></div></body>
</html>`;

/** `validatorUrl` is null, because Swagger UI would otherwise send the document's URL to an external validator. */
const scriptOf = ({ document }: Page) => `SwaggerUIBundle({
  dom_id: '#documentation',
  url: '/api${document}' + location.search,
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
    ...Object.fromEntries(
      pages.flatMap((page) => [
        [page.path, ['text/html', () => pageOf(page)] as const],
        [`${page.path}/page.js`, ['text/javascript', () => scriptOf(page)] as const],
      ]),
    ),
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
        ...(type === 'text/html' ? { 'Content-Security-Policy': policy } : {}),
      }),
    );
  }
  for (const { audience, document: path, introduction } of pages) {
    app.get(path, (context) => {
      const chosen = context.req.query('language');
      const locale = isLocale(chosen) ? chosen : localeOf(context);
      const document = keep(`${path} ${locale}`, () => {
        const file = join(projectRoot, 'src/server/platform/api-documentation', introduction);
        return JSON.stringify(
          describeApi({ audience, texts, locale, introduction: readFileSync(file, 'utf8') }),
        );
      });
      return send(context.req.raw, document, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Language': locale,
        Vary: 'X-App-Language, Accept-Language',
      });
    });
  }
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
