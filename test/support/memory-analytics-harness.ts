import { behindConsent } from '#adapters/analytics/consent-gate.ts';
import type { AnalyticsEvent } from '#core/rules/analytics.ts';
import type { ConsentCategory } from '#core/rules/analytics-pages.ts';
import type { AnalyticsHarness } from '#test/kits/analytics-kit.ts';
import { createAnalyticsPage } from './analytics-page.ts';
import { createMemoryAnalytics } from './memory-analytics.ts';

/** Consent to either purpose is sufficient; nothing is kept before. */
export const anyPurpose: ConsentCategory = { purpose: 'any', beforeConsent: 'drop' };

/** Returns the amount of an event in cents; null without one. */
export function amountOf(event: AnalyticsEvent): number | null {
  if ('item' in event) return event.item.price * event.item.quantity;
  return 'value' in event ? event.value : null;
}

/** Opens a service that stores its events in memory, with the functions that the conformance kit needs. */
export async function openMemoryAnalytics(category: ConsentCategory = anyPurpose): Promise<AnalyticsHarness> {
  const memory = createMemoryAnalytics();
  const page = createAnalyticsPage();
  const { loadScript, removeCookies } = page.surroundings;
  const analytics = behindConsent(category, {
    setConsent(consent) {
      memory.setConsent(consent);
      const { statistics, marketing } = consent;
      const isAllowed = category.purpose === 'any' ? statistics || marketing : consent[category.purpose];
      if (isAllowed) loadScript('https://memory.example/script.js');
      else removeCookies('_memory');
    },
    track: (event) => memory.track(event),
    identify: (learnerId) => memory.identify(learnerId),
  });
  return {
    analytics,
    category,
    ...page.observe('_memory', '_memory_visit'),
    events: async () => memory.events.map((event) => event.name),
    amounts: async () => memory.events.map(amountOf),
    unit: 'cents',
    traces: async () => JSON.stringify([memory.events, memory.identified]),
  };
}
