import { describe, expect, test } from 'vitest';
import { type ConsentChoice, everyPurpose, noPurpose, parseConsent } from '#core/rules/tracking/consent.ts';
import type { ShopApi } from '#ports/shop-api.ts';
import { failing } from '#test/support/failing.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { cardOf, openTestBrowser } from '#test/support/test-browser.ts';
import { learner, newcomer } from '#test/unit/core/storefront/people.ts';

const campaign = {
  path: '/de/kurse',
  query: 'utm_source=zeitung&utm_medium=anzeige&aff=PARTNER&ref=FREUND&provision=clara-schumann&master=',
};
const decided = (consent: ConsentChoice) => ({ consent: { isDecided: true, ...consent } });

async function arrive(
  consent: ConsentChoice | null,
  address = campaign,
  between: (api: ShopApi) => ShopApi = (api) => api,
) {
  const browser = openTestBrowser();
  const tab = browser.openTab({ address, between, state: consent === null ? {} : decided(consent) });
  await tab.start();
  const session = tab.sessionStorage;
  const kept = () => ({
    utm: browser.jar.get('utm_source')?.value ?? null,
    medium: browser.jar.get('utm_medium')?.value ?? null,
    aff: session.read('aff'),
    referral: tab.localStorage.read('referralCode'),
    provision: tab.localStorage.read('provision_link'),
  });
  return { browser, tab, kept, attribution: tab.storefront.readAttribution };
}

const keptNothing = { utm: null, medium: null, aff: null, referral: null, provision: null };

describe('where a visitor came from', () => {
  test('is stored only with marketing consent', async () => {
    expect((await arrive(null)).kept()).toEqual(keptNothing);
    expect((await arrive({ ...everyPurpose, marketing: false })).kept()).toEqual(keptNothing);
    expect((await arrive(everyPurpose)).kept()).toEqual({
      utm: 'zeitung',
      medium: 'anzeige',
      aff: 'PARTNER',
      referral: '{"ref":"FREUND","date":"2026-11-21"}',
      provision: expect.stringContaining('"id":"clara-schumann"'),
    });
  });

  test.each([
    ['with consent is stored by the next page', everyPurpose],
    ['without consent is removed', noPurpose],
  ])('of a page whose scripts did not run, %s', async (_, consent) => {
    const browser = openTestBrowser();
    const at = browser.time.clock.now() - 2 * 86_400_000;
    const tab = browser.openTab({ state: decided(consent) });
    tab.sessionStorage.write('arrival', JSON.stringify({ ...campaign, at }));
    await tab.start();
    const isKept = consent.marketing;
    expect(tab.sessionStorage.read('arrival')).toBeNull();
    expect(browser.jar.get('utm_source')?.value).toBe(isKept ? 'zeitung' : undefined);
    expect(tab.sessionStorage.read('aff')).toBe(isKept ? 'PARTNER' : null);
    expect(tab.localStorage.read('referralCode')).toBe(
      isKept ? '{"ref":"FREUND","date":"2026-11-19"}' : null,
    );
  });

  test('on two pages is that of the later one', async () => {
    const browser = openTestBrowser();
    const tab = browser.openTab({ address: campaign, state: decided(everyPurpose) });
    const earlier = { path: '/de', query: 'utm_source=alt&aff=ALT', at: browser.time.clock.now() - 1_000 };
    tab.sessionStorage.write('arrival', JSON.stringify(earlier));
    await tab.start();
    expect([browser.jar.get('utm_source')?.value, tab.sessionStorage.read('aff')]).toEqual([
      'zeitung',
      'PARTNER',
    ]);
  });

  test.each([
    '',
    '{',
    '{"path":1}',
    '{"path":"/de","query":"aff=X","at":"now"}',
    '{"path":"/de","query":"aff=X","at":1e99}',
  ])('that cannot be read is dropped: %s', async (text) => {
    const browser = openTestBrowser();
    const tab = browser.openTab({ state: decided(everyPurpose) });
    tab.sessionStorage.write('arrival', text);
    await tab.start();
    expect([tab.sessionStorage.read('arrival'), tab.sessionStorage.read('aff')]).toEqual([null, null]);
  });

  test('waits in memory for the consent, and is removed when it is withdrawn', async () => {
    const { tab, kept } = await arrive(null);
    tab.shop.actions.decideConsent(everyPurpose);
    expect(kept()).toMatchObject({ utm: 'zeitung', aff: 'PARTNER' });
    tab.shop.actions.decideConsent(noPurpose);
    expect(kept()).toEqual(keptNothing);
    tab.shop.actions.decideConsent(everyPurpose);
    expect(kept()).toMatchObject({ utm: 'zeitung', aff: 'PARTNER' });
  });

  test('of an older tab does not replace that of a newer one', async () => {
    const { browser, tab, kept } = await arrive(everyPurpose);
    const address = { path: '/de', query: 'utm_source=neu&ref=NEU' };
    const newer = browser.openTab({ address, state: decided(everyPurpose) });
    await newer.start();
    tab.shop.actions.decideConsent(everyPurpose);
    tab.storefront.readAnew();
    expect(kept()).toMatchObject({ utm: 'neu', referral: '{"ref":"NEU","date":"2026-11-21"}' });
  });

  test('is direct when the address names no source, and is not stored for a learner', async () => {
    const { browser, tab, kept } = await arrive(everyPurpose, { path: '/de', query: '' });
    expect(kept()).toEqual({ ...keptNothing, utm: 'direct' });
    await tab.shop.actions.logIn(learnerCredentials);
    const again = browser.openTab({ address: campaign, state: decided(everyPurpose) });
    await again.start();
    expect(browser.jar.has('utm_source')).toBe(false);
    const between = failing('getUser');
    const unknown = browser.openTab({ address: campaign, state: decided(everyPurpose), between });
    await unknown.start();
    expect(unknown.shop.stores.session.snapshot.status, 'the profile is out of reach').toBe('guest');
    expect(browser.jar.has('utm_source')).toBe(false);
  });

  test('is sent with a learner’s cart changes while it is valid', async () => {
    const { browser, tab, attribution } = await arrive(everyPurpose);
    expect(attribution([])).toEqual({ affiliate_code: 'PARTNER', referral_code: 'FREUND' });
    tab.sessionStorage.remove('aff');
    await tab.shop.actions.addToCart({ product: cardOf('clara-schumann'), quantity: 1 });
    expect(attribution(tab.cart().products)).toMatchObject({ affiliate_code: 'clara-schumann' });
    expect(attribution([])).toEqual({ referral_code: 'FREUND', affiliate_code: null });

    browser.time.advance(7 * 86_400_000);
    expect(attribution(tab.cart().products)).toEqual({ affiliate_code: null, referral_code: null });
    expect(tab.localStorage.read('provision_link')).toBeNull();
  });
});

describe('where a registration came from', () => {
  test('is sent to the server, and then removed here', async () => {
    const { browser, tab, kept } = await arrive(everyPurpose);
    const registered = await tab.shop.actions.register(newcomer);
    const sub = registered.ok ? registered.value.sub : '';
    expect([...browser.server.origins]).toEqual([[sub, { utm_source: 'zeitung', utm_medium: 'anzeige' }]]);
    expect(kept()).toMatchObject({ utm: null, medium: null });
  });

  test('is not sent without marketing consent', async () => {
    const { browser, tab } = await arrive({ ...everyPurpose, marketing: false });
    browser.jar.set('utm_source', { value: 'vorher', lifetime_seconds: 60 });
    await tab.shop.actions.register(newcomer);
    expect(browser.server.origins.size).toBe(0);
    expect(browser.jar.has('utm_source')).toBe(false);
  });

  test('is removed at a login, too, and kept when the login is refused', async () => {
    const { browser, tab, kept } = await arrive(everyPurpose);
    await tab.shop.actions.logIn({ ...learnerCredentials, password: 'falsch' });
    expect(kept()).toMatchObject({ utm: 'zeitung', medium: 'anzeige' });
    await tab.shop.actions.logIn(learnerCredentials);
    expect(kept()).toMatchObject({ utm: null, medium: null });
    expect(browser.server.origins.size).toBe(0);
  });

  test('is kept when the registration is refused', async () => {
    const { browser, tab, kept } = await arrive(everyPurpose);
    expect((await tab.shop.actions.register({ ...newcomer, password_confirmation: 'anders' })).ok).toBe(
      false,
    );
    expect(browser.server.origins.size).toBe(0);
    expect(kept()).toMatchObject({ utm: 'zeitung' });
  });

  test('does not hinder the registration when the call fails', async () => {
    const { browser, tab, kept } = await arrive(everyPurpose, campaign, failing('trackUtm'));
    expect((await tab.shop.actions.register(newcomer)).ok).toBe(true);
    expect(tab.shop.stores.session.snapshot.status).toBe('logged_in');
    expect([browser.server.origins.size, kept().utm]).toEqual([0, null]);
  });
});

describe('analytics', () => {
  test('receives nothing before consent, and no earlier events afterwards', async () => {
    const { browser, tab } = await arrive(null);
    await tab.shop.actions.addToCart({ product: cardOf('raupen-lesen'), quantity: 1 });
    expect(browser.analytics.events).toEqual([]);
    tab.shop.actions.decideConsent({ ...noPurpose, statistics: true });
    expect(browser.analytics.events).toEqual([]);
    const page = { path: '/de/kurse/clara-schumann', query: '', params: { slug: 'clara-schumann' } };
    tab.shop.actions.viewPage(page, cardOf('clara-schumann'));
    await tab.shop.actions.removeFromCart('raupen-lesen');
    expect(browser.analytics.events).toMatchObject([
      { name: 'page_view' },
      { name: 'view_item', item: { product_id: 'clara-schumann', price: 9900 } },
      { name: 'remove_from_cart', item: { product_id: 'raupen-lesen', quantity: 1 } },
    ]);
  });

  test('receives what a page shows while it starts', async () => {
    const browser = openTestBrowser();
    const tab = browser.openTab({ state: decided(everyPurpose) });
    const { viewPage, viewCheckoutStep } = tab.shop.actions;
    const course = { path: '/de/kurse/clara-schumann', query: 'token=x', params: { slug: 'clara-schumann' } };
    viewPage(course, cardOf('clara-schumann'));
    viewPage({ path: '/de/checkout/shop', query: '', params: {} }, cardOf('raupen-lesen'));
    viewCheckoutStep('address');
    await tab.start();
    expect(browser.analytics.events).toMatchObject([
      { name: 'page_view', route: '/kurse/:slug', address: '/de/kurse/clara-schumann' },
      { name: 'view_item', item: { product_id: 'clara-schumann' } },
      { name: 'checkout_step', step: 'address' },
    ]);
  });

  test('receives a refused consent, and nothing before the decision', async () => {
    const told: unknown[] = [];
    const browser = openTestBrowser();
    const { setConsent } = browser.analytics;
    Object.assign(browser.analytics, {
      setConsent(consent: Parameters<typeof setConsent>[0]) {
        told.push(consent);
        setConsent(consent);
      },
    });
    const tab = browser.openTab();
    await tab.start();
    expect(told).toEqual([]);
    tab.shop.actions.decideConsent(noPurpose);
    expect(told).toEqual([{ statistics: false, marketing: false }]);
  });

  test('has the id of the learner only while logged in and with marketing consent', async () => {
    const { browser, tab } = await arrive(everyPurpose);
    expect(browser.analytics.identified).toBeNull();
    await tab.shop.actions.logIn(learnerCredentials);
    expect(browser.analytics.identified).toBe(learner.sub);
    await tab.shop.actions.logOut();
    expect(browser.analytics.identified).toBeNull();
  });
});

test('the choice in the consent banner is stored in the cookie that other services read', async () => {
  const { browser, tab } = await arrive(null);
  tab.shop.actions.decideConsent({ ...noPurpose, preferences: true });
  const cookie = browser.jar.get('CookieConsent');
  expect(cookie?.value).toMatch(/^\{stamp:'.+',necessary:true,preferences:true,/);
  expect(parseConsent(cookie?.value ?? null)).toEqual({ isDecided: true, ...noPurpose, preferences: true });
  expect(tab.shop.stores.consent.snapshot).toEqual({
    isDecided: true,
    ...noPurpose,
    preferences: true,
    hasAllowedAnalytics: false,
  });
});

test('data for preferences are removed when the consent to them is withdrawn', async () => {
  const { tab } = await arrive(everyPurpose);
  const names = ['closed_popups', 'viewed_products', 'player_settings'] as const;
  for (const name of names) tab.localStorage.write(name, 'stored');
  const left = () => names.filter((name) => tab.localStorage.read(name) !== null);
  tab.shop.actions.decideConsent({ ...noPurpose, preferences: true });
  expect(left()).toEqual(names);
  tab.shop.actions.decideConsent({ ...everyPurpose, preferences: false });
  expect(left()).toEqual([]);
});

test('the announcement bar stays closed until the browser is closed', async () => {
  const { browser, tab } = await arrive(null);
  tab.shop.actions.closeAnnouncement();
  expect(tab.shop.stores.announcement.snapshot.isClosed).toBe(true);
  expect(browser.jar.get('announcement_closed')).toEqual({ value: '1', lifetime_seconds: null });
});

test('an exception is reported', async () => {
  const { tab } = await arrive(null);
  tab.shop.actions.reportError(new Error('kaputt'));
  expect(tab.errors.lines).toEqual(['crashed kaputt']);
});
