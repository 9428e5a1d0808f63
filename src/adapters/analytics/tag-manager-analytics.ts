import type { Analytics } from '#ports/analytics.ts';
import { toConsentMode, toGoogleEvent } from './google-event.ts';
import type { LoadScript } from './load-script.ts';

/** The data layer together with the tag manager container that reads it, loaded with the first consent. */
export function createTagManagerAnalytics(
  containerId: string,
  layer: DataLayer,
  loadScript: LoadScript,
): Analytics {
  const analytics = createDataLayerAnalytics(layer);
  return {
    ...analytics,
    setConsent(consent) {
      analytics.setConsent(consent);
      if (consent.statistics || consent.marketing) {
        loadScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(containerId)}`);
      }
    },
  };
}

/** The array that a tag manager watches for pushes. */
interface DataLayer {
  push(entry: Readonly<Record<string, unknown>>): unknown;
}

/**
 * Writes events into the page's data layer, with amounts in euros. The first entry is always the consent in the form of
 * Google's consent mode v2, because a tag manager reads the entries in order.
 */
export function createDataLayerAnalytics(layer: DataLayer): Analytics {
  let isAllowed = false;
  let isMarketingAllowed = false;

  function push(entry: Readonly<Record<string, unknown>>) {
    try {
      layer.push(entry);
    } catch {
      // A tag manager replaces `push` with its own code, which may throw; that must not stop the shop.
    }
  }

  return {
    setConsent({ statistics, marketing }) {
      const wasAllowed = isAllowed;
      isAllowed = statistics || marketing;
      isMarketingAllowed = marketing;
      if (!isAllowed && !wasAllowed) return;
      push({ event: 'consent_update', ...toConsentMode({ statistics, marketing }) });
    },
    track(event) {
      if (!isAllowed) return;
      const { name, ecommerce } = toGoogleEvent(event);
      push(ecommerce === null ? { event: name } : { event: name, ecommerce });
    },
    identify(learnerId) {
      if (isMarketingAllowed) push({ event: 'identify', user_id: learnerId });
    },
  };
}
