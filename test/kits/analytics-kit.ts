import { expect } from 'vitest';
import type { AnalyticsEvent, TrackedItem } from '#core/rules/analytics.ts';
import { cents } from '#core/rules/money.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { KitCases, KitSkip } from './run-kit.ts';
import { runKit } from './run-kit.ts';

/** An analytics adapter before any consent, with access to the events that it has sent. */
export interface AnalyticsHarness {
  readonly analytics: Analytics;
  /** Returns the names of the events that were sent, in order. */
  events(): Promise<readonly string[]>;
  /**
   * Returns everything else that was sent or stored, as text. Tests search it for data that must not occur.
   */
  traces(): Promise<string>;
}

interface AnalyticsKit {
  readonly name: string;
  readonly create: () => Promise<AnalyticsHarness>;
  readonly skip?: readonly KitSkip[];
}

const item: TrackedItem = {
  product_id: 'clara-schumann',
  name: 'Klavier',
  kind: 'course',
  category: 'musik',
  price: cents(9900),
  quantity: 1,
};

/** One event of each kind. */
const allEvents: readonly AnalyticsEvent[] = [
  { name: 'view_item', item },
  { name: 'add_to_cart', item },
  { name: 'remove_from_cart', item },
  { name: 'begin_checkout', items: [item], value: cents(9900) },
  { name: 'add_payment_info', items: [item], value: cents(9900) },
  {
    name: 'purchase',
    order_code: 'MH-1',
    items: [item],
    value: cents(9900),
    included_vat: cents(1581),
    shipping: cents(0),
    coupon_code: null,
  },
  { name: 'sign_up' },
  { name: 'login' },
];

const learnerId = '11111111-1111-4111-8111-111111111111';

/** The conformance tests of `ports/analytics.ts` by title. */
export const analyticsCases: KitCases<AnalyticsHarness> = {
  async 'before consent nothing is sent or stored'({ analytics, events, traces }) {
    for (const event of allEvents) analytics.track(event);
    analytics.identify(learnerId);
    expect(await events()).toEqual([]);
    expect(await traces()).not.toMatch(/clara-schumann|MH-1|1111/);
  },
  async 'a refused consent stores and sends nothing'({ analytics, events, traces }) {
    const before = await traces();
    analytics.setConsent({ statistics: false, marketing: false });
    analytics.track({ name: 'login' });
    expect(await events()).toEqual([]);
    expect(await traces()).toBe(before);
  },
  async 'what happened before consent is not sent later'({ analytics, events }) {
    analytics.track({ name: 'view_item', item });
    analytics.setConsent({ statistics: true, marketing: true });
    expect(await events()).toEqual([]);
  },
  async 'with consent every kind of event is sent, in order'({ analytics, events }) {
    analytics.setConsent({ statistics: true, marketing: true });
    for (const event of allEvents) analytics.track(event);
    expect(await events()).toEqual(allEvents.map((event) => event.name));
  },
  async 'consent to marketing alone is sufficient for every kind of event'({ analytics, events }) {
    analytics.setConsent({ statistics: false, marketing: true });
    for (const event of allEvents) analytics.track(event);
    expect(await events()).toEqual(allEvents.map((event) => event.name));
  },
  async 'events are sent again when consent is given again'({ analytics, events }) {
    analytics.setConsent({ statistics: true, marketing: true });
    analytics.setConsent({ statistics: false, marketing: false });
    analytics.setConsent({ statistics: false, marketing: true });
    analytics.track({ name: 'sign_up' });
    expect(await events()).toEqual(['sign_up']);
  },
  async 'after consent is withdrawn nothing more is sent'({ analytics, events }) {
    analytics.setConsent({ statistics: true, marketing: true });
    analytics.track({ name: 'login' });
    analytics.setConsent({ statistics: false, marketing: false });
    analytics.track({ name: 'sign_up' });
    expect(await events()).toEqual(['login']);
  },
  async 'a learner is identified only with marketing consent'({ analytics, traces }) {
    analytics.setConsent({ statistics: true, marketing: false });
    analytics.identify(learnerId);
    expect(await traces()).not.toContain(learnerId);
    analytics.setConsent({ statistics: true, marketing: true });
    analytics.identify(learnerId);
    expect(await traces()).toContain(learnerId);
  },
};

/** Registers the conformance tests for one analytics adapter. */
export function describeAnalyticsPort({ name, create, skip = [] }: AnalyticsKit): void {
  runKit({ name: `Analytics: ${name}`, cases: analyticsCases, create, dispose: async () => {}, skip });
}
