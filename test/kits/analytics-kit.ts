import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import type { AnalyticsEvent, TrackedItem } from '#core/rules/tracking/analytics-events.ts';
import type { ConsentCategory } from '#core/rules/tracking/analytics-pages.ts';
import type { AnalyticsConsent } from '#ports/analytics.ts';
import { analyticsDeviceCases } from './analytics-device-cases.ts';
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
} from './analytics-harness.ts';
import { consentWalkCases, eventWalkCases } from './analytics-walk-cases.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

/** The smallest consents that are sufficient for a category. */
function sufficient({ purpose }: ConsentCategory): readonly [AnalyticsConsent, ...AnalyticsConsent[]] {
  if (purpose === 'none') return [nothing];
  return purpose === 'any' ? [single.statistics, single.marketing] : [single[purpose]];
}

/** Hosts and cookies of services that advertise, or hand data over to those that do. */
const advertising =
  /facebook|fbevents|doubleclick|googleadservices|googlesyndication|tiktok|licdn|ads-twitter|pinimg|criteo|taboola|outbrain|bat\.bing|^(?:_fb[pc]|_gcl_|_ttp|_uet|_pin_|IDE$|MUID$|cto_)/i;

/** Scripts that record what visitors see, do and type. */
const recorders =
  /heat-?map|session-?(?:record|replay)|hotjar|clarity\.ms|fullstory|smartlook|mouseflow|logrocket|luckyorange|inspectlet|rrweb/i;

/** What may be reported of the page on which the visitor consents. */
const ofPage: ReadonlySet<string> = new Set(['page_view', 'view_item']);

/** Withdraws consent, and fails when anything is called or stored afterwards. */
async function expectQuiet(harness: AnalyticsHarness, left: AnalyticsConsent): Promise<void> {
  // What a module sends in the next step of the event loop still has the consent.
  await new Promise((resolve) => setTimeout(resolve));
  const asked = await harness.requests();
  harness.analytics.setConsent(left);
  const told = await harness.traces();
  for (let times = 0; times < 2; times += 1) {
    trackAll(harness);
    harness.analytics.identify(learnerId);
    await harness.pass(aWhile);
  }
  expect(await harness.requests()).toEqual(asked);
  expect(await harness.traces()).toBe(told);
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
  async 'before consent and after a refusal cookies and storages stay as they are, and timers ask nothing'(
    harness,
  ) {
    trackAll(harness);
    await harness.pass(aWhile);
    harness.analytics.setConsent(nothing);
    trackAll(harness);
    await harness.pass(aWhile);
    expect([await harness.cookies(), await harness.stored()]).toEqual([['locale'], []]);
    expect(await harness.requests()).toEqual([]);
  },
  async 'after consent is withdrawn no host is asked any more, and the storages are empty'(harness) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    await harness.pass(aWhile);
    await expectQuiet(harness, nothing);
  },
  async 'what was begun with the consent stops when it is withdrawn in the next moment'(harness) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    harness.analytics.identify(learnerId);
    await expectQuiet(harness, nothing);
  },
  async 'after consent is withdrawn in part no host is asked any more for the other purpose'(harness) {
    const { purpose } = harness.category;
    if (purpose === 'any' || purpose === 'none') return;
    harness.analytics.setConsent(everything);
    trackAll(harness);
    await expectQuiet(harness, single[purpose === 'marketing' ? 'statistics' : 'marketing']);
  },
  async 'without consent to marketing no host and no cookie of advertising is used'(harness) {
    harness.analytics.setConsent(single.statistics);
    trackAll(harness);
    await harness.pass(aWhile);
    const used = [...(await harness.requests()), ...(await harness.cookies())];
    expect(used.filter((one) => advertising.test(one))).toEqual([]);
  },
  async 'nothing is loaded that records screens, clicks or typing, whatever the consent'(harness) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    await harness.pass(aWhile);
    expect((await harness.requests()).filter((address) => recorders.test(address))).toEqual([]);
  },
  async 'only hosts that the module declares are asked'(harness) {
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
  async 'what happened before consent is dropped, or kept and sent in order, as its category says'(harness) {
    const { analytics, category, events } = harness;
    trackAll(harness);
    analytics.setConsent(everything);
    const sent = await events();
    if (category.beforeConsent === 'keep') expect(sent).toEqual(names(allEvents));
    // The page on which the visitor consents may be reported, with the product that it shows.
    else expect(sent.filter((name) => !ofPage.has(name))).toEqual([]);
  },
  async 'what happened before a refusal is never sent'(harness) {
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
  async 'the link with a learner ends when nobody is logged in any more'(harness) {
    const { analytics, category, events, traces } = harness;
    if (category.purpose === 'none') return;
    const times = async () => (await traces()).split(learnerId).length;
    analytics.setConsent(everything);
    analytics.identify(learnerId);
    const before = await times();
    analytics.track({ name: 'login' });
    const [linked, told] = [await times(), await traces()];
    // A service of statistics may have no use for learners.
    if (category.purpose === 'statistics' && linked === 1) return;
    analytics.identify(null);
    const isTold = (await traces()) !== told;
    const [ended, sent] = [await times(), await events()];
    analytics.track({ name: 'login' });
    expect(await times()).toBe(ended);
    // A service that is not told with each event who it was has to be told that it is nobody now, or nothing more.
    if (linked === before && !isTold)
      expect(await events(), 'silent, when not told of the end').toEqual(sent);
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
      const told = await harness.purchase();
      const prices = items.map(({ price }) => inUnit(price));
      if (told.prices !== null) expect(told.prices.slice(-prices.length)).toEqual(prices);
      const pieces = items.map(({ quantity }) => quantity);
      if (told.quantities) expect(told.quantities.slice(-pieces.length)).toEqual(pieces);
      if (told.vat !== null) expect(told.vat).toBe(inUnit(included_vat));
      if (told.shipping !== null) expect(told.shipping).toBe(inUnit(shipping));
      expect((await harness.amounts()).at(-1)).toBe(inUnit(value));
    }
  },
  async 'a page view tells the route and the clean address, and nothing tells address or title of the document'(
    harness,
  ) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    await harness.pass(aWhile);
    const { requests, stored, bodies } = harness;
    const asked = [...(await requests()), ...(await stored()), ...(await bodies())].join(' ');
    const sent = `${await harness.traces()} ${asked}`;
    expect(sent).toContain('/kurse/');
    expect(sent).not.toMatch(/geheim|anna(?:@|%40)/i);
  },
};

/** What a service is told of an order can be compared with the shop's books only by its code. */
const orders: KitCases<AnalyticsHarness> = {
  async 'a purchase and a refund name the order that they are about'({ analytics, traces }) {
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

/** What holds without consent as well. */
const always: readonly string[] = [
  'without consent to marketing no host and no cookie of advertising is used',
  'nothing is loaded that records screens, clicks or typing, whatever the consent',
  'only hosts that the module declares are asked',
];

/** The conformance tests of `ports/analytics.ts` by title. */
export const analyticsCases = {
  ...consent,
  ...content,
  ...orders,
  ...analyticsDeviceCases,
  ...consentWalkCases,
  ...eventWalkCases,
};

/** The same for a service whose category needs no consent. */
export const consentlessCases: KitCases<AnalyticsHarness> = {
  ...withoutConsent,
  ...content,
  ...orders,
  ...eventWalkCases,
  ...Object.fromEntries(Object.entries(consent).filter(([title]) => always.includes(title))),
};

/** Registers the conformance tests for one analytics adapter. */
export const describeAnalyticsPort = (adapter: Tested<AnalyticsHarness>) =>
  runKit('Analytics', analyticsCases, adapter);

/** Registers the conformance tests for one analytics adapter whose category needs no consent. */
export const describeConsentlessAnalytics = (adapter: Tested<AnalyticsHarness>) =>
  runKit('Analytics', consentlessCases, adapter);
