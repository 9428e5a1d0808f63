import { cents } from '#core/rules/basics/money.ts';
import type { AnalyticsEvent, TrackedItem } from '#core/rules/tracking/analytics-events.ts';
import type { ConsentCategory } from '#core/rules/tracking/analytics-pages.ts';
import type { Analytics, AnalyticsConsent } from '#ports/analytics.ts';

/**
 * Address of the page on which the harness opens the adapter, for adapters that read it. Nothing of its query and
 * fragment may be sent.
 */
export const kitPageAddress =
  'https://shop.example/de/kurse/klavier?token=geheim-4711&email=anna%40example.org#token=geheim-4712';

/** Title of the document of that page. Nothing of it may be sent: titles hold search words and names. */
export const kitPageTitle = 'Bestellung geheim-4713 von Anna';

/** A purchase as the service received it, in its unit; null for fields that it does not take. */
export interface ReportedPurchase {
  /** The unit price of each line, in order. */
  readonly prices: readonly number[] | null;
  readonly vat: number | null;
  readonly shipping: number | null;
  /** The pieces of each line, in order; absent or null for a service that does not take them. */
  readonly quantities?: readonly number[] | null;
}

/** An analytics adapter before any consent, with access to the events that it has sent. */
export interface AnalyticsHarness {
  readonly analytics: Analytics;
  /** What the service needs consent for. */
  readonly category: ConsentCategory;
  /**
   * Returns the shop's names of the events that were sent, in order; other events of the service, such as a search,
   * under their own names.
   */
  events(): Promise<readonly string[]>;
  /** Returns the amount that the service received with each event; null without one. */
  amounts(): Promise<readonly (number | null)[]>;
  /** Returns the last purchase as the service received it. */
  purchase(): Promise<ReportedPurchase>;
  /** The unit of these amounts. */
  readonly unit: 'cents' | 'euros';
  /** Returns everything that was sent or stored, as text. Tests search it for data that must not occur. */
  traces(): Promise<string>;
  /** Returns the URLs that the page has requested: scripts, pictures, calls. */
  requests(): Promise<readonly string[]>;
  /** Returns the bodies of the page's calls and beacons, as text. */
  bodies(): Promise<readonly string[]>;
  /** The origins that the module declares. */
  readonly hosts: readonly string[];
  /** Returns the entries of the page's storages, databases and caches, as `key=value`. */
  stored(): Promise<readonly string[]>;
  /** Returns the addresses of sockets, streams and workers that are open. */
  connections(): Promise<readonly string[]>;
  /** Returns the functions and handlers of the page that were replaced, such as `window.fetch`. */
  replaced(): Promise<readonly string[]>;
  /**
   * Makes storages, databases, caches and cookies of the page throw, as browsers without storage do, and opens the
   * adapter once more in that page.
   */
  breakStorage(): void;
  /** Lets this many seconds pass for the timers of the page; then the visitor scrolls, hides the page and leaves. */
  pass(seconds: number): Promise<void>;
  /** Sets the cookies that the service sets in the page, as its script does. */
  setCookies(): Promise<void>;
  /** Returns the names of the page's cookies; `locale` of the shop is one of them. */
  cookies(): Promise<readonly string[]>;
}

/** 3 pieces of 33.30 EUR. */
export const item: TrackedItem = {
  product_id: 'clara-schumann',
  name: 'Klavier',
  kind: 'book',
  category: 'musik',
  price: cents(3_330),
  quantity: 3,
};

/** One event of each kind, with its amount in cents. The type fails when a kind is missing. */
const eventsByName: {
  readonly [Name in AnalyticsEvent['name']]: readonly [AnalyticsEvent & { name: Name }, number | null];
} = {
  page_view: [{ name: 'page_view', route: '/kurse/:slug', address: '/de/kurse/klavier' }, null],
  view_item: [{ name: 'view_item', item }, 9_990],
  add_to_cart: [{ name: 'add_to_cart', item }, 9_990],
  remove_from_cart: [{ name: 'remove_from_cart', item }, 9_990],
  begin_checkout: [{ name: 'begin_checkout', items: [item], value: cents(9_990) }, 9_990],
  checkout_step: [{ name: 'checkout_step', step: 'payment' }, null],
  add_payment_info: [{ name: 'add_payment_info', items: [item], value: cents(9_990) }, 9_990],
  purchase: [
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
  refund: [{ name: 'refund', order_code: 'MH-1', value: cents(8_765) }, 8_765],
  sign_up: [{ name: 'sign_up' }, null],
  login: [{ name: 'login' }, null],
};

/** All events with their amounts, in order. */
export const expectedEvents: readonly (readonly [event: AnalyticsEvent, amount: number | null])[] =
  Object.values(eventsByName);
/** All events without their amounts. */
export const allEvents = expectedEvents.map(([event]) => event);
/** Returns the names of events. */
export const names = (events: readonly AnalyticsEvent[]) => events.map(({ name }) => name);

/** Seconds within which heart-beats, queues and delayed calls have begun. */
export const aWhile = 600;

/** An id of a learner. */
export const learnerId = '11111111-1111-4111-8111-111111111111';

/** Consents: to nothing, to everything, and to one purpose each. */
export const nothing: AnalyticsConsent = { statistics: false, marketing: false };
export const everything: AnalyticsConsent = { statistics: true, marketing: true };
export const single = {
  statistics: { ...nothing, statistics: true },
  marketing: { ...nothing, marketing: true },
};

/** Tracks one event of each kind. */
export function trackAll({ analytics }: Pick<AnalyticsHarness, 'analytics'>): void {
  for (const event of allEvents) analytics.track(event);
}

/** Sets the consent, tracks one event of each kind and lets time pass. */
export async function visit(harness: AnalyticsHarness, consent = everything): Promise<void> {
  harness.analytics.setConsent(consent);
  trackAll(harness);
  await harness.pass(aWhile);
}
