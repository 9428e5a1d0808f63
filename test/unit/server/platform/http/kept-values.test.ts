import { expect, test } from 'vitest';
import { createApiResponseCache } from '#server/platform/http/api-response-cache.ts';
import { readValue } from '#server/platform/http/local-values.ts';

function openAnswers() {
  let version = 1;
  let made = 0;
  const answers = createApiResponseCache({ changes: { version: () => version }, now: () => 5_000 });
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
    serve: (body: unknown) => answers.serve(request, () => make(body)),
    readValue: async (body: unknown, init?: ResponseInit) =>
      readValue(await answers.serveValue(request, () => make(body, init))),
  };
}

test('pages share the value of a kept answer, until it changes', async () => {
  const shop = openAnswers();
  const first = await shop.readValue({ titles: ['Zeichnen', 'Kochen'] });
  expect(first).toEqual({ titles: ['Zeichnen', 'Kochen'] });
  expect(await shop.readValue({ titles: ['nobody makes this'] })).toBe(first);
  expect((await shop.serve({ titles: [] })).headers.get('Content-Encoding')).toBe('gzip');
  expect(shop.made()).toBe(1);
  shop.change();
  expect(await shop.readValue({ titles: ['Klavier'] })).toEqual({ titles: ['Klavier'] });
});

test('a failure is passed on and not kept', async () => {
  const shop = openAnswers();
  expect(await shop.readValue({ errors: [404] }, { status: 404 })).toEqual({ errors: [404] });
  expect(await shop.readValue({ titles: ['Mathematik'] })).toEqual({ titles: ['Mathematik'] });
  expect(shop.made()).toBe(2);
});
