import type { AnalyticsEvent } from '#core/rules/analytics.ts';
import type { Analytics } from '#ports/analytics.ts';

/** Analytics that keeps what it was told, and nothing before consent. */
export interface MemoryAnalytics extends Analytics {
  readonly events: readonly AnalyticsEvent[];
  /** The learner that events are tied to, or null. */
  readonly identified: string | null;
}

/** Makes analytics in memory. */
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
    identify(learner_id) {
      if (consent.marketing) identified = learner_id;
    },
  };
}
