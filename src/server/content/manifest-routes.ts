import { Hono } from 'hono';
import { isLocale } from '#core/rules/basics/locale.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { readShopFacts } from './contents.ts';

/** Value of the design token `--ink`. */
const ink = '#14110d';

const icons = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;

/**
 * Serves `/manifest.<locale>.webmanifest`, which browsers need to install the shop
 * (docs/behaviour/offline.md#installing). Both languages share one `id`, so they are one app.
 */
export function manifestRoutes(context: ServerContext): Hono<ServerEnvironment> {
  const app = new Hono<ServerEnvironment>();
  app.get('/:file{manifest\\.[a-z]{2}\\.webmanifest}', async (request) => {
    const [, locale] = request.req.param('file').split('.');
    const facts = isLocale(locale) ? await readShopFacts(context, locale) : undefined;
    if (!isLocale(locale) || facts === undefined) return request.text('Not found', 404);
    const manifest = {
      id: '/',
      lang: locale,
      name: facts.name,
      short_name: facts.name,
      description: facts.claim,
      start_url: localePath(locale, '/'),
      scope: '/',
      display: 'standalone',
      background_color: ink,
      theme_color: ink,
      icons,
    };
    return request.body(JSON.stringify(manifest), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'public, max-age=3600',
    });
  });
  return app;
}
