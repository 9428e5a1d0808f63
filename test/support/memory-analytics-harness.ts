import { coversPurpose, filterByConsent } from '#adapters/analytics/consent-filter.ts';
import type { AnalyticsEvent } from '#core/rules/tracking/analytics-events.ts';
import type { ConsentCategory } from '#core/rules/tracking/analytics-pages.ts';
import type { AnalyticsHarness, ReportedPurchase } from '#test/kits/analytics-harness.ts';
import { createAnalyticsPage } from './analytics-page.ts';
import { createMemoryAnalytics } from './memory-analytics.ts';

/** Consent to either purpose is sufficient; events before it are dropped. */
export const anyPurpose: ConsentCategory = { purpose: 'any', beforeConsent: 'drop' };

/** Returns the amount of an event in cents; null without one. */
export function amountOf(event: AnalyticsEvent): number | null {
  if ('item' in event) return event.item.price * event.item.quantity;
  return 'value' in event ? event.value : null;
}

/** Returns what the last purchase says, in cents. */
export function reportedPurchase(events: readonly AnalyticsEvent[]): ReportedPurchase {
  const last = events.findLast((event) => event.name === 'purchase');
  if (last === undefined) throw new Error('No purchase was sent');
  return {
    prices: last.items.map(({ price }) => price),
    quantities: last.items.map(({ quantity }) => quantity),
    vat: last.included_vat,
    shipping: last.shipping,
  };
}

/** Opens a service that stores its events in memory, with the functions that the conformance kit needs. */
export async function openMemoryAnalytics(category: ConsentCategory = anyPurpose): Promise<AnalyticsHarness> {
  const memory = createMemoryAnalytics();
  const page = createAnalyticsPage();
  const { loadScript, removeCookies } = page.surroundings;
  const needsNone = category.purpose === 'none';
  if (needsNone) memory.setConsent({ statistics: true, marketing: true });
  const analytics = filterByConsent(category, {
    setConsent(consent) {
      memory.setConsent(consent);
      if (coversPurpose(category.purpose, consent)) loadScript('https://memory.example/script.js');
      else removeCookies('_memory');
    },
    track(event) {
      if (needsNone) loadScript('https://memory.example/script.js');
      memory.track(event);
    },
    identify: (learnerId) => memory.identify(learnerId),
  });
  return {
    analytics,
    category,
    ...page.observe('_memory', '_memory_visit'),
    events: async () => memory.events.map((event) => event.name),
    amounts: async () => memory.events.map(amountOf),
    purchase: async () => reportedPurchase(memory.events),
    unit: 'cents',
    hosts: ['https://memory.example'],
    traces: async () => JSON.stringify([memory.events, memory.identified]),
  };
}
