import { describe, expect, test } from 'vitest';
import { limits } from '#api/rate-limit-policy.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { pictureRoutes } from '#server/learning/films/media-routes.ts';
import { createManualTime } from '#test/support/manual-time.ts';

/** Creates the routes with a fake renderer that has one image and records its calls. */
function routes() {
  const asked: unknown[] = [];
  const { clock, advance } = createManualTime(1_000_000);
  const settings = { clientAddressHeader: 'X-Client' } as Parameters<typeof pictureRoutes>[0]['settings'];
  const app = pictureRoutes({ clock, settings }, async (name, width, format) => {
    asked.push([name, width, format]);
    if (width !== 320) return err('UNKNOWN_WIDTH');
    if (name !== 'buch-vom-messen') return err('UNKNOWN_PICTURE');
    return ok({ bytes: Buffer.from('bytes'), mediaType: 'image/webp', etag: '"abc-1-320"' });
  });
  return { asked, advance, ask: (path: string, init?: RequestInit) => app.request(path, init) };
}

describe('/pictures', () => {
  test('serves a drawing by name, width and format, to be stored for a day', async () => {
    const { ask, asked } = routes();
    const picture = await ask('/buch-vom-messen-320.webp');
    expect([picture.status, await picture.text()]).toEqual([200, 'bytes']);
    expect(asked).toEqual([['buch-vom-messen', 320, 'webp']]);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    expect(picture.headers.get('etag')).toBe('"abc-1-320"');
    expect(picture.headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=604800');
  });

  test('responds 304 to a browser that still has the picture', async () => {
    const { ask } = routes();
    for (const known of ['"abc-1-320"', 'W/"abc-1-320"', '"old", "abc-1-320"', '*']) {
      const response = await ask('/buch-vom-messen-320.webp', { headers: { 'If-None-Match': known } });
      expect([known, response.status, await response.text()]).toEqual([known, 304, '']);
      expect(response.headers.get('etag')).toBe('"abc-1-320"');
    }
    const changed = await ask('/buch-vom-messen-320.webp', { headers: { 'If-None-Match': '"old"' } });
    expect(changed.status).toBe(200);
  });

  test('responds to HEAD without the picture', async () => {
    const response = await routes().ask('/buch-vom-messen-320.webp', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('responds 404 to unknown names, and does not look up those that cannot be a picture', async () => {
    const { ask, asked } = routes();
    expect((await ask('/nobody-320.webp')).status).toBe(404);
    expect(asked).toHaveLength(1);
    for (const path of [
      '/buch-vom-messen.webp',
      '/buch-vom-messen-320',
      '/-320.webp',
      '/..%2fetc%2fpasswd-320.webp',
      '/small%2fbuch-vom-messen-320.webp',
      '/Buch-320.webp',
      '/buch-vom-messen-320.webp%2f..',
      '/buch-vom-messen-99999.webp',
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    }
    expect(asked).toHaveLength(1);
  });

  test('looks nothing up for a minute for a network that asked for too many unknown names', async () => {
    const { ask, asked, advance } = routes();
    const { most } = limits.unknown_pictures;
    const askFrom = async (client: string, name = 'nobody-320') =>
      (await ask(`/${name}.webp`, { headers: { 'X-Client': client } })).status;
    // A width that cannot exist does not count.
    expect(await askFrom('192.0.2.1', 'buch-vom-messen-321')).toBe(404);
    for (let time = 0; time < most; time += 1) expect(await askFrom('192.0.2.1')).toBe(404);
    const lookups = asked.length;
    expect(await askFrom('192.0.2.1')).toBe(429);
    expect(asked).toHaveLength(lookups);
    expect(await askFrom('192.0.2.2')).toBe(404);
    advance(60_000);
    expect(await askFrom('192.0.2.1', 'buch-vom-messen-320')).toBe(200);
  });
});
