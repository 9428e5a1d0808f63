import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { createWaitingAnalytics, sendWaitingEvents } from '#adapters/analytics/waiting-events.ts';
import { createMemoryTextStorage } from '#adapters/storage/memory-text-storage.ts';
import { cents } from '#core/rules/basics/money.ts';
import { type AnalyticsEvent, waitingEventsKey } from '#core/rules/tracking/analytics-events.ts';
import { describeAnalyticsPort } from '#test/kits/analytics-kit.ts';
import { runs } from '#test/run-length.ts';
import { createAnalyticsPage } from '#test/support/analytics-page.ts';
import { createMemoryAnalytics } from '#test/support/memory-analytics.ts';
import { amountOf, anyPurpose, reportedPurchase } from '#test/support/memory-analytics-harness.ts';

const everything = { statistics: true, marketing: true };
const statisticsOnly = { statistics: true, marketing: false };
const nothing = { statistics: false, marketing: false };
const day = 24 * 60 * 60 * 1000;

const purchase: AnalyticsEvent = {
  name: 'purchase',
  order_code: 'MH-12',
  items: [],
  value: cents(7900),
  included_vat: cents(1261),
  shipping: cents(499),
  coupon_code: null,
};

/** Opens a browser whose pages share a storage and a clock. */
function openBrowser() {
  let time = 1_700_000_000_000;
  const storage = createMemoryTextStorage();
  const parts = { storage, now: () => time };
  return {
    storage,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    openPageWithout: () => createWaitingAnalytics(parts),
    openPageWith() {
      const services = createMemoryAnalytics();
      return { services, analytics: sendWaitingEvents(services, parts) };
    },
  };
}

const waits = ({ storage }: ReturnType<typeof openBrowser>) => storage.read(waitingEventsKey);

const noCookies = {
  test: 'the cookies of the service are removed when consent is withdrawn, and no others',
  reason: 'no cookie is set: events wait in the storage, and the services remove their own cookies',
};

describeAnalyticsPort({
  name: 'events that wait',
  async create() {
    const browser = openBrowser();
    const waiting = (): readonly AnalyticsEvent[] =>
      JSON.parse(waits(browser) ?? '[]').map(({ event }: { event: AnalyticsEvent }) => event);
    return {
      ...createAnalyticsPage().observe(),
      analytics: browser.openPageWithout(),
      category: anyPurpose,
      events: async () => waiting().map(({ name }) => name),
      amounts: async () => waiting().map(amountOf),
      purchase: async () => reportedPurchase(waiting()),
      hosts: [],
      unit: 'cents',
      traces: async () => waits(browser) ?? '',
    };
  },
  skip: [
    {
      test: 'after consent is withdrawn nothing more is sent',
      reason: 'nothing was sent before either; what waits is deleted (test below)',
    },
    ...[
      'a learner is identified only with marketing consent',
      'events are no longer linked with a learner after the logout',
      'events are linked with the learner who logged in last',
    ].map((test) => ({ test, reason: 'no service runs that could know a learner' })),
    {
      test: 'each event is sent once while the consent allows it, through every change of the consent',
      reason: 'what waits is deleted when the consent is withdrawn (test below)',
    },
    ...[
      'events of one kind are sent with the same fields, and with no value of the event before',
      'events are sent in the same way twelve hours later',
      'many events in a row are all sent, in order and unchanged',
    ].map((test) => ({ test, reason: 'twenty events wait, and the oldest ones are given up' })),
    noCookies,
  ],
});

describeAnalyticsPort({
  name: 'services that also get waiting events',
  async create() {
    const { services, analytics } = openBrowser().openPageWith();
    return {
      ...createAnalyticsPage().observe(),
      analytics,
      category: anyPurpose,
      events: async () => services.events.map(({ name }) => name),
      amounts: async () => services.events.map(amountOf),
      purchase: async () => reportedPurchase(services.events),
      hosts: [],
      unit: 'cents',
      traces: async () => JSON.stringify([services.events, services.identified]),
    };
  },
  skip: [noCookies],
});

describe('an event of a page without services', () => {
  test('is sent whole on the next page with services, once, after the learner is known and before later events', () => {
    const browser = openBrowser();
    const order = browser.openPageWithout();
    order.setConsent(everything);
    order.track({ name: 'login' });
    order.track(purchase);
    const { services, analytics } = browser.openPageWith();
    analytics.setConsent(everything);
    expect(services.events).toEqual([]);
    analytics.identify('learner-3');
    analytics.track({ name: 'sign_up' });
    expect(services.events).toEqual([{ name: 'login' }, purchase, { name: 'sign_up' }]);
    expect(services.identified).toBe('learner-3');
    const next = browser.openPageWith();
    next.analytics.setConsent(everything);
    next.analytics.identify(null);
    expect(next.services.events).toEqual([]);
    expect(waits(browser)).toBeNull();
  });

  test.each(['openPageWithout', 'openPageWith'] as const)(
    'is deleted when the consent is withdrawn (%s)',
    (open) => {
      const browser = openBrowser();
      const page = browser.openPageWithout();
      page.setConsent(everything);
      page.track(purchase);
      const next = browser[open]();
      ('analytics' in next ? next.analytics : next).setConsent(nothing);
      expect(waits(browser)).toBeNull();
    },
  );

  test('is not sent to services that were allowed only afterwards', () => {
    const browser = openBrowser();
    const page = browser.openPageWithout();
    page.setConsent(statisticsOnly);
    page.track(purchase);
    const { services, analytics } = browser.openPageWith();
    analytics.setConsent(everything);
    analytics.identify(null);
    expect(services.events).toEqual([]);
    expect(waits(browser)).toBeNull();
  });

  test.each([
    [7 * day, ['purchase']],
    [7 * day + 1, []],
  ])('waits for seven days: after %i ms %j is sent', (passed, sent) => {
    const browser = openBrowser();
    const page = browser.openPageWithout();
    page.setConsent(everything);
    page.track(purchase);
    browser.pass(passed);
    const { services, analytics } = browser.openPageWith();
    analytics.setConsent(statisticsOnly);
    analytics.identify(null);
    expect(services.events.map(({ name }) => name)).toEqual(sent);
  });

  test('is one of the newest twenty, as older ones are dropped', () => {
    const browser = openBrowser();
    const page = browser.openPageWithout();
    page.setConsent(everything);
    for (let count = 0; count < 23; count += 1) page.track({ ...purchase, order_code: `MH-${count}` });
    const { services, analytics } = browser.openPageWith();
    analytics.setConsent(everything);
    analytics.identify(null);
    const codes = services.events.map((event) => (event.name === 'purchase' ? event.order_code : ''));
    expect(codes).toEqual(Array.from({ length: 20 }, (_, index) => `MH-${index + 3}`));
  });
});

test.prop([fc.oneof(fc.string(), fc.json())], { numRuns: runs(200) })(
  'any text in the storage is read without an error',
  (text) => {
    const browser = openBrowser();
    browser.storage.write(waitingEventsKey, text);
    const { analytics } = browser.openPageWith();
    analytics.setConsent(everything);
    expect(() => analytics.track({ name: 'login' })).not.toThrow();
    expect(() => analytics.identify(null)).not.toThrow();
  },
);
