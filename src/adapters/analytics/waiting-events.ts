import { type AnalyticsEvent, waitingEventsKey } from '#core/rules/tracking/analytics-events.ts';
import type { Analytics, AnalyticsConsent } from '#ports/analytics.ts';
import type { TextStorage } from '#ports/browser/text-storage.ts';

/** How long an event waits for a page with services at most, in milliseconds: seven days. */
const longestWait = 7 * 24 * 60 * 60 * 1000;

/** How many events wait at most; the oldest ones are given up first. */
const mostEvents = 20;

const noConsent: AnalyticsConsent = { statistics: false, marketing: false };

/** An event that waits, with the consent under which it happened and the time in milliseconds. */
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
 * Analytics of pages on which no service runs (docs/behaviour/tracking.md#pages-without-services): events
 * that the consent allows wait in the storage until `sendWaitingEvents` finds them on another page. They are deleted
 * when the consent is withdrawn.
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
 * The services of a page, which also get the events that wait: once it is known whether events may be linked with a
 * learner, and before the next event. Events that happened under a narrower consent than today's are given up.
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

/** The events that wait; none when the stored text is not this shop's. */
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
