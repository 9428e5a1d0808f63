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
  visit,
} from './analytics-harness.ts';
import type { KitCases } from './run-kit.ts';

/** Gives all consents and withdraws them except `left`. Fails when a connection is still open then. */
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

/** Globals of a page that a script could use instead of the given object. */
const globalNames = [
  ...['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback', 'addEventListener'],
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'Worker', 'Image', 'document', 'location'],
  ...['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'],
];

/** Returns the globals that `work` has read. */
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
    // Work that follows in promises.
    for (let times = 0; times < 20; times += 1) await null;
  } finally {
    for (const [name, descriptor] of own)
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
  }
  return [...used];
}

/** Use of the device besides requests: connections that stay open, and storages that may be missing. */
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

  async 'no global of the process is used: timers, requests and storages are those of the given page'({
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

  async 'every event is sent although storages throw, as in private windows'(harness) {
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

  async 'no function of the page is replaced: fetch, history, error handlers, listeners'(harness) {
    await visit(harness);
    expect(await harness.replaced()).toEqual([]);
  },
};
