import { describe, expect, test } from 'vitest';
import { createWebRequests } from '#app/pages/request-shop.ts';
import { accessCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { cardsOnly } from '#core/rules/payments/payment-rules.ts';
import { noAnalytics } from '#core/rules/tracking/analytics-pages.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { parseSetCookie } from '#test/support/set-cookie.ts';
import { learner } from '#test/unit/core/storefront/people.ts';
import { shopContext, siteContext } from '#ui/routes/contexts.ts';

/** Returns an access token for the learner that expires in the given number of seconds. */
function tokenFor(seconds: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({})}.${part({ sub: learner.sub, exp: Math.floor(Date.now() / 1000) + seconds })}.x`;
}

const fresh = tokenFor(600);

function refused(status: number, code: string): Response {
  const errors = [{ status: String(status), code, title: code, detail: code }];
  return Response.json({ success: false, errors }, { status });
}

const responses: Readonly<Record<string, () => Response>> = {
  '/api/contents/greenbar': () => Response.json({ data: memoryShopFacts.announcement }),
  '/api/contents/shop': () => Response.json({ data: memoryShopFacts.shop }),
  [`/api/users/${learner.sub}`]: () =>
    Response.json({ data: { type: 'users', id: learner.sub, attributes: learner } }),
  '/api/auth/refresh': () => Response.json({ success: true, access: fresh }),
};

const test_cards = [
  { provider: 'acme_pay', cards: [{ number: '4111', effect: { de: 'zahlt', en: 'pays' } }] },
];

/** Opens a page with these cookies and records the API calls. */
async function open(path: string, cookie: string | null, changes: typeof responses = {}) {
  const asked: string[] = [];
  const bearers: (string | null)[] = [];
  const warnings: string[] = [];
  const openWebRequest = createWebRequests({
    apiFetch: {
      async fetch(request, { clientAddress }) {
        const { pathname } = new URL(request.url);
        asked.push(`${clientAddress} ${pathname}`);
        bearers.push(request.headers.get('Authorization'));
        return ({ ...responses, ...changes }[pathname] ?? (() => refused(404, 'NOT_FOUND')))();
      },
    },
    config: { siteUrl: 'https://shop.example' },
    payment: { ...cardsOnly, test_cards },
    analytics: noAnalytics,
    log: { info() {}, warn: (event) => warnings.push(event), error: (event) => warnings.push(event) },
  });
  const headers = new Headers({ 'Accept-Language': 'en-GB' });
  if (cookie !== null) headers.set('Cookie', cookie);
  const request = new Request(`http://localhost:3000${path}`, { headers });
  const { context, finish } = await openWebRequest(request, { clientAddress: '203.0.113.7' });
  const responseHeaders = new Headers();
  finish(responseHeaders);
  const cookies = new Map(
    responseHeaders.getSetCookie().map((text) => [parseSetCookie(text).name, parseSetCookie(text)]),
  );
  return {
    shop: context.get(shopContext),
    site: context.get(siteContext),
    asked,
    bearers,
    warnings,
    responseHeaders,
    cookies,
  };
}

describe('the shop of a request', () => {
  test('of a guest has the data that every page shows, requested with the visitor’s address', async () => {
    const { shop, site, asked, responseHeaders, cookies } = await open('/de/kurse', 'locale=de');
    expect(shop.initialState).toMatchObject({
      locale: 'de',
      session: { status: 'guest' },
      announcement: memoryShopFacts.announcement,
      facts: { name: 'Meisterhand' },
    });
    expect(asked.toSorted()).toEqual([
      '203.0.113.7 /api/contents/greenbar',
      '203.0.113.7 /api/contents/shop',
    ]);
    const year = Number(calendarDay(Date.now()).slice(0, 4));
    expect(site).toEqual({ url: 'https://shop.example', year });
    expect(cookies.size).toBe(0);
    expect(responseHeaders.has('Cache-Control')).toBe(false);
  });

  test.each([
    ['/de/checkout', test_cards],
    ['/en/profil/payment', test_cards],
    ['/de', undefined],
    ['/en/kurse', undefined],
  ])('carries test cards only where the shopper pays: %s', async (path, expected) => {
    const { shop } = await open(path, 'locale=de');
    expect(shop.initialState.payment.test_cards).toEqual(expected);
  });

  test('of a learner has the learner, and is stored by no cache', async () => {
    const { shop, responseHeaders, bearers } = await open(
      '/de',
      `locale=de; ${accessCookie}=${fresh}; ${refreshCookie}=r`,
    );
    expect(shop.stores.session.snapshot).toEqual({ status: 'logged_in', learner });
    expect(shop.stores.session.initial).toEqual(shop.initialState.session);
    expect(shop.stores.cart.snapshot.status).toBe('loading');
    expect(responseHeaders.get('Cache-Control')).toBe('private, no-store');
    expect(new Set(bearers)).toEqual(new Set([`Bearer ${fresh}`]));
    expect(JSON.stringify(shop.initialState)).not.toContain(fresh);
  });

  test('refreshes an expiring token once, before anything is rendered', async () => {
    const { shop, asked, cookies } = await open('/de', `${accessCookie}=${tokenFor(10)}; ${refreshCookie}=r`);
    expect(asked.filter((call) => call.endsWith('/auth/refresh'))).toHaveLength(1);
    expect(shop.stores.session.snapshot.status).toBe('logged_in');
    expect(cookies.get(accessCookie)).toMatchObject({
      value: fresh,
      attributes: { 'max-age': '63072000', path: '/', samesite: 'Lax', secure: '' },
    });
  });

  test('ends a session whose refresh is refused', async () => {
    const cookie = `${accessCookie}=${tokenFor(-5)}; ${refreshCookie}=r`;
    const { shop, cookies } = await open('/de', cookie, {
      '/api/auth/refresh': () => refused(401, 'REFRESH_REFUSED'),
    });
    expect(shop.stores.session.snapshot).toEqual({ status: 'guest' });
    expect([cookies.get(accessCookie)?.isGone, cookies.get(refreshCookie)?.isGone]).toEqual([true, true]);
  });

  test('keeps a session through an outage, and shows a guest’s page', async () => {
    const down = () => refused(503, 'UNAVAILABLE');
    const cookie = `${accessCookie}=${tokenFor(-5)}; ${refreshCookie}=r`;
    const { shop, cookies, warnings } = await open('/de', cookie, {
      '/api/auth/refresh': down,
      '/api/contents/shop': down,
    });
    expect(shop.initialState).toMatchObject({ session: { status: 'guest' }, facts: null });
    expect(cookies.has(accessCookie)).toBe(false);
    expect(warnings).toContain('page_call_failed');
  });

  test('takes the locale of the address, which the cookie then follows', async () => {
    const { shop, cookies } = await open('/de/kurse', 'locale=en');
    expect(shop.stores.locale.snapshot).toEqual({ locale: 'de' });
    expect(cookies.get('locale')?.value).toBe('de');
  });

  test('of an address without a locale takes cookie or browser language, and writes nothing', async () => {
    const fromCookie = await open('/', 'locale=de');
    const fromBrowser = await open('/', null);
    expect([fromCookie, fromBrowser].map(({ shop }) => shop.initialState.locale)).toEqual(['de', 'en']);
    expect(fromBrowser.cookies.size).toBe(0);
  });

  test('for data alone does not request the data of the layout', async () => {
    const { shop, asked } = await open('/de/kurse.data', 'locale=de');
    expect(shop.initialState.locale).toBe('de');
    expect(asked).toEqual([]);
  });

  test('knows consent and a closed announcement bar', async () => {
    const consent = encodeURIComponent("{stamp:'x',necessary:true,statistics:true,marketing:false}");
    const { shop, asked } = await open('/de', `locale=de; announcement_closed=1; CookieConsent=${consent}`);
    expect(shop.initialState).toMatchObject({
      announcement: null,
      isAnnouncementClosed: true,
      consent: { isDecided: true, statistics: true, marketing: false },
    });
    expect(asked).not.toContain('203.0.113.7 /api/contents/greenbar');
  });

  test('has no card fields', async () => {
    const { shop } = await open('/de', null);
    await expect(shop.actions.loadCardTokenizer('sandbox')).rejects.toThrow(/browser/);
  });
});
