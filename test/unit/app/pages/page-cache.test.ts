import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import type { PageCacheParts } from '#app/pages/page-cache.ts';
import { accessCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { consentCookie, serialiseConsent } from '#core/rules/tracking/consent.ts';
import { openPageCache } from './open-page-cache.ts';

const site = 'https://shop.example';

/** Opens pages whose text is their path and the number of pages that were rendered. */
function open(own: Partial<PageCacheParts> = {}) {
  const rendered: Request[] = [];
  let version: number | null = 1;
  let now = 1_000_000;
  const pages = openPageCache({
    async renderShared(request) {
      rendered.push(request);
      return new Response(`${new URL(request.url).pathname} ${rendered.length}`, {
        headers: { 'Content-Type': 'text/html', 'X-Own': 'of this rendering' },
      });
    },
    siteUrl: site,
    changes: { version: () => version },
    routeIdOf: (path) => (path.endsWith('/kurse') ? 'screens/courses' : null),
    isSecure: false,
    isBehindProxy: false,
    now: () => now,
    ...own,
  });
  return {
    rendered,
    setVersion(next: number | null) {
      version = next;
    },
    advance(milliseconds: number) {
      now += milliseconds;
    },
    ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
      return pages.serve(new Request(`http://localhost:3000${path}`, { method, headers }));
    },
    recall: (path: string, cookie: string) =>
      pages.recall(path, cookie, { isHead: false, ifNoneMatch: null, acceptEncoding: 'gzip' }),
    async read(path: string, headers: Record<string, string> = {}) {
      const response = await this.ask(path, headers);
      return response?.text();
    },
  };
}

const minute = 60_000;
/** Bytes: two of these pages with their headers take less, three take more. */
const limitForTwo = 2_500;
const notStored = { 'Cache-Control': 'private, no-store' };

async function bytesOf(response: Response | null): Promise<Uint8Array> {
  if (response === null) throw new Error('The page is not cached');
  return new Uint8Array(await response.arrayBuffer());
}

describe('a cached page', () => {
  test('is rendered once, also for many requests at the same time', async () => {
    const shop = open();
    const texts = await Promise.all(Array.from({ length: 20 }, () => shop.read('/de/kurse')));
    expect(new Set(texts)).toEqual(new Set(['/de/kurse 1']));
    expect(await shop.read('/de/kurse')).toBe('/de/kurse 1');
    expect(shop.rendered).toHaveLength(1);
  });

  test('is rendered again after a change, and later requests never get the old one', async () => {
    const answers: ((response: Response) => void)[] = [];
    const shop = open({ renderShared: () => new Promise((resolve) => answers.push(resolve)) });
    const before = shop.read('/de');
    shop.setVersion(2);
    const after = shop.read('/de');
    expect(answers).toHaveLength(2);
    answers[1]?.(new Response('new'));
    expect(await after).toBe('new');
    // Its rendering began before the change, so it does not replace the newer page.
    answers[0]?.(new Response('old'));
    expect(await before).toBe('old');
    expect(await shop.read('/de')).toBe('new');
    expect(answers).toHaveLength(2);
  });

  test('is served for a minute, then once more while it is rendered again, and not after ten minutes', async () => {
    const shop = open();
    await shop.read('/de');
    shop.advance(minute - 1);
    expect(await shop.read('/de')).toBe('/de 1');
    shop.advance(1);
    expect(await shop.read('/de')).toBe('/de 1');
    await expect.poll(() => shop.read('/de')).toBe('/de 2');
    shop.advance(10 * minute);
    expect(await shop.read('/de')).toBe('/de 3');
  });

  test('is rendered again if the clock was set back', async () => {
    const shop = open();
    await shop.read('/de');
    shop.advance(-1);
    expect(await shop.read('/de')).toBe('/de 2');
  });

  test('is served during an outage, but not if it is ten minutes old', async () => {
    let isOut = false;
    let served = 0;
    const shop = open({
      async renderShared() {
        if (isOut) throw new Error('no database');
        return new Response(`page ${++served}`);
      },
    });
    await shop.read('/de');
    isOut = true;
    shop.setVersion(null);
    expect(await shop.read('/de')).toBe('page 1');
    await expect(shop.read('/en')).rejects.toThrow('no database');
    shop.advance(10 * minute);
    await expect(shop.read('/de')).rejects.toThrow('no database');
  });

  test.each([
    ['is an error page', () => new Response('', { status: 503 }), 'good'],
    ['is incomplete', () => new Response('', { headers: notStored }), 'good'],
    ['is deleted', () => new Response('deleted', { status: 410, headers: notStored }), 'deleted'],
    ['is complete', () => new Response('newer'), 'newer'],
  ])('is replaced only by a usable page while changes are unknown: one that %s', async (_, make, text) => {
    const answers = [() => new Response('good'), make];
    const shop = open({ renderShared: async () => (answers.shift() ?? make)() });
    expect(await shop.read('/de')).toBe('good');
    shop.setVersion(null);
    expect(await shop.read('/de')).toBe(text);
  });

  test.each([
    ['an error page', () => new Response('', { status: 503 })],
    ['a missing page', () => new Response('', { status: 404 })],
    ['a page with a cookie', () => new Response('', { headers: { 'Set-Cookie': 'a=b' } })],
    ['an incomplete page', () => new Response('', { headers: notStored })],
  ])('is never %s, which is passed on', async (_, make) => {
    let renderings = 0;
    const shop = open({
      async renderShared() {
        renderings += 1;
        return make();
      },
    });
    const response = await shop.ask('/de');
    expect(response?.status).toBe(make().status);
    expect(response?.headers.has('ETag')).toBe(false);
    await shop.ask('/de');
    expect(renderings).toBe(2);
  });

  test('is not stored while changes are not known', async () => {
    const shop = open();
    shop.setVersion(null);
    await shop.read('/de');
    expect(await shop.read('/de')).toBe('/de 2');
  });

  test('is removed for others if it was not used for the longest time', async () => {
    const shop = open({ memoryLimit: limitForTwo });
    await shop.read('/de/kurse');
    await shop.read('/de/buecher');
    await shop.read('/de/kurse');
    await shop.read('/de/blog');
    expect(await shop.read('/de/kurse')).toBe('/de/kurse 1');
    expect(await shop.read('/de/buecher')).toBe('/de/buecher 4');
  });
});

test('a page that is rendered many times takes the memory of one', async () => {
  const shop = open({ memoryLimit: limitForTwo });
  for (let version = 1; version <= 5; version += 1) {
    shop.setVersion(version);
    await shop.read('/de/kurse');
  }
  await shop.read('/de/buecher');
  expect(await shop.read('/de/kurse')).toBe('/de/kurse 5');
});

describe('the response', () => {
  test('is compressed as the browser accepts it, and is 304 if it is unchanged', async () => {
    const shop = open();
    const plain = await shop.ask('/de');
    expect(await plain?.text()).toBe('/de 1');
    const br = await shop.ask('/de', { 'Accept-Encoding': 'gzip, br' });
    expect(br?.headers.get('Content-Encoding')).toBe('br');
    expect(brotliDecompressSync(await bytesOf(br)).toString()).toBe('/de 1');
    const gzip = await shop.ask('/de', { 'Accept-Encoding': 'gzip' });
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe('/de 1');
    expect(gzip?.headers.get('Vary')).toBe('Cookie, Accept-Encoding');
    const etag = gzip?.headers.get('ETag') ?? '';
    const same = await shop.ask('/de', { 'If-None-Match': etag });
    expect([same?.status, await same?.text()]).toEqual([304, '']);
    shop.setVersion(2);
    expect((await shop.ask('/de', { 'If-None-Match': etag }))?.status).toBe(200);
  });

  test('may be stored by a shared cache for seconds, and has only the known headers of its rendering', async () => {
    const shop = open({ isBehindProxy: true });
    const response = await shop.ask('/de', { 'Accept-Encoding': 'br' });
    expect(Object.fromEntries(response?.headers ?? [])).toEqual({
      'cache-control': 'public, no-cache',
      'cdn-cache-control': 'max-age=10, stale-while-revalidate=60',
      'content-encoding': 'br',
      'content-length': expect.any(String),
      'content-type': 'text/html',
      etag: expect.stringMatching(/^W\/"/),
      vary: 'Cookie, Accept-Encoding',
    });
    const head = await shop.ask('/de', { 'Accept-Encoding': 'br' }, 'HEAD');
    expect(head?.headers.get('Content-Length')).toBe(response?.headers.get('Content-Length'));
    expect(await head?.text()).toBe('');
  });
});

describe('the cache', () => {
  const shared = [
    '/de',
    '/en/kurse',
    '/de/kurse/albrecht-duerer',
    '/de/kurse.data',
    '/en/masterpass',
    '/de/blog?seite=2',
    '/de/kurse?gruppe=klang',
    '/de/kurse?gruppe=klang&seite=2',
    '/de/kurse.data?seite=10&_routes=screens%2Fcourses',
  ];

  test.each(shared)('stores %s', async (path) => {
    const shop = open();
    expect(await shop.ask(path)).not.toBeNull();
    expect(shop.rendered.map(({ url }) => url)).toEqual([`${site}${path}`]);
  });

  test.each([
    '/',
    '/kurse',
    '/de/profil',
    '/de/profil/master',
    '/de/checkout/shop',
    '/de/auth/login',
    '/de/redeem',
    '/de/suche?q=holz',
    '/de/kurse/albrecht-duerer/lektion/1',
    '/de/geschenkboxen/kiste',
    '/de/bestellung',
    '/de/newsletter/abmelden',
    '/de/kurse?stufe=leicht',
    '/de/kurse?code=GEHEIM',
    '/de/kurse?token=geheim',
    '/de/kurse?seite=1',
    '/de/kurse?seite=02',
    '/de/kurse?seite=2.0',
    '/de/kurse?seite=-2',
    '/de/kurse?seite=10000',
    '/de/kurse?seite=2&seite=2',
    '/de/kurse?gruppe=Klang',
    '/de/kurse?gruppe=-klang',
    '/de/kurse?gruppe=klang&gruppe=klang',
    '/de/buecher?seite=2',
    '/de/blog?gruppe=klang',
    '/de/kurse/albrecht-duerer?seite=2',
    '/de/kurse/%61lbrecht-duerer',
    '/de/kurse?_routes=screens%2Fcourses',
    '/de/kurse.data?_routes=screens%2Fblog',
    '/de/kurse.data?_routes=screens%2Fcourses,screens%2Fcourses',
    '/de/blog.data?_routes=screens%2Fcourses',
  ])('does not store %s', (path) => {
    expect(open().ask(path)).toBeNull();
  });

  test('renders a page from address and consent of a guest, and from nothing else', async () => {
    const consent = serialiseConsent(
      { preferences: true, statistics: false, marketing: true },
      'own-stamp',
      99,
    );
    const shop = open();
    await shop.ask('/de/kurse?utm_source=brief&seite=3', {
      Cookie: `cart_id=own-cart; ${consentCookie}=${encodeURIComponent(consent)}; order_1=own-order; announcement_closed=1; locale=en`,
      Authorization: 'Bearer own-token',
      'User-Agent': 'own-browser',
      'Accept-Language': 'fr',
    });
    const [{ url, headers } = new Request(site)] = shop.rendered;
    expect(url).toBe(`${site}/de/kurse?seite=3`);
    expect([...headers.keys()]).toEqual(['cookie']);
    const cookie = decodeURIComponent(headers.get('cookie') ?? '');
    expect(cookie).toMatch(/^locale=de; CookieConsent=\{.*marketing:true.*\}; announcement_closed=1$/);
    expect(cookie).not.toMatch(/own|99/);
  });

  test('has one page for all spellings of an address', async () => {
    const shop = open();
    const spellings = [
      '/de/kurse?gruppe=klang&seite=2',
      '/de/kurse?seite=2&gruppe=klang',
      '/de/kurse?seite=%32&gruppe=kl%61ng',
      '/de/kurse?utm_source=a&seite=2&utm_source=b&gruppe=klang',
    ];
    for (const path of spellings) expect(await shop.read(path)).toBe('/de/kurse 1');
  });

  test('has other pages for another consent and for a closed announcement', async () => {
    const shop = open();
    const cookieOf = (statistics: boolean) =>
      `${consentCookie}=${serialiseConsent({ preferences: false, statistics, marketing: false }, 'x', 1)}`;
    const seen = [];
    for (const Cookie of ['', cookieOf(true), cookieOf(false), 'announcement_closed=1']) {
      seen.push(await shop.read('/de', { Cookie }));
    }
    expect(new Set(seen).size).toBe(4);
    expect(await shop.read('/de', { Cookie: cookieOf(true).replace('x', 'another-stamp') })).toBe(seen[1]);
  });

  property.prop([
    fc.constantFrom(...shared),
    fc.constantFrom(accessCookie, refreshCookie),
    fc.string({ minLength: 1 }).map(encodeURIComponent),
  ])('never serves a request with a session', (path, name, value) => {
    expect(open().ask(path, { Cookie: `locale=de; ${name}=${value}` })).toBeNull();
  });

  test('never serves a form that is sent', () => {
    expect(open().ask('/de', {}, 'POST')).toBeNull();
  });
});

describe('the locale cookie', () => {
  const cookiesOf = (response: Response | null) => response?.headers.getSetCookie();

  test('is set to the locale of the address, and the page then may not be stored by a shared cache', async () => {
    const shop = open({ isSecure: true });
    const set = 'locale=en; Max-Age=31536000; Path=/; SameSite=Lax; Secure';
    for (const Cookie of ['', 'locale=de', 'x=locale=en; locale=de', 'locale=']) {
      // `recall` knows only the address and the cookies as they were sent.
      for (const response of [
        await shop.ask('/en', { Cookie }),
        recalled(shop.recall('/en', Cookie)),
        await shop.ask('/en', { Cookie, 'If-None-Match': etagOf(await shop.ask('/en')) }),
      ]) {
        expect(cookiesOf(response), Cookie).toEqual([set]);
        expect(response?.headers.get('Cache-Control')).toBe('private, no-cache');
        expect(response?.headers.has('CDN-Cache-Control')).toBe(false);
      }
      const headers = () => shop.recall('/en', Cookie)?.response.headers;
      expect(headers(), 'created once').toBe(headers());
    }
    expect(shop.rendered).toHaveLength(1);
  });

  test('is not set if it is right, for data of a page, and behind a proxy', async () => {
    for (const [path, Cookie, isBehindProxy] of [
      ['/en', 'a=b; locale=en', false],
      ['/en/kurse.data', 'locale=de', false],
      ['/en', 'locale=de', true],
    ] as const) {
      const shop = open({ isBehindProxy });
      for (const response of [await shop.ask(path, { Cookie }), recalled(shop.recall(path, Cookie))]) {
        expect(cookiesOf(response)).toEqual([]);
        expect(response?.headers.get('CDN-Cache-Control')).toMatch('max-age=10');
      }
    }
  });

  function etagOf(response: Response | null): string {
    return response?.headers.get('ETag') ?? 'none';
  }

  function recalled(found: ReturnType<ReturnType<typeof open>['recall']>): Response | null {
    return found === null ? null : new Response(null, { headers: found.response.headers });
  }
});
