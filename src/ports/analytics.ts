import type { AnalyticsEvent } from '#core/rules/tracking/analytics-events.ts';

/** The purposes of analytics to which the visitor has consented. */
export interface AnalyticsConsent {
  readonly statistics: boolean;
  readonly marketing: boolean;
}

/**
 * Sends events to analytics services.
 *
 * Promises: nothing is sent, stored or loaded before `setConsent` allows it; a service whose category needs no consent
 * begins with the first event, and never stores or reads anything on the device. After the consent is withdrawn nothing
 * more is sent, no socket, stream or worker is left open, and the cookies of the services are removed. Events are sent
 * in order. Of a page's address nothing is sent but what its `page_view` event holds. A purchase and a refund are sent
 * with their order code. Nothing is loaded that records screens, clicks or typing. Uses the page that it is given
 * instead of globals, and replaces no function of it. Never throws, also where storages throw as in private windows,
 * and never delays the caller; events may be lost.
 *
 * The kit does not see what the script of a service does once it is loaded, what is read of the device with consent,
 * and no advertising on hosts that it does not know.
 */
export interface Analytics {
  /** Called when the visitor decides, and at the start of a page when an earlier decision is stored. */
  setConsent(consent: AnalyticsConsent): void;
  track(event: AnalyticsEvent): void;
  /**
   * Links later events with a learner; null ends the link. A service that cannot end it sends nothing more until the
   * next learner. Called with a learner only while there is consent to marketing, with null when that ends before the
   * other one (docs/behaviour/tracking.md#tracking-opt-in).
   */
  identify(learnerId: string | null): void;
}
