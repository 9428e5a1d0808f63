import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import type { AnalyticsEvent, TrackedItem } from '#core/rules/tracking/analytics-events.ts';
import type { ConsentCategory } from '#core/rules/tracking/analytics-pages.ts';
import type { AnalyticsConsent } from '#ports/analytics.ts';
import { analyticsDeviceCases } from './analytics-device-cases.ts';
import { consentChangeCases, eventDataCases } from './analytics-event-cases.ts';
import {
  type AnalyticsHarness,
  allEvents,
  aWhile,
  everything,
  expectedEvents,
  item,
  kitPageAddress,
  learnerId,
  names,
  nothing,
  single,
  trackAll,
  visit,
} from './analytics-harness.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

/** Returns the smallest consents that are sufficient for a category. */
function sufficient({ purpose }: ConsentCategory): readonly [AnalyticsConsent, ...AnalyticsConsent[]] {
  if (purpose === 'none') return [nothing];
  return purpose === 'any' ? [single.statistics, single.marketing] : [single[purpose]];
}

/** Hosts and cookies of advertising services, and of services that pass data on to them. */
const advertising =
  /facebook|fbevents|doubleclick|googleadservices|googlesyndication|tiktok|licdn|ads-twitter|pinimg|criteo|taboola|outbrain|bat\.bing|^(?:_fb[pc]|_gcl_|_ttp|_uet|_pin_|IDE$|MUID$|cto_)/i;

/** Scripts that record what visitors see, do and type. */
const recorders =
  /heat-?map|session-?(?:record|replay)|hotjar|clarity\.ms|fullstory|smartlook|mouseflow|logrocket|luckyorange|inspectlet|rrweb/i;

/** Events that may be sent for the page on which the visitor consents. */
const ofPage: ReadonlySet<string> = new Set(['page_view', 'view_item']);

/** Withdraws consent, and fails when anything is called or stored afterwards. */
async function expectQuiet(harness: AnalyticsHarness, left: AnalyticsConsent): Promise<void> {
  // A module may still send in the next step of the event loop.
  await new Promise((resolve) => setTimeout(resolve));
  const requests = await harness.requests();
  harness.analytics.setConsent(left);
  const traces = await harness.traces();
  for (let times = 0; times < 2; times += 1) {
    trackAll(harness);
    harness.analytics.identify(learnerId);
    await harness.pass(aWhile);
  }
  expect(await harness.requests()).toEqual(requests);
  expect(await harness.traces()).toBe(traces);
  expect([await harness.stored(), await harness.cookies()]).toEqual([[], ['locale']]);
}

const consent: KitCases<AnalyticsHarness> = {
  async 'before consent nothing is sent or stored'(harness) {
    trackAll(harness);
    harness.analytics.identify(learnerId);
    expect(await harness.events()).toEqual([]);
    expect(await harness.traces()).not.toMatch(/clara-schumann|MH-1|1111/);
  },
  async 'nothing is loaded before consent and after a refusal'(harness) {
    expect(await harness.requests()).toEqual([]);
    trackAll(harness);
    harness.analytics.identify(learnerId);
    expect(await harness.requests()).toEqual([]);
    harness.analytics.setConsent(nothing);
    trackAll(harness);
    expect(await harness.requests()).toEqual([]);
  },
  async 'before consent and after a refusal no cookie or storage changes, and no timer sends a request'(
    harness,
  ) {
    trackAll(harness);
    await harness.pass(aWhile);
    await visit(harness, nothing);
    expect([await harness.cookies(), await harness.stored()]).toEqual([['locale'], []]);
    expect(await harness.requests()).toEqual([]);
  },
  async 'after consent is withdrawn no request is sent, and the storages are empty'(harness) {
    await visit(harness);
    await expectQuiet(harness, nothing);
  },
  async 'work that begins with the consent stops when the consent is withdrawn immediately'(harness) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    harness.analytics.identify(learnerId);
    await expectQuiet(harness, nothing);
  },
  async 'after consent to one of two purposes is withdrawn no request is sent for it'(harness) {
    const { purpose } = harness.category;
    if (purpose === 'any' || purpose === 'none') return;
    harness.analytics.setConsent(everything);
    trackAll(harness);
    await expectQuiet(harness, single[purpose === 'marketing' ? 'statistics' : 'marketing']);
  },
  async 'without consent to marketing no advertising host or cookie is used'(harness) {
    await visit(harness, single.statistics);
    const used = [...(await harness.requests()), ...(await harness.cookies())];
    expect(used.filter((one) => advertising.test(one))).toEqual([]);
  },
  async 'no script that records screens, clicks or typing is loaded, whatever the consent'(harness) {
    await visit(harness);
    expect((await harness.requests()).filter((address) => recorders.test(address))).toEqual([]);
  },
  async 'requests go only to hosts that the module declares'(harness) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    harness.analytics.identify(learnerId);
    await harness.pass(aWhile);
    const origins = (await harness.requests()).map((address) => new URL(address, kitPageAddress).origin);
    expect(origins.filter((origin) => !harness.hosts.includes(origin))).toEqual([]);
  },
  async 'a refused consent stores and sends nothing'({ analytics, events, traces }) {
    const before = await traces();
    analytics.setConsent(nothing);
    analytics.track({ name: 'login' });
    expect(await events()).toEqual([]);
    expect(await traces()).toBe(before);
  },
  async 'events before consent are dropped, or kept and sent in order, as the category says'(harness) {
    const { analytics, category, events } = harness;
    trackAll(harness);
    analytics.setConsent(everything);
    const sent = await events();
    if (category.beforeConsent === 'keep') expect(sent).toEqual(names(allEvents));
    // The page on which the visitor consents may be reported, with the product that it shows.
    else expect(sent.filter((name) => !ofPage.has(name))).toEqual([]);
  },
  async 'events before a refusal are never sent'(harness) {
    const { analytics, events } = harness;
    trackAll(harness);
    analytics.setConsent(nothing);
    analytics.setConsent(everything);
    expect((await events()).filter((name) => !ofPage.has(name))).toEqual([]);
  },
  async 'the smallest consent of the category is sufficient for every kind of event'(harness) {
    const orders = [allEvents, allEvents.toReversed()];
    for (const [index, consent] of sufficient(harness.category).entries()) {
      const events = orders[index] ?? [];
      harness.analytics.setConsent(consent);
      for (const event of events) harness.analytics.track(event);
      expect((await harness.events()).slice(-events.length)).toEqual(names(events));
    }
  },
  async 'a consent to another purpose than that of the category loads and sends nothing'(harness) {
    const { analytics, category, events, requests } = harness;
    if (category.purpose === 'any' || category.purpose === 'none') return;
    analytics.setConsent(single[category.purpose === 'marketing' ? 'statistics' : 'marketing']);
    trackAll(harness);
    analytics.identify(learnerId);
    expect([await events(), await requests()]).toEqual([[], []]);
  },
  async 'events are sent again when consent is given again'({ analytics, category, events }) {
    analytics.setConsent(everything);
    analytics.setConsent(nothing);
    analytics.setConsent(sufficient(category)[0]);
    analytics.track({ name: 'sign_up' });
    expect(await events()).toEqual(['sign_up']);
  },
  async 'after consent is withdrawn nothing more is sent'({ analytics, events }) {
    analytics.setConsent(everything);
    analytics.track({ name: 'login' });
    analytics.setConsent(nothing);
    analytics.track({ name: 'sign_up' });
    expect(await events()).toEqual(['login']);
  },
  async 'the cookies of the service are removed when consent is withdrawn, and no others'(harness) {
    harness.analytics.setConsent(everything);
    const own = await harness.cookies();
    await harness.setCookies();
    expect((await harness.cookies()).length).toBeGreaterThan(own.length);
    harness.analytics.setConsent(nothing);
    expect(await harness.cookies()).toEqual(own);
  },
  async 'a learner is identified only with marketing consent'({ analytics, category, traces }) {
    analytics.setConsent({ statistics: true, marketing: false });
    analytics.identify(learnerId);
    expect(await traces()).not.toContain(learnerId);
    analytics.setConsent(everything);
    analytics.identify(learnerId);
    if (category.purpose !== 'statistics') expect(await traces()).toContain(learnerId);
  },
  async 'events are no longer linked with a learner after the logout'(harness) {
    const { analytics, category, events, traces } = harness;
    if (category.purpose === 'none') return;
    const times = async () => (await traces()).split(learnerId).length;
    analytics.setConsent(everything);
    analytics.identify(learnerId);
    const before = await times();
    analytics.track({ name: 'login' });
    const [linked, traced] = [await times(), await traces()];
    // A service of statistics may have no use for learners.
    if (category.purpose === 'statistics' && linked === 1) return;
    analytics.identify(null);
    const isReported = (await traces()) !== traced;
    const [ended, sent] = [await times(), await events()];
    analytics.track({ name: 'login' });
    expect(await times()).toBe(ended);
    // A service that gets the learner only once must be told of the logout, or get no more events.
    if (linked === before && !isReported)
      expect(await events(), 'no event without a report of the logout').toEqual(sent);
  },
};

const content: KitCases<AnalyticsHarness> = {
  async 'with consent every kind of event is sent, in order'(harness) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    expect(await harness.events()).toEqual(names(allEvents));
  },
  async 'every event is sent, also several of one kind in a row'({ analytics, events }) {
    const other: TrackedItem = { ...item, product_id: 'ton', name: 'Ton' };
    const several: readonly AnalyticsEvent[] = [
      { name: 'page_view', route: '/kurse/:slug', address: '/de/kurse/klavier' },
      { name: 'page_view', route: '/kurse/:slug', address: '/de/kurse/geige' },
      ...[item, other, item].map((one) => ({ name: 'view_item', item: one }) as const),
      ...[item, other].map((one) => ({ name: 'add_to_cart', item: one }) as const),
      ...[item, other].map((one) => ({ name: 'remove_from_cart', item: one }) as const),
    ];
    analytics.setConsent(everything);
    for (const event of several) analytics.track(event);
    expect(await events()).toEqual(names(several));
  },
  async 'amounts are sent in the unit of the service, for all pieces'(harness) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    const inUnit = (amount: number) => (harness.unit === 'euros' ? amount / 100 : amount);
    const expected = expectedEvents.map(([, amount]) => (amount === null ? null : inUnit(amount)));
    expect(await harness.amounts()).toEqual(expected);
  },
  async 'price, VAT and shipping of a purchase are sent in the unit of the service, to the cent'(harness) {
    const odd: TrackedItem = { ...item, product_id: 'ton', name: 'Ton', price: cents(1_999), quantity: 2 };
    const small: TrackedItem = { ...item, product_id: 'heft', name: 'Heft', price: cents(29), quantity: 1 };
    const inUnit = (amount: number) => (harness.unit === 'euros' ? amount / 100 : amount);
    harness.analytics.setConsent(everything);
    for (const [items, value, included_vat, shipping] of [
      [[odd, small], 4_526, 723, 499],
      // Two lines of one product, of which one was given away.
      [
        [
          { ...odd, quantity: 1 },
          { ...odd, price: cents(19) },
        ],
        2_037,
        325,
        0,
      ],
      // A gift costs nothing.
      [[{ ...small, price: cents(0) }, odd], 3_998, 638, 499],
      // Abroad there is no VAT, and a code leaves nothing to pay.
      [[small], 29, 0, 0],
      [[odd], 0, 0, 0],
    ] as const) {
      const order = { order_code: `MH-${value}`, coupon_code: 'WILLKOMMEN10', value: cents(value) };
      const rest = { included_vat: cents(included_vat), shipping: cents(shipping) };
      harness.analytics.track({ name: 'purchase', items, ...order, ...rest });
      const sent = await harness.purchase();
      const prices = items.map(({ price }) => inUnit(price));
      if (sent.prices !== null) expect(sent.prices.slice(-prices.length)).toEqual(prices);
      const pieces = items.map(({ quantity }) => quantity);
      if (sent.quantities) expect(sent.quantities.slice(-pieces.length)).toEqual(pieces);
      if (sent.vat !== null) expect(sent.vat).toBe(inUnit(included_vat));
      if (sent.shipping !== null) expect(sent.shipping).toBe(inUnit(shipping));
      expect((await harness.amounts()).at(-1)).toBe(inUnit(value));
    }
  },
  async 'a page view has the route and the clean path, and nothing has the URL or title of the document'(
    harness,
  ) {
    await visit(harness);
    const { requests, stored, bodies } = harness;
    const loaded = [...(await requests()), ...(await stored()), ...(await bodies())].join(' ');
    const sent = `${await harness.traces()} ${loaded}`;
    expect(sent).toContain('/kurse/');
    expect(sent).not.toMatch(/geheim|anna(?:@|%40)/i);
  },
};

/** Only the code of an order connects the data of a service with the shop's books. */
const orders: KitCases<AnalyticsHarness> = {
  async 'a purchase and a refund have the code of their order'({ analytics, traces }) {
    analytics.setConsent(everything);
    for (const event of allEvents) {
      if (event.name !== 'purchase' && event.name !== 'refund') continue;
      const order_code = `MH-OF-${event.name}`;
      analytics.track({ ...event, order_code });
      expect(await traces(), event.name).toContain(order_code);
    }
  },
};

const withoutConsent: KitCases<AnalyticsHarness> = {
  async 'events are sent before the visitor has decided, and after a refusal'(harness) {
    trackAll(harness);
    harness.analytics.setConsent(nothing);
    trackAll(harness);
    expect(await harness.events()).toEqual([...names(allEvents), ...names(allEvents)]);
  },
  async 'nothing is stored on the device, whatever the visitor has decided'(harness) {
    for (const given of [null, nothing, everything]) {
      if (given !== null) harness.analytics.setConsent(given);
      trackAll(harness);
      await harness.pass(aWhile);
      expect([await harness.cookies(), await harness.stored()]).toEqual([['locale'], []]);
    }
  },
  async 'nobody is identified'({ analytics, traces }) {
    analytics.setConsent(everything);
    analytics.track({ name: 'login' });
    analytics.identify(learnerId);
    expect(await traces()).not.toContain(learnerId);
  },
};

/** Titles of the tests that also apply without consent. */
const always: readonly string[] = [
  'without consent to marketing no advertising host or cookie is used',
  'no script that records screens, clicks or typing is loaded, whatever the consent',
  'requests go only to hosts that the module declares',
];

/** The conformance tests of `ports/analytics.ts` by title. */
export const analyticsCases = {
  ...consent,
  ...content,
  ...orders,
  ...analyticsDeviceCases,
  ...consentChangeCases,
  ...eventDataCases,
};

/** The conformance tests for a service whose category needs no consent. */
export const consentlessCases: KitCases<AnalyticsHarness> = {
  ...withoutConsent,
  ...content,
  ...orders,
  ...eventDataCases,
  ...Object.fromEntries(Object.entries(consent).filter(([title]) => always.includes(title))),
};

/** Registers the conformance tests for one analytics adapter. */
export const describeAnalyticsPort = (adapter: Tested<AnalyticsHarness>) =>
  runKit('Analytics', analyticsCases, adapter);

/** Registers the conformance tests for one analytics adapter whose category needs no consent. */
export const describeConsentlessAnalytics = (adapter: Tested<AnalyticsHarness>) =>
  runKit('Analytics', consentlessCases, adapter);
