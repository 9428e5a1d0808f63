import { expect, test } from 'vitest';
import { createApiResponseCache } from '#server/platform/http/api-response-cache.ts';
import { readValue } from '#server/platform/http/local-values.ts';

function openCache() {
  let version = 1;
  let made = 0;
  const cache = createApiResponseCache({ changes: { version: () => version }, now: () => 5_000 });
  const request = {
    key: 'courses',
    name: 'listProducts',
    address: '/api/products',
    language: { appLanguage: 'de', acceptLanguage: undefined },
    options: { isHead: false, ifNoneMatch: null, acceptEncoding: 'gzip' },
  };
  const make = async (body: unknown, init: ResponseInit = {}) => {
    made += 1;
    return Response.json(body, init);
  };
  return {
    change: () => {
      version += 1;
    },
    made: () => made,
    serve: (body: unknown) => cache.serve(request, () => make(body)),
    readValue: async (body: unknown, init?: ResponseInit) =>
      readValue(await cache.serveValue(request, () => make(body, init))),
  };
}

test('pages share the value of a cached response until it changes', async () => {
  const shop = openCache();
  const first = await shop.readValue({ titles: ['Zeichnen', 'Kochen'] });
  expect(first).toEqual({ titles: ['Zeichnen', 'Kochen'] });
  expect(await shop.readValue({ titles: ['never rendered'] })).toBe(first);
  expect((await shop.serve({ titles: [] })).headers.get('Content-Encoding')).toBe('gzip');
  expect(shop.made()).toBe(1);
  shop.change();
  expect(await shop.readValue({ titles: ['Klavier'] })).toEqual({ titles: ['Klavier'] });
});

test('a failure is passed on and not cached', async () => {
  const shop = openCache();
  expect(await shop.readValue({ errors: [404] }, { status: 404 })).toEqual({ errors: [404] });
  expect(await shop.readValue({ titles: ['Mathematik'] })).toEqual({ titles: ['Mathematik'] });
  expect(shop.made()).toBe(2);
});
