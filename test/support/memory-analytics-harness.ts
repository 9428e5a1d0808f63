import type { AnalyticsHarness } from '#test/kits/analytics-kit.ts';
import { createMemoryAnalytics } from './memory-analytics.ts';

/** Opens the in-memory analytics with the functions that the conformance kit needs. */
export async function openMemoryAnalytics(): Promise<AnalyticsHarness> {
  const analytics = createMemoryAnalytics();
  return {
    analytics,
    events: async () => analytics.events.map((event) => event.name),
    traces: async () => JSON.stringify([analytics.events, analytics.identified]),
  };
}
