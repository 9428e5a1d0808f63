import type { AnalyticsEvent } from '#core/rules/tracking/analytics-events.ts';

/** The purposes of analytics to which the visitor has consented. */
export interface AnalyticsConsent {
  readonly statistics: boolean;
  readonly marketing: boolean;
}

/**
 * Sends events to analytics services.
 *
 * Promises: nothing is sent, stored or loaded before `setConsent` allows it. A service whose category needs no consent
 * starts with the first event and never stores or reads anything on the device. After consent is withdrawn nothing more
 * is sent, all sockets, streams and workers are closed, and the cookies of the services are removed. Events are sent in
 * order. Of a page's URL only the content of its `page_view` event is sent. Purchases and refunds are sent with their
 * order code. Nothing that records screens, clicks or typing is loaded. Uses the given page instead of globals and
 * overrides none of its functions. Never throws, even when storage access throws (private windows), and never delays
 * the caller. Events may be lost.
 *
 * The conformance kit does not check what the script of a service does once it is loaded, what is read from the device
 * with consent, or advertising on hosts that it does not know.
 */
export interface Analytics {
  /** Called when the visitor decides, and at the start of a page when an earlier decision is stored. */
  setConsent(consent: AnalyticsConsent): void;
  track(event: AnalyticsEvent): void;
  /**
   * Links later events with a learner; null ends the link. A service that cannot end it sends nothing more until the
   * next learner. Called with a learner only while there is consent to marketing, and with null when only that consent
   * ends (docs/behaviour/tracking.md#tracking-opt-in).
   */
  identify(learnerId: string | null): void;
}
