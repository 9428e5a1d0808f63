import { describe, expect, test, vi } from 'vitest';
import { locales } from '#core/model/values.ts';
import { accessCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { localeCookie } from '#core/rules/basics/locale.ts';
import { consentCookie, parseConsent } from '#core/rules/tracking/consent.ts';
import { orderAsGuest } from '#test/integration/support/guest-purchase.ts';
import { inputOf, openTestPages, redirectOf } from '#test/integration/support/read-pages.ts';
import { password, products, register } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { isLongRun } from '#test/run-length.ts';

const shop = await openTestShop();
const { openBrowser, openLearner, renderShared } = await openTestPages(shop);

const pagesOfVisitors = [
  '',
  '/kurse',
  '/kurse?q=klavier&sort=title',
  '/kurse/clara-schumann',
  '/geschenke',
  '/geschenke/geschenk-clara-schumann',
  '/geschenkboxen',
  '/experten',
  '/preise',
  '/masterpass',
  '/specials/winterlos',
  '/angebote/herbst',
  '/suche?q=klavier',
  '/kontakt',
  '/newsletter',
  '/newsletter/bestaetigen',
  '/newsletter/abmelden',
  '/redeem',
  '/redeem?code=gutschein-50',
  '/bestellung',
  '/datenschutz',
  '/bestellung?id=1',
  '/widerrufsbelehrung',
  '/widerrufsbelehrung?schritt=formular',
  '/kuendigung',
  '/auth/login',
  '/auth/login?tab=register',
  '/auth/passwort',
  '/auth/passwort?schritt=neu',
  '/auth/passwort?konto=neu',
  '/auth/bestaetigen',
  '/auth/email',
  '/auth/email-zurueck',
  '/auth/konto-loeschen',
  '/gibt-es-nicht',
];
const pagesOfLearners = [
  '/profil',
  '/profil/master',
  '/profil/merkliste',
  '/profil/subscription',
  '/redeem?code=gutschein-50',
  '/widerrufsbelehrung?schritt=formular',
  '/kuendigung',
  '/kontakt',
  '/newsletter',
];

/** Number of forms that need JavaScript, by page. Their buttons send nothing before hydration. */
const needJavaScript: Readonly<Record<string, number>> = {
  '/geschenke/geschenk-clara-schumann': 1,
  '/angebote/herbst': 1,
  // The browser creates a passkey.
  '/profil': 1,
};

interface Form {
  readonly attributes: string;
  readonly inputs: readonly string[];
  readonly buttons: readonly string[];
}

function formsOf(html: string): readonly Form[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inside = '']) => ({
    attributes,
    inputs: [...inside.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].map(([tag]) => tag),
    buttons: [...inside.matchAll(/<button\b[^>]*type="submit"[^>]*>/g)].map(([tag]) => tag),
  }));
}

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? null;

const visits = [
  ...pagesOfVisitors.map((route) => [route, 'a visitor', openBrowser] as const),
  ...pagesOfLearners.map((route) => [route, 'a learner', openLearner] as const),
];

describe('every form of the pages', () => {
  /** Requests that were sent: many pages have the same forms for search, newsletter and logout. */
  const sent = new Set<string>();

  function isFirst(request: string): boolean {
    const isNew = !sent.has(request);
    sent.add(request);
    return isNew;
  }

  /** In the quick run the languages take turns. */
  const inLanguages = visits.map((visit, index) => {
    const turn = locales.filter((_, place) => isLongRun || place === index % locales.length);
    return [...visit, turn] as const;
  });

  test.each(inLanguages)(
    '%s of %s has method, action, named inputs and a button, and its action handles it',
    async (route, who, open, languages) => {
      for (const locale of languages) {
        const browser = await open();
        const page = await browser.get(`/${locale}${route}`);
        expect(page.status).toBe(route === '/gibt-es-nicht' ? 404 : 200);
        const forms = formsOf(await page.text());
        const sendable = forms.filter(({ buttons }) => buttons.length > 0);
        expect(forms.length - sendable.length, 'forms that need JavaScript').toBe(needJavaScript[route] ?? 0);
        for (const { attributes, inputs, buttons } of sendable) {
          const action = (attribute(attributes, 'action') ?? '').replaceAll('&amp;', '&');
          expect(action, attributes).toMatch(new RegExp(`^/${locale}(?:/|$)`));
          for (const tag of inputs) expect(attribute(tag, 'name'), tag).toBeTruthy();
          if (attribute(attributes, 'method') !== 'post') {
            if (isFirst(`${who} ${action}`))
              expect([200, 404], action).toContain((await browser.get(action)).status);
            continue;
          }
          for (const button of buttons) {
            expect(attribute(button, 'name'), button).toBe('form');
            if (!isFirst(`${who} ${action} ${attribute(button, 'value')}`)) continue;
            const sending = await (await open()).post(action, { form: attribute(button, 'value') ?? '' });
            expect([303, 401, 403, 404, 409, 410, 422], `${action} ${button}`).toContain(sending.status);
          }
        }
      }
    },
  );
});

describe('the consent without JavaScript', () => {
  const path = '/de/datenschutz';
  const ticked = (html: string) =>
    ['preferences', 'statistics', 'marketing'].filter((name) => inputOf(html, name).tag.includes('checked'));

  test('is chosen on the privacy page, where nothing is ticked beforehand, and shown there again', async () => {
    const { get, post, jar } = openBrowser();
    const fresh = await (await get(path)).text();
    expect([ticked(fresh), fresh.includes('Sie haben noch nicht gewählt')]).toEqual([[], true]);
    const given = post(path, { form: 'consent', preferences: 'on', marketing: 'on' });
    expect(await redirectOf(given)).toBe(`${path}#cookies`);
    expect(parseConsent(jar.get(consentCookie)?.value ?? null)).toEqual({
      isDecided: true,
      preferences: true,
      statistics: false,
      marketing: true,
    });
    const shown = await (await get(path)).text();
    expect([ticked(shown), shown.includes('Ihre Wahl ist gespeichert')]).toEqual([
      ['preferences', 'marketing'],
      true,
    ]);
  });

  test('is refused with one button, also after it was given, and the cookies that it allowed are removed', async () => {
    const { get, post, jar } = openBrowser();
    await post(path, { form: 'consent', marketing: 'on' });
    jar.set('utm_source', { value: 'brief', path: '/' });
    const refusal = post('/en/datenschutz', { form: 'refuse_consent', marketing: 'on' });
    expect(await redirectOf(refusal)).toBe('/en/datenschutz#cookies');
    expect(parseConsent(jar.get(consentCookie)?.value ?? null)).toMatchObject({
      isDecided: true,
      marketing: false,
    });
    expect(jar.has('utm_source')).toBe(false);
    expect(ticked(await (await get('/en/datenschutz')).text())).toEqual([]);
  });

  test('is not accepted from another site', async () => {
    const { post, jar } = openBrowser();
    const foreign = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await post(path, { form: 'consent', marketing: 'on' }, foreign)).status).toBe(403);
    expect(jar.has(consentCookie)).toBe(false);
  });
});

describe('the logout without JavaScript', () => {
  test('ends the session on the server, and the browser’s', async () => {
    const { email } = await register(shop);
    const { get, post, jar } = openBrowser();
    await post('/en/auth/login', { form: 'login', email, password });
    const refresh = jar.get(refreshCookie);
    expect(await redirectOf(post('/en/profil', { form: 'log_out' }))).toBe('/en');
    expect([jar.has(accessCookie), jar.has(refreshCookie)]).toEqual([false, false]);
    expect((await get('/en/profil')).headers.get('Location')).toContain('/en/auth/login');
    // The session has ended on the server, too.
    if (refresh !== undefined) jar.set(refreshCookie, refresh);
    expect((await get('/en/profil')).headers.get('Location')).toContain('/en/auth/login');
  });

  test('of a guest leads to the home page, too', async () => {
    expect(await redirectOf(openBrowser().post('/de/profil', { form: 'log_out' }))).toBe('/de');
  });
});

test('the content security policy of a page has a new nonce, of a shared one hashes; pages with a code or login send only their origin as referrer', async () => {
  const headersOf = async (path: string) => (await openBrowser().get(path)).headers;
  const policies = (await Promise.all([headersOf('/de/kontakt'), headersOf('/de/kontakt')])).map(
    (headers) => headers.get('Content-Security-Policy') ?? '',
  );
  for (const policy of policies) expect(policy).toMatch(/script-src 'self' 'nonce-[^']{20,}';/);
  expect(policies[0]).not.toBe(policies[1]);
  const request = new Request(`${shop.context.settings.siteUrl}/de/kontakt`);
  const shared = await renderShared(request, { clientAddress: 'shared' });
  expect(shared.headers.get('Content-Security-Policy')).toMatch(/script-src 'self' 'sha256-[^']+'/);
  for (const [path, policy] of [
    ['/de/kontakt', 'strict-origin-when-cross-origin'],
    ['/de/auth/login', 'strict-origin'],
    ['/en/redeem?code=gutschein-50', 'strict-origin'],
  ] as const)
    expect((await headersOf(path)).get('Referrer-Policy'), path).toBe(policy);
});

test('a URL without a language redirects to one, and one with an unknown language is not found', async () => {
  const { get, send, jar } = openBrowser();
  const redirectFor = async (accepted: string) => {
    const { status, headers } = await send('/?aff=partner', { headers: { 'Accept-Language': accepted } });
    return [status, headers.get('Location')];
  };
  expect(await redirectFor('fr, en;q=0.8, de;q=0.7')).toEqual([302, '/en?aff=partner']);
  expect(await redirectFor('fr')).toEqual([302, '/de?aff=partner']);
  jar.set(localeCookie, { value: 'en', path: '/' });
  expect(await redirectFor('de')).toEqual([302, '/en?aff=partner']);
  for (const path of ['/fr', '/fr/kurse']) expect((await get(path)).status, path).toBe(404);
});

test('a page with the order of a guest is never cached', async () => {
  const order = await orderAsGuest(shop, { [products.course]: 1 });
  const { get, jar } = openBrowser();
  await get('/de');
  jar.set(`order_${order.id}`, { value: order.token, path: '/' });
  const cachingOf = async (path: string) => {
    const page = await get(path);
    return [(await page.text()).includes(order.code), page.headers.get('Cache-Control')];
  };
  const step = `/de/checkout/shop?dialog=payment&order=${order.id}`;
  for (const path of [step, `/de/checkout/complete/${order.id}`])
    expect(await cachingOf(path), path).toEqual([true, 'private, no-store']);
  expect(await cachingOf('/de/redeem?code=GESCHENK-CLARA')).toEqual([false, 'private, no-store']);
  // Without an order, and once the cookie of the language is there.
  expect(await cachingOf('/de/kontakt')).toEqual([false, 'private, no-cache']);
});

test('a form sent to a page without forms gets 405, and nothing is logged', async () => {
  const logged = vi.spyOn(console, 'error');
  const { status, headers } = await openBrowser().post('/de/kurse', { form: 'consent' });
  expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  expect(logged).not.toHaveBeenCalled();
});
