import type { AnalyticsEvent } from '#core/rules/tracking/analytics-events.ts';
import type { Analytics } from '#ports/analytics.ts';

/** Analytics that stores its events in memory, and none before consent. */
export interface MemoryAnalytics extends Analytics {
  readonly events: readonly AnalyticsEvent[];
  /** Id of the learner to whom events are assigned, or null. */
  readonly identified: string | null;
}

export function createMemoryAnalytics(): MemoryAnalytics {
  const events: AnalyticsEvent[] = [];
  let consent = { statistics: false, marketing: false };
  let identified: string | null = null;
  return {
    events,
    get identified() {
      return identified;
    },
    setConsent(next) {
      consent = next;
      if (!next.marketing) identified = null;
    },
    track(event) {
      if (consent.statistics || consent.marketing) events.push(event);
    },
    identify(learnerId) {
      if (consent.marketing) identified = learnerId;
    },
  };
}
