import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { pageView } from '#core/rules/tracking/page-view.ts';
import { runs } from '#test/run-length.ts';

const someUuid = '00000000-0000-1000-b7ff-ffeafaaaaaaa';

const page = (path: string, params: Record<string, string | undefined>, query = '') =>
  pageView({ path, query, params: { locale: 'de', ...params } });

/** Generates what must not be reported: tokens, e-mail addresses, ids. */
const secret = fc.oneof(
  fc.emailAddress(),
  fc.uuid(),
  // A random token without capitals cannot be distinguished from words.
  fc.base64String({ minLength: 16 }).filter((text) => /[A-Z]/.test(text)),
  fc.stringMatching(/^[0-9a-f]{32,64}$/),
  fc.stringMatching(/^eyJ[\w-]{20,40}\.[\w-]{20,40}\.[\w-]{20,40}$/),
);

describe('a page view', () => {
  test.each([
    ['/de', {}, '/', '/de'],
    ['/de/kurse', {}, '/kurse', '/de/kurse'],
    [
      '/en/kurse/clara-schumann',
      { locale: 'en', slug: 'clara-schumann' },
      '/kurse/:slug',
      '/en/kurse/clara-schumann',
    ],
    [
      '/de/kurse/klavier/lektion/eine-taste-2',
      { slug: 'klavier', lesson: 'eine-taste-2' },
      '/kurse/:slug/lektion/:lesson',
      '/de/kurse/klavier/lektion/eine-taste-2',
    ],
    ['/de/blog/Anna%40example.org', { slug: 'Anna@example.org' }, '/blog/:slug', '/de/blog/:slug'],
    [`/de/kurse/${someUuid}`, { slug: someUuid }, '/kurse/:slug', '/de/kurse/:slug'],
    ['/de/anna@example.org/x', { '*': 'anna@example.org/x' }, '/*', '/*'],
  ])('of %s has the pattern and the path', (path, params, route, address) => {
    expect(page(path, params)).toEqual({ name: 'page_view', route, address });
  });

  test('has only the parameters of attribution of the query', () => {
    const query =
      'utm_source=brief&token=abc&utm_medium=anna%40example.org&ref=FREUND&utm_campaign=herbst+26';
    expect(page('/de/kurse', {}, query)?.address).toBe('/de/kurse?utm_source=brief&utm_campaign=herbst+26');
  });

  test.each(['/de/checkout/complete/0192', '/de/auth/passwort', '/en/bestellung', '/de/profil/payment'])(
    'is not reported of %s, where no services run',
    (path) => {
      expect(page(path, {})).toBeNull();
    },
  );

  test.prop([secret, fc.constantFrom('kurse', 'blog', 'experten'), fc.boolean()], { numRuns: runs(500) })(
    'never has a token, an id or an e-mail address of path, parameters and query',
    (value, area, isSplat) => {
      const params = isSplat ? { '*': `${area}/${value}` } : { slug: value };
      const query = new URLSearchParams({ token: value, q: value }).toString();
      const view = page(`/de/${area}/${encodeURIComponent(value)}`, params, query);
      expect(JSON.stringify(view)).not.toContain(value);
      expect(JSON.stringify(view)).not.toContain(encodeURIComponent(value));
    },
  );
});
