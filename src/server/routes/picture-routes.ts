import { Hono } from 'hono';
import type { HostEnvironment } from '#server/http/host-environment.ts';
import type { RenderPicture } from '#server/media/render-picture.ts';

/** A drawing that changes keeps its name, so browsers ask again after a day and get 304 until then. */
const cacheControl = 'public, max-age=86400, stale-while-revalidate=604800';

/** `/pictures/{name}-{width}.{format}`: a drawing at one of the widths in use, as AVIF, WebP or PNG. */
export function pictureRoutes(renderPicture: RenderPicture): Hono<HostEnvironment> {
  const app = new Hono<HostEnvironment>();
  app.get('/:file{[a-z0-9-]+-[0-9]{2,4}\\.[a-z]{3,4}}', async (context) => {
    const parts = /^(.+)-(\d+)\.([a-z]+)$/.exec(context.req.param('file'));
    const [, name = '', width = '', format = ''] = parts ?? [];
    const picture = await renderPicture(name, Number(width), format);
    if (!picture.ok) return context.text('Not found', 404);
    const { bytes, etag, mediaType } = picture.value;
    const headers = { 'Cache-Control': cacheControl, ETag: etag };
    if (isKnown(context.req.header('If-None-Match'), etag)) return context.body(null, 304, headers);
    return context.body(new Uint8Array(bytes), 200, { ...headers, 'Content-Type': mediaType });
  });
  return app;
}

/** Whether a browser has this version: it may name several, mark them as weak, or say `*`. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const names = (ifNoneMatch ?? '').split(',').map((name) => name.trim().replace(/^W\//, ''));
  return names.includes(etag) || names.includes('*');
}
