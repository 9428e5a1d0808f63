import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Locale } from '#core/model/primitives.ts';
import { isLocale } from '#core/rules/locale.ts';
import { describeApi } from '#server/api-documentation/describe-api.ts';
import { renderPage } from '#server/api-documentation/render-page.ts';
import { projectRoot } from '#server/files/project-root.ts';
import type { FailureTexts } from '#server/http/failures.ts';
import { localeOf } from '#server/http/mount-endpoint.ts';
import type { ServerEnvironment } from '#server/http/server-environment.ts';

/** The page runs no script and loads nothing but the shop's own stylesheet, fonts and icon. */
const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface DocumentationParts {
  readonly texts: FailureTexts;
  /** Stylesheet text that stands before the page's own: the storefront's tokens and fonts. */
  readonly look: string;
}

interface Kept {
  readonly text: string;
  readonly etag: string;
}

/**
 * The API's own documentation below `/api`: the OpenAPI document, a page to read, its stylesheet. Each is made once per
 * language, when it is first asked for.
 */
export function documentationRoutes({ texts, look }: DocumentationParts): Hono<ServerEnvironment> {
  const folder = join(projectRoot, 'src/server/api-documentation');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const describe = (locale: Locale) => describeApi({ texts, locale, introduction: read('introduction.md') });
  const kept = new Map<string, Kept>();
  const keep = (key: string, make: () => string): Kept => {
    const known = kept.get(key) ?? withEtag(make());
    kept.set(key, known);
    return known;
  };

  const app = new Hono<ServerEnvironment>();
  app.get('/openapi.json', (context) => {
    const locale = localeOf(context);
    const made = keep(`document ${locale}`, () => JSON.stringify(describe(locale)));
    return send(context.req.raw, made, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Language': locale,
      Vary: 'X-App-Language, Accept-Language',
    });
  });
  app.get('/docs', (context) => {
    const wanted = context.req.query('language');
    const locale = isLocale(wanted) ? wanted : localeOf(context);
    const made = keep(`page ${locale}`, () => renderPage({ document: describe(locale), texts, locale }));
    return send(context.req.raw, made, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': 'en',
      'Content-Security-Policy': policy,
      Vary: 'X-App-Language, Accept-Language',
    });
  });
  app.get('/docs/style.css', (context) => {
    const made = keep('style', () => [look, read('page.css'), read('calls.css')].join('\n'));
    return send(context.req.raw, made, { 'Content-Type': 'text/css; charset=utf-8' });
  });
  return app;
}

function withEtag(text: string): Kept {
  // Weak, because the answer may be compressed on its way.
  return { text, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

function send(request: Request, { text, etag }: Kept, headers: Readonly<Record<string, string>>): Response {
  const all = { ETag: etag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff', ...headers };
  const known = (request.headers.get('If-None-Match') ?? '').split(',').map((name) => name.trim());
  const isKnown = known.some((name) => name.replace(/^W\//, '') === etag.slice(2));
  return isKnown ? new Response(null, { status: 304, headers: all }) : new Response(text, { headers: all });
}
