import { expect } from 'vitest';
import type { AnalyticsConsent } from '#ports/analytics.ts';
import {
  type AnalyticsHarness,
  allEvents,
  aWhile,
  everything,
  learnerId,
  names,
  nothing,
  single,
  trackAll,
} from './analytics-harness.ts';
import type { KitCases } from './run-kit.ts';

/** Gives all consents, and takes them back but for `left`. Fails when a connection is still open then. */
async function expectClosed(harness: AnalyticsHarness, left: AnalyticsConsent): Promise<void> {
  harness.analytics.setConsent(everything);
  trackAll(harness);
  harness.analytics.identify(learnerId);
  await harness.pass(aWhile);
  harness.analytics.setConsent(left);
  expect(await harness.connections()).toEqual([]);
  trackAll(harness);
  await harness.pass(aWhile);
  expect(await harness.connections()).toEqual([]);
}

/** What a script can use of a page without the object that it was given. */
const globalNames = [
  ...['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback', 'addEventListener'],
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'Worker', 'Image', 'document', 'location'],
  ...['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'],
];

/** Returns the globals that `work` has looked at. */
async function globalsOf(work: () => void): Promise<readonly string[]> {
  const used = new Set<string>();
  const own = globalNames.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, descriptor] of own)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        used.add(name);
        return descriptor?.get === undefined ? descriptor?.value : descriptor.get.call(globalThis);
      },
    });
  try {
    work();
    // What follows at once, by promises.
    for (let times = 0; times < 20; times += 1) await null;
  } finally {
    for (const [name, descriptor] of own)
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
  }
  return [...used];
}

/** What a service uses of the device beside requests: connections that stay open, and storages that may be missing. */
export const analyticsDeviceCases: KitCases<AnalyticsHarness> = {
  async 'no socket, stream or worker is opened before consent, and none stays open when it is withdrawn'(
    harness,
  ) {
    trackAll(harness);
    await harness.pass(aWhile);
    expect(await harness.connections()).toEqual([]);
    await expectClosed(harness, nothing);
    const { purpose } = harness.category;
    if (purpose === 'statistics') await expectClosed(harness, single.marketing);
    if (purpose === 'marketing') await expectClosed(harness, single.statistics);
  },

  async 'everything is done through the page that it was given, where it can be seen: no timer, call or storage beside it'({
    analytics,
  }) {
    const used = await globalsOf(() => {
      analytics.setConsent(everything);
      analytics.identify(learnerId);
      trackAll({ analytics });
      analytics.setConsent(nothing);
    });
    expect(used).toEqual([]);
  },

  async 'storages that throw, as in private windows, break nothing: every event is sent all the same'(
    harness,
  ) {
    harness.breakStorage();
    const { analytics } = harness;
    analytics.setConsent(everything);
    analytics.identify(learnerId);
    trackAll(harness);
    await harness.pass(aWhile);
    expect(await harness.events()).toEqual(names(allEvents));
    analytics.identify(null);
    analytics.setConsent(nothing);
    await harness.pass(aWhile);
  },

  async 'the page keeps its own functions: calls, history, errors and listeners are not tapped'(harness) {
    harness.analytics.setConsent(everything);
    trackAll(harness);
    await harness.pass(aWhile);
    expect(await harness.replaced()).toEqual([]);
  },
};
