import { type AnalyticsEvent, waitingEventsKey } from '#core/rules/tracking/analytics-events.ts';
import type { Analytics, AnalyticsConsent } from '#ports/analytics.ts';
import type { TextStorage } from '#ports/browser/text-storage.ts';

/** Maximum waiting time of an event in milliseconds: seven days. */
const longestWait = 7 * 24 * 60 * 60 * 1000;

/** Maximum number of waiting events; the oldest are dropped first. */
const mostEvents = 20;

const noConsent: AnalyticsConsent = { statistics: false, marketing: false };

/** A waiting event with the consent at its time, and the time in milliseconds. */
interface WaitingEvent extends AnalyticsConsent {
  readonly event: AnalyticsEvent;
  readonly at: number;
}

interface WaitingEventsParts {
  /** Shared by all pages and tabs. */
  readonly storage: TextStorage;
  readonly now: () => number;
}

/**
 * Analytics for pages without services (docs/behaviour/tracking.md#pages-without-services): events that the consent
 * allows wait in the storage until a page calls `sendWaitingEvents`. They are deleted when the consent is withdrawn.
 */
export function createWaitingAnalytics({ storage, now }: WaitingEventsParts): Analytics {
  let consent = noConsent;
  return {
    setConsent(given) {
      consent = given;
      if (!allows(consent)) storage.remove(waitingEventsKey);
    },
    track(event) {
      if (!allows(consent)) return;
      const { statistics, marketing } = consent;
      const kept = [...read(storage), { event, statistics, marketing, at: now() }].slice(-mostEvents);
      storage.write(waitingEventsKey, JSON.stringify(kept));
    },
    identify() {},
  };
}

/**
 * Wraps the services of a page so that they also get the waiting events: as soon as it is known whether events may be
 * linked with a learner, and before the next event. Events from a time with less consent than now are dropped.
 */
export function sendWaitingEvents(services: Analytics, { storage, now }: WaitingEventsParts): Analytics {
  let consent = noConsent;

  function send(): void {
    if (!allows(consent)) return;
    const waiting = read(storage);
    if (waiting.length === 0) return;
    storage.remove(waitingEventsKey);
    for (const { event, statistics, marketing, at } of waiting) {
      const isCovered = (statistics || !consent.statistics) && (marketing || !consent.marketing);
      if (isCovered && now() - at <= longestWait) services.track(event);
    }
  }

  return {
    setConsent(given) {
      consent = given;
      if (!allows(consent)) storage.remove(waitingEventsKey);
      services.setConsent(given);
    },
    track(event) {
      send();
      services.track(event);
    },
    identify(learner_id) {
      services.identify(learner_id);
      send();
    },
  };
}

function allows({ statistics, marketing }: AnalyticsConsent): boolean {
  return statistics || marketing;
}

/** Returns the waiting events; none if the stored text is invalid. */
function read(storage: TextStorage): readonly WaitingEvent[] {
  try {
    const stored: unknown = JSON.parse(storage.read(waitingEventsKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isWaitingEvent) : [];
  } catch {
    return [];
  }
}

function isWaitingEvent(value: unknown): value is WaitingEvent {
  const isRecord = typeof value === 'object' && value !== null;
  return isRecord && 'event' in value && 'at' in value && typeof value.at === 'number';
}
