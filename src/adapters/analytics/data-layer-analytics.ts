import type { Analytics } from '#ports/analytics.ts';
import { toConsentMode, toGoogleEvent } from './google-event.ts';

/** The array that a tag manager watches for pushes. */
export interface DataLayer {
  push(entry: Readonly<Record<string, unknown>>): unknown;
}

/**
 * Writes events into the page's data layer, with amounts in euros. The first entry is always the consent in the form of
 * Google's consent mode v2, because a tag manager reads the entries in order.
 */
export function createDataLayerAnalytics(layer: DataLayer): Analytics {
  let is_allowed = false;
  let is_marketing_allowed = false;

  function push(entry: Readonly<Record<string, unknown>>) {
    try {
      layer.push(entry);
    } catch {
      // A tag manager replaces `push` with its own code, which may throw; that must not stop the shop.
    }
  }

  return {
    setConsent({ statistics, marketing }) {
      const was_allowed = is_allowed;
      is_allowed = statistics || marketing;
      is_marketing_allowed = marketing;
      if (!is_allowed && !was_allowed) return;
      push({ event: 'consent_update', ...toConsentMode({ statistics, marketing }) });
    },
    track(event) {
      if (!is_allowed) return;
      const { name, ecommerce } = toGoogleEvent(event);
      push(ecommerce === null ? { event: name } : { event: name, ecommerce });
    },
    identify(learner_id) {
      if (is_marketing_allowed) push({ event: 'identify', user_id: learner_id });
    },
  };
}
