import { describeAnalyticsPort, openAnalyticsPage } from 'meisterhand/kits';
import type { AnalyticsConsent } from 'meisterhand/ports';
import { cents } from 'meisterhand/rules';
import { expect, test } from 'vitest';
import openMatomo from '../src/browser.ts';
import matomo from '../src/module.ts';

type Command = readonly unknown[];

const consent: AnalyticsConsent = { statistics: true, marketing: false };

function openPage() {
  const page = openAnalyticsPage({
    category: matomo.consent,
    open: openMatomo,
    settings: matomo.browserSettings({ MATOMO_URL: 'https://matomo.example/m', MATOMO_SITE_ID: '3' }),
    hosts: ['https://matomo.example'],
  });
  return { ...page, commands: () => (page.window._paq ?? []) as readonly Command[] };
}

/** Returns the name and amount of the event that a command reports; null if it reports nothing. */
function reported([name, ...values]: Command): {
  readonly name: string;
  readonly amount: number | null;
} | null {
  if (name === 'trackPageView') return { name: 'page_view', amount: null };
  if (name === 'trackEcommerceOrder') return { name: 'purchase', amount: values[1] as number };
  if (name === 'trackEvent')
    return { name: String(values[1]), amount: (values[3] as number | undefined) ?? null };
  // Unexpected searches, goals and contents count as events as well.
  return String(name).startsWith('track') ? { name: String(name), amount: null } : null;
}

describeAnalyticsPort({
  name: 'Matomo',
  async create() {
    const { commands, setCookies, ...page } = openPage();
    const events = () =>
      commands()
        .map(reported)
        .filter((event) => event !== null);
    return {
      ...page,
      events: async () => events().map(({ name }) => name),
      amounts: async () => events().map(({ amount }) => amount),
      purchase: async () => {
        const all = commands();
        const items = all.filter(([name]) => name === 'addEcommerceItem');
        const prices = items.map((command) => Number(command[4]));
        const quantities = items.map((command) => Number(command[5]));
        const order = all.findLast(([name]) => name === 'trackEcommerceOrder');
        return { prices, quantities, vat: Number(order?.[4]), shipping: Number(order?.[5]) };
      },
      unit: 'euros',
      traces: async () => JSON.stringify(commands()),
      setCookies: async () => setCookies('_pk_id.3.1fff', '_pk_ses.3.1fff'),
    };
  },
});

test('the script is loaded once, from the host of the settings, and cookies wait for the consent', async () => {
  const { analytics, commands, requests } = openPage();
  for (const given of [consent, { statistics: false, marketing: false }, consent])
    analytics.setConsent(given);
  expect(await requests()).toEqual(['https://matomo.example/m/matomo.js']);
  expect(commands()).toEqual([
    ['requireCookieConsent'],
    ['setTrackerUrl', 'https://matomo.example/m/matomo.php'],
    ['setSiteId', '3'],
    ['setCustomUrl', 'https://shop.example/'],
    ['setReferrerUrl', ''],
    ['setCookieConsentGiven'],
    ['forgetCookieConsentGiven'],
    ['setCookieConsentGiven'],
  ]);
});

test('a purchase is reported with its products, in euros', () => {
  const { analytics, commands } = openPage();
  analytics.setConsent(consent);
  analytics.track({
    name: 'purchase',
    order_code: 'MH-1',
    items: [
      {
        product_id: 'klavier',
        name: 'Klavier',
        kind: 'book',
        category: 'musik',
        price: cents(3_330),
        quantity: 3,
      },
    ],
    value: cents(10_489),
    included_vat: cents(654),
    shipping: cents(499),
    coupon_code: null,
  });
  expect(commands().slice(-3)).toEqual([
    ['clearEcommerceCart'],
    ['addEcommerceItem', 'klavier', 'Klavier', 'musik', 33.3, 3],
    ['trackEcommerceOrder', 'MH-1', 104.89, 99.9, 6.54, 4.99, false],
  ]);
});

test('a page view tells its route instead of the title of the document', () => {
  const { analytics, commands } = openPage();
  analytics.setConsent(consent);
  analytics.track({ name: 'page_view', route: '/kurse/:slug', address: '/de/kurse/klavier' });
  expect(commands().slice(-3)).toEqual([
    ['setCustomUrl', 'https://shop.example/de/kurse/klavier'],
    ['setDocumentTitle', '/kurse/:slug'],
    ['trackPageView'],
  ]);
});
