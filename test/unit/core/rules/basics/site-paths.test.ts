import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { locales } from '#core/model/values.ts';
import {
  canonicalUrl,
  footerLinks,
  localePath,
  mailTokenInFragment,
  navigationLinks,
  profileLinks,
  properPath,
  routeOf,
  safeReturnTo,
  switchLocalePath,
  tokenOfPastedLink,
  trimmedRouteOf,
} from '#core/rules/basics/site-paths.ts';
import { returnPath } from '#test/arbitraries/arbitrary-navigation.ts';
import { runs } from '#test/run-length.ts';

const locale = fc.constantFrom(...locales);
const route = fc
  .array(fc.stringMatching(/^[a-z0-9-]{3,8}$/), { maxLength: 3 })
  .map((parts) => `/${parts.join('/')}`);
const query = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.stringMatching(/^[a-z0-9]{1,5}$/))
  .map((fields) => new URLSearchParams(fields).toString());

describe('links', () => {
  test('of the navigation have books and blog in German only', () => {
    expect(navigationLinks('de').map((link) => link.href)).toEqual([
      '/de/masterpass',
      '/de/kurse',
      '/de/buecher',
      '/de/geschenke',
      '/de/preise',
      '/de/blog',
    ]);
    expect(navigationLinks('en').map((link) => link.href)).toEqual([
      '/en/masterpass',
      '/en/kurse',
      '/en/geschenke',
      '/en/preise',
    ]);
  });

  test('of the footer are nine; outside German the names of TV and blog are not translated', () => {
    const german = footerLinks('de');
    expect(german.map((link) => link.route)).toEqual([
      '/blog',
      '/tv',
      '/kontakt',
      '/datenschutz',
      '/impressum',
      '/faqs',
      '/agbs',
      '/widerrufsbelehrung',
      '/kuendigung',
    ]);
    expect(german.every((link) => link.bare_label === null)).toBe(true);
    // The link required by law opens the form directly, not a page before it.
    expect(german.map((link) => link.href)).toContain('/de/widerrufsbelehrung?schritt=formular');
    const english = footerLinks('en');
    expect(english.map((link) => link.href).toSorted()).toEqual(
      german.map((link) => link.href.replace('/de/', '/en/')).toSorted(),
    );
    const bare = english.filter((link) => link.bare_label !== null);
    expect(bare.map((link) => [link.href, link.bare_label])).toEqual([
      ['/en/tv', 'TV'],
      ['/en/blog', 'Blog'],
    ]);
  });

  test('of the profile are three', () => {
    expect(profileLinks('en').map((link) => link.href)).toEqual([
      '/en/profil/master',
      '/en/profil',
      '/en/profil/subscription',
    ]);
  });
});

describe('paths', () => {
  test.each([
    ['/de', '/'],
    ['/de/', '/'],
    ['/', '/'],
    ['', '/'],
    ['/de/kurse', '/kurse'],
    ['/en/kurse/zeichnen', '/kurse/zeichnen'],
    ['/kurse', '/kurse'],
    ['/detail', '/detail'],
    ['/fr/kurse', '/fr/kurse'],
  ])('%j is the route %j', (path, expected) => {
    expect(routeOf(path)).toBe(expected);
    expect(trimmedRouteOf(path)).toBe(expected);
    expect(trimmedRouteOf(`${path}//`)).toBe(expected);
  });

  test.prop([locale, locale, route, query], { numRuns: runs(200) })(
    'keep route and query in another language',
    (from, to, path, search) => {
      const switched = switchLocalePath(localePath(from, path), search, to);
      const address = new URL(switched, 'https://shop.example');
      expect(address.pathname).toBe(localePath(to, path));
      expect(routeOf(address.pathname)).toBe(path);
      expect(address.search).toBe(search === '' ? '' : `?${search}`);
      expect(switchLocalePath(address.pathname, address.search, from)).toBe(
        `${localePath(from, path)}${address.search}`,
      );
    },
  );
});

describe('a mailed link with its token in the query', () => {
  test.each([
    ['/de/auth/email', '?token=a-1', '/de/auth/email#token=a-1'],
    ['/en/auth/passwort', '?token=b_2&konto=neu', '/en/auth/passwort?konto=neu#token=b_2'],
    [
      '/de/newsletter/abmelden',
      '?token=c.3&utm_source=post',
      '/de/newsletter/abmelden?utm_source=post#token=c.3',
    ],
    ['/de/auth/email', '?token=%26x%3D%23', '/de/auth/email#token=%26x%3D%23'],
  ])('%s%s is redirected to %s', (path, search, expected) => {
    expect(mailTokenInFragment(path, search)).toBe(expected);
  });

  test.each([
    ['/de/auth/email', ''],
    ['/de/auth/login', '?returnTo=%2Fde'],
    ['/de/checkout/shop', '?token=of-the-payment-provider'],
    ['/de/kurse/newsletter/x', '?token=y'],
  ])('%s%s is not redirected', (path, search) => {
    expect(mailTokenInFragment(path, search)).toBeNull();
  });

  test.prop([fc.string({ minLength: 1 })], { numRuns: runs(200) })(
    'keeps any token unchanged, and only in the fragment',
    (token) => {
      const address = mailTokenInFragment('/de/auth/email', `?${new URLSearchParams({ token })}`);
      const { search, hash } = new URL(address ?? '', 'https://shop.example');
      expect(search).toBe('');
      expect(new URLSearchParams(hash.slice(1)).get('token')).toBe(token);
    },
  );
});

describe('the canonical address', () => {
  test.each([
    ['/de/kurse/zeichnen', '?utm_source=x', 'https://shop.example/de/kurse/zeichnen'],
    ['/kurse', 'page=2', 'https://shop.example/de/kurse'],
    ['/de', '', 'https://shop.example/de'],
    ['/de/', '?a=1', 'https://shop.example/de'],
    ['/de/blog', '?page=2', 'https://shop.example/de/blog?page=2'],
    ['/de/blog/linien', 'page=2', 'https://shop.example/de/blog/linien?page=2'],
    ['/de/blog/', '', 'https://shop.example/de/blog'],
    ['/de/blogger', '?page=2', 'https://shop.example/de/blogger'],
  ])('of %s%s is %s', (path, search, expected) => {
    expect(canonicalUrl('https://shop.example', 'de', path, search)).toBe(expected);
    expect(canonicalUrl('https://shop.example/', 'de', path, search)).toBe(expected);
  });

  test('is found within the time limit for 400,000 slashes', () => {
    const slashes = '/'.repeat(400_000);
    expect(canonicalUrl('https://shop.example', 'de', `${slashes}~`, '')).toBe('https://shop.example/de/~');
    expect(canonicalUrl('https://shop.example', 'de', `/~${slashes}`, '')).toBe('https://shop.example/de/~');
    expect(canonicalUrl('https://shop.example', 'de', `/de/~${slashes}~`, '')).toBe(
      `https://shop.example/de/~${slashes}~`,
    );
  });
});

describe('the return path of a login', () => {
  test.each([
    '/de',
    '/de/kurse?filter=a&ref=cart',
    '/de/checkout/shop?dialog=address#top',
    '/?next=//evil.example',
    '/de/ä',
    `/${'x'.repeat(2047)}`,
  ])('may be %s', (value) => {
    expect(safeReturnTo(value)).toBe(value);
  });

  test.each([
    null,
    '',
    'de',
    'https://evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    '/de//evil.example',
    '/de\u0000',
    '/de\u007f',
    `/${'x'.repeat(2048)}`,
  ])('may not be %j', (value) => {
    expect(safeReturnTo(value)).toBeNull();
  });

  test.prop([returnPath], { numRuns: runs(2000) })('never leaves this site', (value) => {
    const safe = safeReturnTo(value);
    if (safe === null) return;
    const address = new URL(safe, 'https://shop.example/de/auth/login');
    expect(address.origin).toBe('https://shop.example');
    // A router takes only the path and resolves it again.
    expect(new URL(address.pathname, 'https://shop.example').origin).toBe('https://shop.example');
  });
});

test.each([
  ['/de/kurse/Albrecht-D%C3%BCrer', '/de/kurse/albrecht-duerer'],
  ['/de/kurse/albrecht-du%CC%88rer', '/de/kurse/albrecht-duerer'],
  ['/DE/Kurse', '/de/kurse'],
  ['/de//kurse', '/de/kurse'],
  ['/en/experten/Clara%20Schumann', '/en/experten/clara-schumann'],
  ['/de/blog/die_schnur_an_der_wand', '/de/blog/die-schnur-an-der-wand'],
])('%s is redirected to %s', (written, proper) => {
  expect(properPath(written)).toBe(proper);
});

test.each([
  '/de/kurse/albrecht-duerer',
  '/de',
  '/',
  '/assets/Root-aBc.js',
  '/fr/Kurse',
  '/de/%E0%A4%A',
  '/de/kurse/<script>',
  '/de/kurse/%00',
])('%s is not redirected', (path) => {
  expect(properPath(path)).toBeNull();
});

test.prop([fc.string({ unit: 'grapheme', maxLength: 40 })])(
  'a redirect is not redirected again, and stays on this site',
  (text) => {
    const proper = properPath(`/de/${encodeURIComponent(text)}`);
    if (proper === null) return;
    expect(properPath(proper)).toBeNull();
    expect(proper).toMatch(/^\/de\/(?!\/)/);
  },
);

describe('the token of a pasted link', () => {
  test.prop([fc.string({ minLength: 1 }), fc.constantFrom('#', '?', '?konto=neu#', '?id=7&')], {
    numRuns: runs(200),
  })('is read from query and fragment, whatever is around the link', (token, before) => {
    const link = `https://shop.example/de/auth/passwort${before}token=${encodeURIComponent(token)}`;
    expect(tokenOfPastedLink(link)).toBe(token);
    expect(tokenOfPastedLink(` <${link}\n`)).toBe(token);
  });

  test('is the text itself when it is no link', () => {
    expect(tokenOfPastedLink(' a-token_1 ')).toBe('a-token_1');
    expect(tokenOfPastedLink('#token=%E0%A4%A')).toBe('%E0%A4%A');
  });
});
