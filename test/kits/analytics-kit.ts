import { expect } from 'vitest';
import type { AnalyticsEvent, TrackedItem } from '#core/rules/analytics.ts';
import type { ConsentCategory } from '#core/rules/analytics-pages.ts';
import { cents } from '#core/rules/money.ts';
import type { Analytics, AnalyticsConsent } from '#ports/analytics.ts';
import type { KitCases, KitSkip } from './run-kit.ts';
import { runKit } from './run-kit.ts';

/**
 * Address of the page on which the harness opens the adapter, for adapters that read it. Nothing of its query and
 * fragment may be sent.
 */
export const kitPageAddress =
  'https://shop.example/de/kurse/klavier?token=geheim-4711&email=anna%40example.org#token=geheim-4712';

/** An analytics adapter before any consent, with access to the events that it has sent. */
export interface AnalyticsHarness {
  readonly analytics: Analytics;
  /** What the service needs consent for. */
  readonly category: ConsentCategory;
  /** Returns the shop's names of the events that were sent, in order. */
  events(): Promise<readonly string[]>;
  /** Returns the amount that was sent with each event, as the service got it; null without one. */
  amounts(): Promise<readonly (number | null)[]>;
  /** The unit of these amounts. */
  readonly unit: 'cents' | 'euros';
  /**
   * Returns everything that was sent or stored, as text. Tests search it for data that must not occur.
   */
  traces(): Promise<string>;
  /** Returns the addresses from which the page was made to load something: scripts, pictures, calls. */
  requests(): Promise<readonly string[]>;
  /** Sets the cookies that the service sets in the page, as its script does. */
  setCookies(): Promise<void>;
  /** Returns the names of the page's cookies; `locale` of the shop is one of them. */
  cookies(): Promise<readonly string[]>;
}

interface AnalyticsKit {
  readonly name: string;
  readonly create: () => Promise<AnalyticsHarness>;
  readonly skip?: readonly KitSkip[];
}

/** 3 pieces of 33.30 EUR. */
const item: TrackedItem = {
  product_id: 'clara-schumann',
  name: 'Klavier',
  kind: 'book',
  category: 'musik',
  price: cents(3_330),
  quantity: 3,
};

/** One event of each kind, with the amount in cents that it is about. */
const expectedEvents: readonly (readonly [event: AnalyticsEvent, amount: number | null])[] = [
  [{ name: 'page_view', route: '/kurse/:slug', address: '/de/kurse/klavier' }, null],
  [{ name: 'view_item', item }, 9_990],
  [{ name: 'add_to_cart', item }, 9_990],
  [{ name: 'remove_from_cart', item }, 9_990],
  [{ name: 'begin_checkout', items: [item], value: cents(9_990) }, 9_990],
  [{ name: 'checkout_step', step: 'payment' }, null],
  [{ name: 'add_payment_info', items: [item], value: cents(9_990) }, 9_990],
  [
    {
      name: 'purchase',
      order_code: 'MH-1',
      items: [item],
      value: cents(10_489),
      included_vat: cents(1_675),
      shipping: cents(499),
      coupon_code: null,
    },
    10_489,
  ],
  [{ name: 'refund', order_code: 'MH-1', value: cents(8_765) }, 8_765],
  [{ name: 'sign_up' }, null],
  [{ name: 'login' }, null],
];

const allEvents = expectedEvents.map(([event]) => event);
const names = (events: readonly AnalyticsEvent[]) => events.map(({ name }) => name);

const learnerId = '11111111-1111-4111-8111-111111111111';

const nothing: AnalyticsConsent = { statistics: false, marketing: false };
const everything: AnalyticsConsent = { statistics: true, marketing: true };
const single = { statistics: { ...nothing, statistics: true }, marketing: { ...nothing, marketing: true } };

/** The smallest consents that are sufficient for a category. */
function sufficient({ purpose }: ConsentCategory): readonly [AnalyticsConsent, ...AnalyticsConsent[]] {
  return purpose === 'any' ? [single.statistics, single.marketing] : [single[purpose]];
}

function trackAll({ analytics }: AnalyticsHarness): void {
  for (const event of allEvents) analytics.track(event);
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
    // The page on which the visitor consents may be reported.
    else expect(sent.filter((name) => name !== 'page_view')).toEqual([]);
  },
  async 'what happened before a refusal is never sent'(harness) {
    const { analytics, events } = harness;
    trackAll(harness);
    analytics.setConsent(nothing);
    analytics.setConsent(everything);
    expect((await events()).filter((name) => name !== 'page_view')).toEqual([]);
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
    if (category.purpose === 'any') return;
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
};

const content: KitCases<AnalyticsHarness> = {
  async 'with consent every kind of event is sent, in order'(harness) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    expect(await harness.events()).toEqual(names(allEvents));
  },
  async 'amounts are sent in the unit of the service, for all pieces'(harness) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    const inUnit = (amount: number) => (harness.unit === 'euros' ? amount / 100 : amount);
    const expected = expectedEvents.map(([, amount]) => (amount === null ? null : inUnit(amount)));
    expect(await harness.amounts()).toEqual(expected);
  },
  async 'a page view tells the route and the clean address, and nothing tells the address of the document'(
    harness,
  ) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    const sent = `${await harness.traces()} ${(await harness.requests()).join(' ')}`;
    expect(sent).toContain('/kurse/');
    expect(sent).not.toMatch(/geheim|anna(?:@|%40)/i);
  },
};

/** The conformance tests of `ports/analytics.ts` by title. */
export const analyticsCases = { ...consent, ...content };

/** Registers the conformance tests for one analytics adapter. */
export function describeAnalyticsPort({ name, create, skip = [] }: AnalyticsKit): void {
  runKit({ name: `Analytics: ${name}`, cases: analyticsCases, create, dispose: async () => {}, skip });
}
