import type { AnalyticsEvent } from '#core/rules/tracking/analytics-events.ts';
import type { ConsentCategory } from '#core/rules/tracking/analytics-pages.ts';
import type { Analytics, AnalyticsConsent } from '#ports/analytics.ts';

/** Maximum number of events kept until the visitor decides; the oldest are dropped first. */
const mostKept = 50;

/** Returns whether a consent covers a purpose. */
export function coversPurpose(purpose: ConsentCategory['purpose'], consent: AnalyticsConsent): boolean {
  if (purpose === 'none') return true;
  return purpose === 'any' ? consent.statistics || consent.marketing : consent[purpose];
}

/**
 * Passes on only the calls that the service's consent category allows
 * (docs/behaviour/tracking.md#consent-of-a-service). The service itself only loads and unloads its script in
 * `setConsent`. A service that needs no consent gets every event, but no consent decisions and no learners.
 */
export function filterByConsent({ purpose, beforeConsent }: ConsentCategory, service: Analytics): Analytics {
  if (purpose === 'none') return { setConsent() {}, track: (event) => service.track(event), identify() {} };

  let consent: AnalyticsConsent | null = null;
  let kept: readonly AnalyticsEvent[] = [];
  let learner: string | null = null;
  let isLinked = false;

  function isAllowed(): boolean {
    return consent !== null && coversPurpose(purpose, consent);
  }

  function keep(event: AnalyticsEvent): void {
    if (beforeConsent === 'keep' && consent === null) kept = [...kept, event].slice(-mostKept);
    else if (event.name === 'page_view') kept = [event];
    else if (event.name === 'view_item') kept = pageOf([...kept, event]);
  }

  function tellLearner(): void {
    if (!isAllowed()) return;
    const linked = consent?.marketing === true ? learner : null;
    // Without marketing consent only the end of an earlier link is passed on.
    if (consent?.marketing === true || isLinked) service.identify(linked);
    isLinked = linked !== null;
  }

  return {
    setConsent(given) {
      consent = given;
      service.setConsent(given);
      if (isAllowed()) {
        // The kept events belong to the learner, too.
        if (isLinked ? !given.marketing : kept.length > 0 && learner !== null) tellLearner();
        for (const event of kept) service.track(event);
      }
      // The page stays known after a refusal: the visitor may still consent on it.
      kept = isAllowed() ? [] : pageOf(kept);
    },
    track(event) {
      if (isAllowed()) service.track(event);
      else keep(event);
    },
    identify(learnerId) {
      learner = learnerId;
      tellLearner();
    },
  };
}

/** The last page of the events, with the product that it shows. */
function pageOf(events: readonly AnalyticsEvent[]): readonly AnalyticsEvent[] {
  const page = events.findLastIndex(({ name }) => name === 'page_view');
  return page < 0
    ? []
    : events.slice(page).filter(({ name }, index) => index === 0 || (index === 1 && name === 'view_item'));
}
