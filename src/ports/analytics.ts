import type { AnalyticsEvent } from '#core/rules/analytics.ts';

/** What the visitor agreed to, in the terms of analytics. */
export interface AnalyticsConsent {
  readonly statistics: boolean;
  readonly marketing: boolean;
}

/**
 * Sends events to analytics services.
 *
 * Promises: nothing is sent, stored or loaded before `setConsent` has allowed it, and nothing is kept to be sent
 * later; after consent is taken back nothing more is sent. Events go out in order. Never throws and never waits: a
 * lost event changes nothing for the shopper.
 */
export interface Analytics {
  setConsent(consent: AnalyticsConsent): void;
  track(event: AnalyticsEvent): void;
  /** Connects later events with a learner, or with null to nobody (docs/behaviour/tracking-and-consent.md#tracking-opt-in). */
  identify(learner_id: string | null): void;
}
