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
