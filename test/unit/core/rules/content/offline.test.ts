import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isCacheable, isPublicPage, offlineRole, pageOfData } from '#core/rules/content/offline.ts';
import { runs } from '#test/run-length.ts';

const origin = 'https://shop.example';
const roleOf = (path: string, { method = 'GET', mode = 'cors' } = {}) =>
  offlineRole({ method, mode, url: new URL(path, origin), origin });

const locale = fc.constantFrom('de', 'en');
const word = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
const personal = fc.constantFrom(
  'checkout/shop',
  'checkout/complete/1',
  'profil',
  'profil/master',
  'profil/subscription',
  'auth/login',
  'auth/passwort',
  'kurse/clara-schumann/lektion/1',
  'bestellung',
  'redeem',
  'suche',
  'preise',
  'kontakt',
  'newsletter/abmelden',
);

describe('what the service worker does with a request', () => {
  test.each([
    ['/de', 'public_page'],
    ['/en/kurse/clara-schumann', 'public_page'],
    ['/de/agbs', 'public_page'],
    ['/de/kurse?gruppe=hand', 'other_page'],
    ['/', 'other_page'],
    ['/de/checkout/shop?dialog=address', 'other_page'],
    ['/de/preise', 'other_page'],
  ])('a document %s has the role %s', (path, role) => {
    expect(roleOf(path, { mode: 'navigate' })).toBe(role);
  });

  test.each([
    ['/assets/shared-DQwQh3nu.js', 'file'],
    ['/favicon.svg', 'file'],
    ['/pictures/buehne-duerer/640.avif', 'picture'],
    ['/de/kurse.data', 'page_data'],
    ['/de/kurse.data?gruppe=hand', 'untouched'],
    ['/de/profil.data', 'untouched'],
    ['/api/cart', 'untouched'],
    ['/service-worker.js', 'untouched'],
    ['/assets/../api/cart', 'untouched'],
    ['/icons/icon-192.png', 'file'],
    ['/icons/icon-192.png.js', 'untouched'],
    ['/api/assets/a.js', 'untouched'],
    ['/api/pictures/a.avif', 'untouched'],
    ['/pictures/a.avif:1', 'untouched'],
    ['https://other.example/favicon.svg', 'untouched'],
  ])('a request of %s has the role %s', (path, role) => {
    expect(roleOf(path)).toBe(role);
  });

  test.prop([locale, personal, fc.constantFrom('navigate', 'cors', 'no-cors')], { numRuns: runs(200) })(
    'a personal page, or one with prices, is never cached',
    (language, path, mode) => {
      expect(['other_page', 'untouched']).toContain(roleOf(`/${language}/${path}`, { mode }));
      expect(roleOf(`/${language}/${path}.data`)).toBe('untouched');
    },
  );

  test.prop([fc.webPath(), fc.constantFrom('navigate', 'cors', 'no-cors')], { numRuns: runs(300) })(
    'calls of the API, and requests other than GET, are not touched',
    (path, mode) => {
      if (mode !== 'navigate') expect(roleOf(`/api${path}`, { mode })).toBe('untouched');
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
        expect(roleOf(`/de${path}`, { method, mode })).toBe('untouched');
    },
  );

  test.prop([fc.webUrl({ withQueryParameters: true })], { numRuns: runs(100) })(
    'requests of other origins are not touched',
    (address) => {
      const url = new URL(address);
      expect(offlineRole({ method: 'GET', mode: 'cors', url, origin })).toBe('untouched');
    },
  );

  test.prop([locale, fc.array(word, { minLength: 0, maxLength: 4 })], { numRuns: runs(300) })(
    'data and document of a page have the same role, and addresses with a query are not cached',
    (language, words) => {
      const path = `/${[language, ...words].join('/')}`;
      expect(roleOf(path, { mode: 'navigate' }) === 'public_page').toBe(isPublicPage(path));
      expect(pageOfData(new URL(`${path}.data`, origin))).toBe(isPublicPage(path) ? path : null);
      expect(pageOfData(new URL(`${path}.data?_routes=root`, origin))).toBe(isPublicPage(path) ? path : null);
      expect(pageOfData(new URL(`${path}.data?_routes=root&seite=2`, origin))).toBeNull();
      expect(roleOf(`${path}?ref=cart`, { mode: 'navigate' })).toBe('other_page');
    },
  );
});

describe('the cache keeps', () => {
  const roles = ['file', 'picture', 'public_page', 'other_page', 'page_data', 'untouched'] as const;
  const response = fc.record({
    role: fc.constantFrom(...roles),
    credentials: fc.constantFrom('omit', 'same-origin', 'include'),
    status: fc.constantFrom(200, 203, 204, 206, 301, 404, 410, 500, 503),
    isRedirected: fc.boolean(),
    contentType: fc.constantFrom(
      'text/html; charset=utf-8',
      'text/javascript; charset=utf-8',
      'image/avif',
      'font/woff2',
      'application/json',
      '',
    ),
  });

  test.prop([response], { numRuns: runs(500) })(
    'pages only without cookies, and only complete responses of the right type',
    (seen) => {
      const isKept = isCacheable(seen);
      if (seen.status !== 200 || seen.isRedirected) expect(isKept).toBe(false);
      if (['other_page', 'page_data', 'untouched'].includes(seen.role)) expect(isKept).toBe(false);
      if (seen.role === 'public_page' && seen.credentials !== 'omit') expect(isKept).toBe(false);
      if (seen.role !== 'public_page' && seen.contentType.startsWith('text/html')) expect(isKept).toBe(false);
    },
  );

  test('complete pages, files and pictures', () => {
    const whole = { credentials: 'omit', status: 200, isRedirected: false };
    const page = { ...whole, role: 'public_page', contentType: 'text/html; charset=utf-8' } as const;
    expect(isCacheable(page)).toBe(true);
    // Fetched with cookies, it may show what is personal.
    for (const credentials of ['include', 'same-origin'])
      expect(isCacheable({ ...page, credentials }), credentials).toBe(false);
    expect(isCacheable({ ...whole, role: 'file', contentType: 'text/css; charset=utf-8' })).toBe(true);
    const picture = { ...whole, role: 'picture', contentType: 'image/avif' } as const;
    expect(isCacheable({ ...picture, credentials: 'include' })).toBe(true);
  });
});
