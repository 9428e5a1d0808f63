import { describe, expect, test } from 'vitest';
import type { ShopApi } from '#ports/shop-api.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { cardOf, openTestBrowser } from '#test/support/test-browser.ts';
import { vienna } from '#test/support/vienna.ts';
import { learner } from '#test/unit/core/storefront/people.ts';

/**
 * Tests of all data that the storefront sends to the API and stores in cookies; each value is unique, to find
 * swapped ones.
 */

/** Calls that the shop in memory does not have, with their results. */
const otherCalls: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['subscribeToNewsletter', null],
  ['changePaymentMethod', null],
  ['openWallets', null],
  ['declareWithdrawal', { id: 'W-1', received_at: '2026-11-21T10:00:00.000Z', mailed: 'later' }],
  ['declareCancellation', { id: 'K-2', received_at: '2026-11-22T10:00:00.000Z', mailed: 'at_once' }],
]);

async function openTab(options: Parameters<ReturnType<typeof openTestBrowser>['openTab']>[0] = {}) {
  const browser = openTestBrowser();
  const sent = new Map<string, unknown>();
  const tab = browser.openTab({
    ...options,
    between: (api) =>
      new Proxy(api, {
        get: (target, name) => (request: unknown) => {
          sent.set(String(name), request);
          const call = otherCalls.has(String(name)) ? null : Reflect.get(target, name);
          return call === null
            ? Promise.resolve({ ok: true, value: otherCalls.get(String(name)) })
            : (call as (given: unknown) => unknown)(request);
        },
      }) as ShopApi,
  });
  await tab.start();
  const body = (name: keyof ShopApi) => (sent.get(name) as { readonly body: unknown } | undefined)?.body;
  const lifetime = (cookie: string) => browser.jar.get(cookie)?.lifetime_seconds;
  return { browser, tab, actions: tab.shop.actions, body, lifetime };
}

const day = 86_400;
const sharedLink = {
  path: '/de',
  query: 'ref=FREUND&aff=PARTNER&utm_source=zeitung&utm_medium=anzeige',
};
const onlyMarketing = { marketing: true, statistics: false, preferences: false };

describe('cookies', () => {
  test('have the documented lifetimes', async () => {
    const { actions, lifetime } = await openTab({ address: sharedLink });
    expect(lifetime('locale')).toBe(365 * day);
    actions.decideConsent(onlyMarketing);
    expect(lifetime('CookieConsent')).toBe(365 * day);
    expect(['utm_source', 'utm_medium'].map(lifetime)).toEqual([30 * day, 30 * day]);
    actions.closeAnnouncement();
    expect(lifetime('announcement_closed')).toBeNull();
    await actions.logIn(learnerCredentials);
    expect([lifetime('_auth_access'), lifetime('_auth_refresh')]).toEqual([730 * day, 730 * day]);
    await actions.switchLocale('en', '/de');
    expect([lifetime('locale'), lifetime('_auth_access')]).toEqual([365 * day, 730 * day]);
  });

  test('are only these; the one that authorises a guest for an order is kept for 30 days', async () => {
    const { actions, browser, lifetime } = await openTab({ address: sharedLink });
    actions.decideConsent({ marketing: true, statistics: true, preferences: true });
    actions.closeAnnouncement();
    await actions.addToCart({ product: cardOf('clara-schumann'), quantity: 1 });
    await actions.placeOrder({ email: 'gast@example.org', giftPdfProductIds: [] });
    await actions.logIn(learnerCredentials);
    const [id] = browser.server.orders.keys();
    expect([...browser.jar.keys()].toSorted()).toEqual([
      'CookieConsent',
      '_auth_access',
      '_auth_device',
      '_auth_refresh',
      'announcement_closed',
      'locale',
      `order_${id}`,
    ]);
    expect(lifetime(`order_${id}`)).toBe(30 * day);
  });
});

describe('what is sent', () => {
  test('with a shipping address: cart and e-mail of a guest, the address alone of a learner', async () => {
    const { actions, body, tab } = await openTab();
    await actions.addToCart({ product: cardOf('raupen-lesen'), quantity: 1 });
    await actions.saveBuyer(vienna, 'gast@example.org');
    const id = tab.cart().bundle_cart_unique_id;
    expect(id).not.toBeNull();
    expect(body('setShippingAddress')).toEqual({ id, email: 'gast@example.org', ...vienna });
    await actions.logIn(learnerCredentials);
    const elsewhere = { ...vienna, city: 'Linz', postal_code: '4020' };
    await actions.saveBuyer(elsewhere, 'gast@example.org');
    expect(body('setShippingAddress')).toEqual(elsewhere);
  });

  test('with name and country: cart and e-mail of a guest, nothing more of a learner', async () => {
    const { actions, body, tab } = await openTab();
    const contact = { firstname: 'Rahel', lastname: 'Meyer', country: 'CH' };
    await actions.addToCart({ product: cardOf('clara-schumann'), quantity: 1 });
    await actions.saveBuyer(contact, 'gast@example.org');
    const id = tab.cart().bundle_cart_unique_id;
    expect(body('setBillingContact')).toEqual({ id, email: 'gast@example.org', ...contact });
    await actions.logIn(learnerCredentials);
    await actions.saveBuyer({ ...contact, country: 'FR' }, 'gast@example.org');
    expect(body('setBillingContact')).toEqual({ ...contact, country: 'FR' });
  });

  test('with an order: which lines are PDF gifts, the template of its mail, and the e-mail of the guest or learner', async () => {
    const { actions, body } = await openTab();
    await actions.addToCart({ product: cardOf('clara-schumann'), quantity: 1 });
    await actions.addToCart({ product: cardOf('emmy-noether'), quantity: 1 });
    await actions.placeOrder({ email: 'gast@example.org', giftPdfProductIds: ['emmy-noether'] });
    expect(body('createOrder')).toMatchObject({
      email: 'gast@example.org',
      template: 'order',
      products: [
        { product_id: 'clara-schumann', is_gift_pdf: false },
        { product_id: 'emmy-noether', is_gift_pdf: true },
      ],
    });
    await actions.logIn(learnerCredentials);
    await actions.saveBuyer(vienna);
    await actions.placeOrder({ email: 'gast@example.org', giftPdfProductIds: [] });
    expect(body('createOrder')).toMatchObject({ email: learnerCredentials.identifier, template: 'order' });
  });

  test('with cart changes and orders: the codes of the referrer, once marketing is allowed', async () => {
    const { actions, body } = await openTab({ address: sharedLink });
    await actions.logIn(learnerCredentials);
    await actions.addToCart({ product: cardOf('clara-schumann'), quantity: 1 });
    expect(body('updateCart')).toMatchObject({ affiliate_code: null, referral_code: null });
    actions.decideConsent(onlyMarketing);
    await actions.addToCart({ product: cardOf('emmy-noether'), quantity: 1 });
    const codes = { affiliate_code: 'PARTNER', referral_code: 'FREUND' };
    expect(body('updateCart')).toMatchObject({ action: 'add', ...codes });
    await actions.placeOrder({ giftPdfProductIds: [] });
    expect(body('createOrder')).toMatchObject(codes);
  });

  test('with a guest’s lines: whether the free product of a coupon was removed', async () => {
    const { actions, body } = await openTab();
    await actions.addToCart({ product: cardOf('emmy-noether'), quantity: 1 });
    await actions.applyCoupon('FUENFER');
    await actions.addToCart({ product: cardOf('raupen-lesen'), quantity: 1 });
    expect(body('storeGuestCart')).toMatchObject({ is_without_free: false });
    await actions.removeFromCart('emmy-noether');
    await actions.setCartQuantity('raupen-lesen', 2);
    expect(body('storeGuestCart')).toMatchObject({ is_without_free: true });
    await actions.logIn(learnerCredentials);
    expect(body('mergeCart')).toMatchObject({ is_without_free: true });
  });

  test('in the language of the page: login codes and newsletters', async () => {
    const { actions, body } = await openTab({ state: { locale: 'en' } });
    await actions.addToCart({ product: cardOf('clara-schumann'), quantity: 1 });
    await actions.checkAccount('gast@example.org');
    expect(body('checkAccount')).toMatchObject({ email: 'gast@example.org', save: true });
    await actions.requestLoginCode({ email: 'gast@example.org', isCheckout: true });
    expect(body('requestLoginCode')).toMatchObject({ email: 'gast@example.org', locale: 'en' });
    await actions.subscribeToNewsletter({ email: 'post@example.org', source: 'footer' });
    expect(body('subscribeToNewsletter')).toEqual({
      email: 'post@example.org',
      source: 'footer',
      locale: 'en',
    });
  });

  test('with another card for a subscription: its nonce and the device data', async () => {
    const { actions, body } = await openTab();
    await actions.logIn(learnerCredentials);
    await actions.changePaymentMethod('vertrag', {
      nonce: 'nonce-der-karte',
      device_data: 'geraet',
      provider: 'acme_pay',
    });
    expect(body('changePaymentMethod')).toEqual({
      payment_method_nonce: 'nonce-der-karte',
      device_data: 'geraet',
      provider: 'acme_pay',
    });
    await actions.changePaymentMethod('vertrag', { nonce: 'andere-nonce' });
    expect(body('changePaymentMethod')).toEqual({ payment_method_nonce: 'andere-nonce', device_data: null });
  });

  test('with a declaration: the typed data; its receipt is returned', async () => {
    const { actions, body } = await openTab();
    const person = { code: 'MH-1', email: 'gast@example.org', name: 'Rahel Meyer', reason: null };
    const withdrawal = { ...person, lines: [{ id: 'book', quantity: null }] };
    expect(await actions.declareWithdrawal(withdrawal)).toEqual({
      ok: true,
      value: { reference: 'W-1', received_at: '2026-11-21T10:00:00.000Z', mailed: 'later' },
    });
    expect(body('declareWithdrawal')).toEqual(withdrawal);
    const cancellation = { ...person, kind: 'ordinary', ends_on: null } as const;
    expect(await actions.declareCancellation(cancellation)).toMatchObject({ value: { reference: 'K-2' } });
    expect(body('declareCancellation')).toEqual(cancellation);
  });

  test('with wallets before the address: the stored cart, and the provider where one is named', async () => {
    const { actions, body, tab } = await openTab();
    expect(await actions.startWallets()).toMatchObject({ ok: false });
    expect(body('openWallets')).toBeUndefined();
    await actions.addToCart({ product: cardOf('clara-schumann'), quantity: 1 });
    expect(await actions.startWallets()).toMatchObject({ ok: true });
    const { bundle_cart_unique_id } = tab.cart();
    expect(bundle_cart_unique_id).not.toBeNull();
    expect(body('openWallets')).toEqual({ bundle_cart_unique_id });
    await actions.startWallets('acme_pay');
    expect(body('openWallets')).toEqual({ bundle_cart_unique_id, provider: 'acme_pay' });
  });

  test('with a deletion: the password, and whether credit is given up', async () => {
    const { actions, body } = await openTab();
    await actions.logIn(learnerCredentials);
    await actions.deleteAccount('geraten', true);
    expect(body('deleteAccount')).toEqual({ password: 'geraten', forfeit_credit: true });
    await actions.deleteAccount(null);
    expect(body('deleteAccount')).toEqual({ forfeit_credit: false });
  });
});

test('the learner is identified with consent to marketing, not with consent to statistics', async () => {
  const { browser, actions } = await openTab();
  await actions.logIn(learnerCredentials);
  actions.decideConsent({ marketing: false, statistics: true, preferences: false });
  expect(browser.analytics.identified).toBeNull();
  actions.decideConsent(onlyMarketing);
  expect(browser.analytics.identified).toBe(learner.sub);
});
